import { api } from '@overture/contract';
import { type Endpoint, endpoint } from '@overture/contract/endpoint';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

interface Schema {
  $ref?: string;
  type?: string | string[];
  maxItems?: number;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  $defs?: Record<string, Schema>;
}

/** A call with one of these has pages, and each page has a size. */
const PAGE_FIELDS: readonly string[] = ['page', 'cursor', 'limit', 'after'];

const fieldsOf = (schema: z.core.$ZodType): string[] =>
  'shape' in schema ? Object.keys(schema.shape as object) : Object.keys(read(schema).properties ?? {});
const read = (schema: z.core.$ZodType): Schema =>
  z.toJSONSchema(schema, { unrepresentable: 'any' }) as unknown as Schema;

/** The lists of an answer: the answer itself, or a field of it. A write answers about what its request names, and that has a bound. */
function findUnbounded(name: string, { method, query, ok }: Pick<Endpoint, 'method' | 'query' | 'ok'>): string[] {
  if (method !== 'GET') return [];
  if (fieldsOf(query).some((field) => PAGE_FIELDS.includes(field))) return [];
  const answer = read(ok);
  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : (answer.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? schema);
  const isUnbounded = (given: Schema): boolean => {
    const { type, maxItems, anyOf } = resolve(given);
    return (type === 'array' && maxItems === undefined) || (anyOf ?? []).some(isUnbounded);
  };
  const fields = Object.entries(resolve(answer).properties ?? {});
  return [
    ...(isUnbounded(answer) ? [name] : []),
    ...fields.filter(([, schema]) => isUnbounded(schema)).map(([field]) => `${name}.${field}`),
  ];
}

describe('a list that a call answers without pages has a bound', () => {
  test('the contract obeys it: `.max` of `domain/src/list-limits.ts`, which the statement has as its limit, or pages', () => {
    expect(Object.entries(api).flatMap(([name, call]) => findUnbounded(name, call))).toEqual([]);
  });

  test('it finds a list of a field, one that can be null, and an answer that is a list', () => {
    const rows = z.array(z.object({ id: z.int() }));
    const lists = endpoint('GET /planted/', {
      summary: '',
      ok: z.object({ rows, more: rows.nullable(), few: rows.max(5) }),
    });
    expect(findUnbounded('planted', lists)).toEqual(['planted.rows', 'planted.more']);
    expect(findUnbounded('planted', endpoint('GET /planted/', { summary: '', ok: rows }))).toEqual(['planted']);
    const paged = { summary: '', query: z.object({ cursor: z.string() }), ok: z.object({ rows }) };
    expect(findUnbounded('planted', endpoint('GET /planted/', paged))).toEqual([]);
  });
});
