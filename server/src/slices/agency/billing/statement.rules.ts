import { type CsvCell, fileLine, headingLine } from '@overture/domain/csv/csv-cell';
import {
  BILLED_ITEM_LABELS,
  type BilledItem,
  type BillLine,
  type ClientPrices,
  nameMonth,
  sumLines,
} from '@overture/domain/money/agency-bills';
import { CREDIT_USE_LABELS, CREDIT_USES } from '@overture/domain/money/credits';
import { PRICES } from '@overture/domain/money/pricing';

/** Of a client's ledger in a month. */
interface CreditFigures {
  opening: number;
  added: number;
  taken: number;
  set_aside: number;
  released: number;
  used: Readonly<Record<string, number>>;
}

export interface Statement {
  month: string;
  client: string;
  prices: ClientPrices;
  lines: readonly BillLine[];
  purchases: readonly { made_at: Date; credits: number; amount_in_cents: number; is_bought: boolean }[];
  credits: CreditFigures;
  connected_email: number;
  connected_linkedin: number;
}

/** A heading with its rows: what, how many, the price of one (or of so many), and the amount in cents where money is meant. */
interface Part {
  heading: string;
  columns: readonly string[];
  rows: {
    what: string;
    quantity: number;
    each_in_cents?: number | null;
    each_for?: number;
    amount_in_cents?: number;
  }[];
  total_in_cents?: number;
}

/** In cents; of credits, for a pack of them. */
const EACH: Record<BilledItem, ((prices: ClientPrices) => number) | null> = {
  base: ({ base }) => base,
  email_accounts: ({ email_account }) => email_account,
  linkedin_accounts: ({ linkedin_account }) => linkedin_account,
  credits: ({ credit_pack }) => credit_pack,
  purchases: null,
};

/** What a statement says, in the order it is read: what is to be paid, and how it came to that. */
export function toParts(statement: Statement): Part[] {
  const bill: Part = {
    heading: 'To pay',
    columns: ['What', 'Quantity', 'Each', 'Amount'],
    rows: statement.lines
      .filter(({ quantity }) => quantity > 0)
      .map(({ item, quantity, price_in_cents }) => ({
        what: BILLED_ITEM_LABELS[item],
        quantity,
        each_in_cents: EACH[item]?.(statement.prices) ?? null,
        ...(item === 'credits' ? { each_for: PRICES.credits_per_step } : {}),
        amount_in_cents: price_in_cents,
      })),
    total_in_cents: sumLines(statement.lines).price_in_cents,
  };
  const purchases: Part = {
    heading: 'Credits bought',
    columns: ['Day', 'Credits', 'Amount'],
    rows: statement.purchases.map(({ made_at, credits, amount_in_cents, is_bought }) => ({
      what: `${made_at.toISOString().slice(0, 10)}${is_bought ? '' : ' (by the agency)'}`,
      quantity: credits,
      amount_in_cents,
    })),
  };
  return [
    bill,
    ...(purchases.rows.length > 0 ? [purchases] : []),
    toCreditsPart(statement.credits),
    toAccountsPart(statement),
  ];
}

/** Its rows between the balances add up to the one at the end. */
function toCreditsPart({ opening, added, taken, set_aside, released, used }: CreditFigures): Part {
  const uses = CREDIT_USES.map((kind) => ({ what: CREDIT_USE_LABELS[kind], quantity: -(used[kind] ?? 0) }));
  const spent = Object.values(used).reduce((sum, credits) => sum + credits, 0);
  const between = [
    { what: 'Added', quantity: added },
    { what: 'Taken back', quantity: -taken },
    ...uses,
    // Also what was set aside before and ended in this month.
    { what: 'Set aside for work under way', quantity: released + spent - set_aside },
  ].filter(({ quantity }) => quantity !== 0);
  return {
    heading: 'Credits',
    columns: ['What', 'Credits'],
    rows: [
      { what: 'At the beginning', quantity: opening },
      ...between,
      { what: 'At the end', quantity: between.reduce((sum, { quantity }) => sum + quantity, opening) },
    ],
  };
}

function toAccountsPart({ connected_email, connected_linkedin }: Statement): Part {
  return {
    heading: 'Accounts connected in this month',
    columns: ['What', 'Accounts'],
    rows: [
      { what: 'Email', quantity: connected_email },
      { what: 'LinkedIn', quantity: connected_linkedin },
    ],
  };
}

/** One table: each line names its part. Amounts in euros. @param say our words in the language of who reads them */
export function toCsv(statement: Statement, say: (words: string) => string): string {
  const euros = (cents: number | undefined): CsvCell => (cents === undefined ? null : (cents / 100).toFixed(2));
  const about = [say(nameMonth(statement.month)), statement.client];
  const lines = toParts(statement).flatMap(({ heading, rows, total_in_cents }) => [
    ...rows.map(({ what, quantity, amount_in_cents }) =>
      fileLine([...about, say(heading), say(what), quantity, euros(amount_in_cents)]),
    ),
    ...(total_in_cents === undefined
      ? []
      : [fileLine([...about, say(heading), say('Total'), null, euros(total_in_cents)])]),
  ]);
  const heading = ['Month', 'Client', 'Part', 'What', 'Quantity', 'Amount (EUR)'].map(say);
  return `${headingLine(heading)}${lines.join('')}`;
}
