import type pg from 'pg';
import { rowsOfBench } from '../support/measure.ts';

export const columnsOfBench = Number(process.env.BENCH_COLUMNS ?? 20);
const formats = ['SHORT_TEXT', 'BOOLEAN', 'SCORE', 'NUMBER', 'SHORT_TEXT'] as const;

export interface ResearchedList {
  search_id: number;
  prompts: { id: number; output_type: (typeof formats)[number] }[];
}

/** A list with research columns of every format; nine of ten leads have an answer in each. Made by SQL: it is not what is measured. */
export async function makeResearchedList(owner: pg.Client, organizationId: number): Promise<ResearchedList> {
  const list = await owner.query(
    'insert into searches (organization_id, name, total_prospects) values ($1, $2, $3) returning id',
    [organizationId, 'Researched', rowsOfBench],
  );
  const search_id = Number(list.rows[0].id);
  await owner.query(
    `with people as (insert into prospects (organization_id, first_name, last_name, job_title, company_name, linkedin_key)
        select $1, 'First' || n % 997, 'Last' || n % 4999, (array['Sales Manager','Founder','Head of Marketing','Engineer'])[1 + n % 4],
          'Company ' || n % 50000, 'person-' || n from generate_series(1, $3::int) n returning id)
      insert into search_prospects (organization_id, search_id, prospect_id) select $1, $2, id from people`,
    [organizationId, search_id, rowsOfBench],
  );
  const prompts: ResearchedList['prompts'] = [];
  for (let place = 0; place < columnsOfBench; place += 1) {
    const output_type = formats[place % formats.length]!;
    const task = await owner.query(
      `insert into enrichment_prompts (organization_id, name, prompt, output_type, required_sources)
       values ($1, $2, 'Anything?', $3, '{COMPANY_WEBSITE}') returning id`,
      [organizationId, `Column ${place}`, output_type],
    );
    const id = Number(task.rows[0].id);
    prompts.push({ id, output_type });
    await owner.query('insert into search_prompts (organization_id, search_id, prompt_id) values ($1, $2, $3)', [
      organizationId,
      search_id,
      id,
    ]);
    await insertAnswers(owner, organizationId, search_id, id, output_type);
    process.stdout.write(`  column ${place + 1} of ${columnsOfBench}\n`);
  }
  await owner.query('vacuum analyze enrichment_answers');
  await owner.query('vacuum analyze search_prospects');
  await owner.query('analyze');
  return { search_id, prompts };
}

const texts = `(array['Series B, $40M','Logistics companies in Europe','Not public','Shopify, Klaviyo, Google Analytics','Cloud software for hospitals'])[1 + h % 5] || ' ' || h % 1000`;
const values: Record<(typeof formats)[number], { output: string; typed: string }> = {
  SHORT_TEXT: { output: `to_jsonb(${texts})`, typed: `lower(${texts}), null, null, null` },
  NUMBER: { output: 'to_jsonb(1900 + h % 125)', typed: '(1900 + h % 125)::text, 1900 + h % 125, null, null' },
  BOOLEAN: { output: 'to_jsonb(h % 3 = 0)', typed: 'null, null, h % 3 = 0, null' },
  SCORE: { output: 'to_jsonb(1 + h % 5)', typed: 'null, null, null, 1 + h % 5' },
};

async function insertAnswers(
  owner: pg.Client,
  organizationId: number,
  searchId: number,
  promptId: number,
  type: (typeof formats)[number],
): Promise<void> {
  const { output, typed } = values[type];
  await owner.query(
    `insert into enrichment_answers (organization_id, prompt_id, prospect_id, state, answer, folded_text, number_value, boolean_value, score_value)
     select $1, $3, prospect_id, 'done', jsonb_build_object('status', 'found', 'output', ${output}, 'explanation', 'The page says so.', 'sources', '[]'::jsonb), ${typed}
     from (select prospect_id, abs(hashint8(prospect_id * 31 + $3)) as h from search_prospects where search_id = $2) as leads where h % 10 <> 0`,
    [organizationId, searchId, promptId],
  );
}
