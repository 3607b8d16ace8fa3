import type { RerunChoice } from '@overture/contract/enrichment';
import type { OutputType } from '@overture/domain/leads/lead-columns';
import { REQUEST_LIMITS } from '@overture/domain/limits';
import { type RawBuilder, sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Results whose format one call changes. */
export const MAX_CONVERTED = 50_000;

export async function hasManyResults({ db, organization }: Tx, promptId: number): Promise<boolean> {
  const rows = await sql<{ count: number }>`select count(*)::int as count from (select from enrichment_answers
    where organization_id = ${organization.id} and prompt_id = ${promptId} limit ${MAX_CONVERTED + 1}) a`.execute(db);
  return rows.rows[0]!.count > MAX_CONVERTED;
}

const text = sql`(answer ->> 'output')`;
const number = sql`case when ${text} ~ '^\\s*[+-]?\\d{1,250}(\\.\\d{1,250})?\\s*$' then ${text}::double precision end`;
const NONE = { folded_text: sql`null`, number_value: sql`null`, boolean_value: sql`null`, score_value: sql`null` };
const TEXT = { ...NONE, folded_text: sql`fold_case(${text})` };

/** As `typedColumns` for each format. */
const TYPED: Record<OutputType, Record<keyof typeof NONE, RawBuilder<unknown>>> = {
  SHORT_TEXT: TEXT,
  LONG_TEXT: TEXT,
  NUMBER: { ...NONE, number_value: number, folded_text: sql`case when ${number} is not null then btrim(${text}) end` },
  BOOLEAN: {
    ...NONE,
    boolean_value: sql`case lower(btrim(${text})) when 'yes' then true when 'true' then true when 'no' then false when 'false' then false end`,
  },
  SCORE: { ...NONE, score_value: sql`case when ${text} ~ '^\\s*[1-5]\\s*$' then ${text}::smallint end` },
};

/** Makes filters and sorts read the results of a task in another format. */
export async function convertResults({ db, organization }: Tx, promptId: number, type: OutputType): Promise<void> {
  const { folded_text, number_value, boolean_value, score_value } = TYPED[type];
  await sql`update enrichment_answers set folded_text = ${folded_text}, number_value = ${number_value},
      boolean_value = ${boolean_value}, score_value = ${score_value}
    where organization_id = ${organization.id} and prompt_id = ${promptId} and answer is not null`.execute(db);
}

const isByHand = sql`coalesce(a.answer ->> 'status' = 'edited', false)`;
const isEmpty = sql`a.answer ->> 'output' is null`;

/** Leads of a list whose cells run again, the newest first: what a person wrote stays. */
export async function listForRerun(
  { db, organization }: Tx,
  searchId: number,
  promptId: number,
  choice: Exclude<RerunChoice, 'keep'>,
): Promise<number[]> {
  const rows = await sql<{ prospect_id: number }>`select a.prospect_id from enrichment_answers a
    join search_prospects l on l.search_id = ${searchId} and l.prospect_id = a.prospect_id and l.status = 'IN_REVIEW'
    where a.organization_id = ${organization.id} and a.prompt_id = ${promptId} and not ${isByHand}
      ${choice === 'empty' ? sql`and ${isEmpty}` : sql``}
    order by l.created_at desc, a.prospect_id limit ${REQUEST_LIMITS.max_ids + 1}`.execute(db);
  return rows.rows.map((row) => row.prospect_id);
}

/** Cells of a task in a list, as an edit of its question finds them. */
export async function countListResults(
  { db, organization }: Pick<ReadContext, 'db' | 'organization'>,
  searchId: number,
  promptId: number,
): Promise<{ all: number; empty: number; by_hand: number }> {
  const rows = await sql<{ all: number; empty: number; by_hand: number }>`select
      count(*) filter (where not ${isByHand})::int as all, count(*) filter (where not ${isByHand} and ${isEmpty})::int as empty,
      count(*) filter (where ${isByHand})::int as by_hand
    from enrichment_answers a
    join search_prospects l on l.search_id = ${searchId} and l.prospect_id = a.prospect_id and l.status = 'IN_REVIEW'
    where a.organization_id = ${organization.id} and a.prompt_id = ${promptId}`.execute(db);
  return rows.rows[0]!;
}
