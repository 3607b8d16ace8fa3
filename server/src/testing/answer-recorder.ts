import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import type { FastifyInstance, FastifyReply } from 'fastify';

const names = new Map<unknown, string>(Object.entries(api).map(([name, endpoint]) => [endpoint, name]));

/** The best rating of this process, by call. */
const best = new Map<string, number>();

/** A larger answer is no example. */
const MAX_LENGTH = 100_000;

/** Texts of tests with hostile or planted input: valid, but no example to learn from. */
const ODD_TEXT = /<script|CANARY|\\u00|[^\n\x20-\x7e]/;
const ODD_TEXT_COST = 1_000;

/** How many fields have a value. A list counts as its richest row. */
export function countFilled(value: unknown): number {
  if (value === null || value === undefined || value === '') return 0;
  if (Array.isArray(value)) return value.reduce<number>((most, entry) => Math.max(most, countFilled(entry)), 0);
  if (typeof value === 'object')
    return Object.values(value).reduce<number>((sum, entry) => sum + countFilled(entry), 0);
  return 1;
}

/** How good an example an answer is: it shows much of its shape, in plain text. */
export const rateAnswer = (text: string): number =>
  countFilled(JSON.parse(text)) - (ODD_TEXT.test(text) ? ODD_TEXT_COST : 0);

const isExample = (payload: unknown, endpoint: Endpoint, reply: FastifyReply): payload is string =>
  typeof payload === 'string' &&
  payload.length < MAX_LENGTH &&
  endpoint.status === reply.statusCode &&
  String(reply.getHeader('content-type')).includes('json');

/**
 * Writes the best successful answer of each call to a folder (`RECORD_ANSWERS`): one file for each call and process.
 * `node tools/run.mjs api-examples` makes the examples of the API reference from them.
 */
export function recordAnswers(app: FastifyInstance, folder: string): void {
  app.addHook('onSend', async ({ routeOptions }, reply, payload) => {
    const { endpoint } = routeOptions.config as { endpoint?: Endpoint };
    const name = names.get(endpoint);
    if (!endpoint || name === undefined || !isExample(payload, endpoint, reply)) return payload;
    const rating = rateAnswer(payload);
    if (rating <= (best.get(name) ?? Number.NEGATIVE_INFINITY)) return payload;
    best.set(name, rating);
    writeFileSync(join(folder, `${name}.${process.pid}.json`), payload);
    return payload;
  });
}
