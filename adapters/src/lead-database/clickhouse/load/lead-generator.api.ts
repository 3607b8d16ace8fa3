import { randomBytes } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { insertRows, queryRows, runStatement } from '../clickhouse-query.api.ts';
import { addIncoming, createIncoming, dropTable } from './lead-load.api.ts';
import { listRows } from './sample-lists.transform.ts';
import { sampleRowsSql } from './sample-rows.transform.ts';

/** `seed` decides who they are; another seed gives other people. */
export type SampleOrder = { count: number; seed: number };

/**
 * People of one step: bounds the engine's memory and reports progress often enough. Planning a step costs as much as
 * 15,000 people.
 */
const STEP_ROWS = { min: 50_000, max: 250_000 };
const STEPS = 20;
const PEOPLE_PER_COMPANY = 10;

/**
 * Adds made-up people, with companies, titles and places as unevenly spread as real ones. They are made inside the engine.
 * @param onProgress hears after each step how many there are
 */
export async function fillSamples(
  client: ClickHouseClient,
  order: SampleOrder,
  signal: AbortSignal,
  onProgress: (generated: number) => void,
): Promise<void> {
  onProgress(0);
  const words = `leads_incoming_words_${randomBytes(6).toString('hex')}`;
  const columns = 'list String, place UInt32, times UInt32, value String, folded String';
  await runStatement(client, { sql: `CREATE TABLE ${words} (${columns}) ENGINE = Memory` }, { signal });
  try {
    await insertRows(client, words, listRows(), { signal });
    const [highest] = await queryRows<{ id: number }>(client, { sql: 'SELECT max(lead_id) AS id FROM lead_people' });
    const base = highest?.id ?? 0;
    const rows = Math.min(Math.max(Math.ceil(order.count / STEPS), STEP_ROWS.min), STEP_ROWS.max);
    for (let from = 0; from < order.count; from += rows) {
      const to = Math.min(from + rows, order.count);
      await addStep(client, words, { ...order, base, from, to }, signal);
      onProgress(to);
    }
  } finally {
    await dropTable(client, words);
  }
}

type Step = SampleOrder & { base: number; from: number; to: number };

async function addStep(client: ClickHouseClient, words: string, step: Step, signal: AbortSignal): Promise<void> {
  const table = await createIncoming(client, { signal });
  try {
    const params = {
      seed: step.seed,
      base: step.base,
      from: step.from,
      to: step.to,
      companies: Math.max(1, Math.floor(step.count / PEOPLE_PER_COMPANY)),
    };
    await runStatement(client, { sql: `INSERT INTO ${table} ${sampleRowsSql(words)}`, params }, { signal });
    await addIncoming(client, table, { signal });
  } finally {
    await dropTable(client, table);
  }
}
