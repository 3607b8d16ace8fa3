import { readFileSync } from 'node:fs';
import { type Api, api } from '@overture/contract';
import { deprecationHeaders, topicOf } from '@overture/contract/api-reference';
import type { Endpoint } from '@overture/contract/endpoint';
import { KEY_ACCESS } from '@overture/contract/scopes';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeOwnApi } from '../../server/src/app/api-docs/api-docs.ts';
import { findBreaks, listReleased, type ReleasedCall } from './api-compat.ts';

/** A copy that a test breaks on purpose. */
type Loose = ReturnType<typeof JSON.parse>;

const file = new URL('../../contract/released-api.jsonl', import.meta.url);
const released = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line): ReleasedCall => JSON.parse(line));
let current: ReleasedCall[];
beforeAll(() => {
  current = listReleased(describeOwnApi() as never);
});

test('the API only grows: programs written for the last release keep working', () => {
  expect(released.length).toBeGreaterThan(250);
  expect(
    findBreaks(released, current),
    'a change for programs needs another way, or a new release: npm run api:release',
  ).toEqual([]);
});

/** Lists of programs that rows added in between would shift. */
const findNumberedLists = (endpoints: Record<string, Endpoint>): string[] =>
  Object.entries(endpoints)
    .filter(([name, { query }]) => {
      const { page, cursor } = (query as z.ZodObject).shape;
      return page && !cursor && !['never', 'public'].includes(KEY_ACCESS[name as keyof Api]);
    })
    .map(([name]) => name);

test('a list with pages takes a cursor', () => {
  expect(findNumberedLists(api)).toEqual([]);
  const { cursor: _, ...shape } = api.listChats.query.shape;
  expect(findNumberedLists({ listChats: { ...api.listChats, query: z.object(shape) } })).toEqual(['listChats']);
});

test('every call has a topic in the reference', () => {
  expect(Object.values(api).filter(({ path }) => topicOf(path) === undefined)).toEqual([]);
});

test('a deprecated call says so for a year at least', () => {
  const year = 365 * 86_400_000;
  for (const { deprecated, path } of Object.values(api) as Endpoint[]) {
    if (deprecated)
      expect(Date.parse(deprecated.sunset) - Date.parse(deprecated.since), path).toBeGreaterThanOrEqual(year);
  }
  expect(deprecationHeaders({ deprecated: { since: '2026-12-01', sunset: '2027-12-01' } })).toEqual({
    deprecation: '@1796083200',
    sunset: 'Wed, 01 Dec 2027 00:00:00 GMT',
  });
  expect(deprecationHeaders({})).toEqual({});
});

describe('it finds', () => {
  const call: ReleasedCall = {
    call: 'POST /api/v1/things',
    scope: 'leads:write',
    takes: {
      type: 'object',
      properties: {
        query: { type: 'object', properties: { page: { type: 'integer' } }, required: [] },
        body: {
          type: 'object',
          properties: {
            kind: { type: 'string', enum: ['a', 'b'] },
            note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          },
          required: ['kind'],
        },
      },
    },
    answers: {
      type: 'object',
      properties: {
        things: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } },
      },
      required: ['things'],
    },
  };
  const changed = (change: (copy: Loose) => void): string[] => {
    const copy = structuredClone(call);
    change(copy);
    return findBreaks([call], [copy]);
  };

  test.each<[string, (copy: Loose) => void, string]>([
    [
      'a removed field of an answer',
      (c) => delete c.answers.properties.things.items.properties.id,
      'no longer answers things[].id',
    ],
    [
      'a field that can be missing',
      (c) => (c.answers.properties.things.items.required = []),
      'can leave out things[].id',
    ],
    [
      'a field that can be null',
      (c) => (c.answers.properties.things = { anyOf: [c.answers.properties.things, { type: 'null' }] }),
      'can answer null as things',
    ],
    ['a new required field', (c) => c.takes.properties.body.required.push('note'), 'requires body.note'],
    ['a new required parameter', (c) => c.takes.properties.query.required.push('page'), 'requires query.page'],
    ['a narrowed enum', (c) => c.takes.properties.body.properties.kind.enum.pop(), 'no longer takes b as body.kind'],
    [
      'a removed field of a request',
      (c) => delete c.takes.properties.body.properties.note,
      'no longer takes body.note',
    ],
    [
      'a type that is no longer taken',
      (c) => (c.takes.properties.body.properties.note = { type: 'string' }),
      'no longer takes null as body.note',
    ],
    ['another scope', (c) => (c.scope = 'send'), 'needs the scope send instead of leads:write'],
  ])('%s', (_what, change, expected) => {
    expect(changed(change)).toEqual([`POST /api/v1/things ${expected}`]);
  });

  test('a call that is gone, and nothing where the API grew', () => {
    expect(findBreaks([call], [])).toEqual(['POST /api/v1/things is gone']);
    const grown = changed((c) => {
      c.answers.properties.total = { type: 'integer' };
      c.answers.required.push('total');
      c.takes.properties.body.properties.kind.enum.push('c');
      c.takes.properties.body.properties.more = { type: 'string' };
    });
    expect(grown).toEqual([]);
  });
});
