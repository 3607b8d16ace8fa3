import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useTestServer } from '../../testing/harness.ts';
import { describeProblem } from './input-problems.ts';

function say(schema: z.ZodType, value: unknown): string | undefined {
  return z.object({ x: schema }).safeParse({ x: value }, { error: describeProblem }).error?.issues[0]?.message;
}

const problems: [z.ZodType, unknown, string][] = [
  [z.number(), '12', 'x must be a number.'],
  [z.coerce.number(), 'twelve', 'x must be a number.'],
  [z.number(), Number.NaN, 'x must be a number.'],
  [z.int(), 1.5, 'x must be a whole number.'],
  [z.string(), 12, 'x must be a text.'],
  [z.string(), null, 'x must be a text.'],
  [z.string(), undefined, 'x is missing.'],
  [z.boolean(), 'yes', 'x must be true or false.'],
  [z.array(z.string()), 'one', 'x must be a list.'],
  [z.array(z.number()), [1, 'two'], 'Entry 2 of x must be a number.'],
  [z.object({ day: z.number() }), 'one', 'x must be an object with fields.'],
  [z.object({ day: z.number() }), { day: 'one' }, 'day must be a number.'],
  [z.record(z.string(), z.string()), [], 'x must be an object with fields.'],
  [z.enum(['A', 'B']), 'C', 'x must be one of A, B.'],
  [z.enum(Array.from({ length: 30 }, (_, n) => `v${n}`)), 'C', 'x is none of the values allowed.'],
  [z.literal(true), false, 'x must be true.'],
  [z.email(), 'ada', 'x must be an email address.'],
  [z.url(), 'ada', 'x must be a web address that begins with https://.'],
  [z.iso.datetime(), 'today', 'x must be a time such as 2026-05-12T09:14:00Z.'],
  [z.iso.date(), 'today', 'x must be a date such as 2026-05-12.'],
  [z.string().regex(/^a$/), 'b', 'x must be written in another way.'],
  [z.number().min(1), 0, 'x must be at least 1.'],
  [z.number().max(10_000), 10_001, 'x must be at most 10,000.'],
  [z.number().positive(), 0, 'x must be more than 0.'],
  [z.number().lt(5), 5, 'x must be less than 5.'],
  [z.string().min(1), '', 'x must have at least 1 character.'],
  [z.string().max(2), 'abc', 'x must have at most 2 characters.'],
  [z.array(z.string()).min(1), [], 'x must have at least 1 entry.'],
  [z.array(z.string()).max(2), ['', '', ''], 'x must have at most 2 entries.'],
  [z.strictObject({ y: z.string() }), { y: '', z: 1 }, 'x must not have z.'],
  [z.union([z.string(), z.number()]), true, 'x has a value that cannot be read.'],
];

describe('what is wrong with a request, in plain words', () => {
  test.each(problems.map(([schema, value, words]) => [words, schema, value] as const))('%s', (words, schema, value) => {
    expect(say(schema, value)).toBe(words);
  });

  test('words that a schema has of its own stay', () => {
    expect(say(z.string().min(3, 'Choose a longer name.'), 'ab')).toBe('Choose a longer name.');
  });

  test('a body that is none', () => {
    expect(z.object({}).safeParse([], { error: describeProblem }).error?.issues[0]?.message).toBe(
      'The request must be an object with fields.',
    );
  });
});

describe('calls', () => {
  const server = useTestServer();

  test('the answer names field and place and keeps its shape', async () => {
    const person = await server.signUp();
    const page = await person.call(api.listCampaignAnalytics, { query: { page: 'two' as never } });
    expect([page.status, page.error]).toEqual([
      400,
      {
        error: 'Please check the highlighted fields.',
        code: 'validation_failed',
        details: { page: 'page must be a number.' },
      },
    ]);
    const body = { campaign_ids: [1, 'two'], status: 'GONE' } as never;
    const { error } = await person.call(api.setCampaignsStatus, { body });
    expect(error.details).toMatchObject({ 'campaign_ids.1': 'Entry 2 of campaign_ids must be a number.' });
    expect(error.details?.status).toMatch(/^status must be one of /);
  });

  test('no answer quotes the parser, for any input', () => {
    const parsersWords = /^(Invalid|Too (small|big)|Unrecognized|Expected)|expected|received/;
    const oddities = ['', 'x', -1, 1.5, true, [], {}, [{}], 'x'.repeat(60_000)];
    let refusals = 0;
    for (const [name, { body, query }] of Object.entries(api) as [string, Endpoint][]) {
      for (const part of [body, query]) {
        const fields = part instanceof z.ZodObject ? Object.keys(part.shape) : [];
        for (const oddity of oddities) {
          const given = Object.fromEntries(fields.map((field) => [field, oddity]));
          for (const { message } of z.safeParse(part, given, { error: describeProblem }).error?.issues ?? []) {
            refusals += 1;
            expect([name, message]).toEqual([name, expect.not.stringMatching(parsersWords)]);
          }
        }
      }
    }
    expect(refusals).toBeGreaterThan(500);
  });
});
