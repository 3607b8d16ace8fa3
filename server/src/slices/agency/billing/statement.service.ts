import { billClient, monthBounds, nameMonth } from '@overture/domain/money/agency-bills';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { type PaperPart, printPaper } from '../../../kernel/paper/paper.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { findFileLanguage, getOrganizationBrand } from '../../brands/index.ts';
import { DocumentWords } from '../document-words.rules.ts';
import { requireBegun, thisMonth } from './billing.service.ts';
import * as store from './billing.store.ts';
import { type Statement, toCsv, toParts } from './statement.rules.ts';

/** More than a client can buy in a month (credits.service). */
const PURCHASES_SHOWN = 2000;

/** @throws not_found for clients of others, validation_failed for a month to come, no_statement for one in which it was no client */
async function findStatement(ctx: SessionContext, id: number, given: string | undefined): Promise<Statement> {
  const month = requireBegun(given, thisMonth(ctx));
  const figures = orNotFound(await ctx.read((tx) => store.findStatementFigures(tx, id, month)));
  const [client] = await ctx.read((tx) => store.listBilledClients(tx, month, id));
  if (!client) throw new ApiError('no_statement', { month: nameMonth(month) });
  const prices = await ctx.read((tx) => store.findPrices(tx, month));
  const purchases = await ctx.read((tx) => store.listPurchases(tx, id, month, PURCHASES_SHOWN));
  const { connected_email, connected_linkedin, ...credits } = figures;
  const lines = billClient(client, prices);
  return { month, client: client.name, prices, lines, purchases, credits, connected_email, connected_linkedin };
}

interface StatementFile<Content> {
  /** Plain letters and figures. */
  name: string;
  content: Content;
}

const fileName = (id: number, month: string): string => `statement-${month}-${id}`;

export async function writeStatementCsv(
  ctx: SessionContext,
  id: number,
  month: string | undefined,
): Promise<StatementFile<string>> {
  const statement = await findStatement(ctx, id, month);
  const words = new DocumentWords(await findFileLanguage(ctx));
  return { name: fileName(id, statement.month), content: toCsv(statement, words.say) };
}

/** @throws the same, and unavailable when too many are printed in parallel */
export async function writeStatementPdf(
  ctx: SessionContext,
  id: number,
  month: string | undefined,
): Promise<StatementFile<Buffer>> {
  const statement = await findStatement(ctx, id, month);
  const { name, look } = await getOrganizationBrand(ctx.system, ctx.organization.id);
  const { first, next } = monthBounds(statement.month);
  const last = new Date(Date.parse(next) - 1).toISOString().slice(0, 10);
  const language = await findFileLanguage(ctx);
  const words = new DocumentWords(language);
  const content = await printPaper(
    {
      brand: { name, color: look.primary_color },
      title: words.say(`Statement ${nameMonth(statement.month)}`),
      notes: [statement.client, words.say(`${first} to ${last} (UTC)`)],
      parts: toParts(statement).map((part) => printPart(part, words)),
      made_at: ctx.clock.now(),
      language,
    },
    ctx.organization.id,
  );
  return { name: fileName(id, statement.month), content };
}

function printPart(
  { heading, columns, rows, total_in_cents }: ReturnType<typeof toParts>[number],
  { say, count, money }: DocumentWords,
): PaperPart {
  const eachOf = (cents: number | null, pack?: number): string =>
    cents === null ? '' : pack === undefined ? money(cents) : say(`${money(cents)} for ${pack}`);
  const cellsOf = ({ what, quantity, each_in_cents, each_for, amount_in_cents }: (typeof rows)[number]): string[] => [
    say(what),
    count(quantity),
    ...(each_in_cents === undefined ? [] : [eachOf(each_in_cents, each_for)]),
    ...(amount_in_cents === undefined ? [] : [money(amount_in_cents)]),
  ];
  const total = total_in_cents === undefined ? {} : { total: [say('Total'), '', '', money(total_in_cents)] };
  return { heading: say(heading), columns: columns.map(say), rows: rows.map(cellsOf), ...total };
}
