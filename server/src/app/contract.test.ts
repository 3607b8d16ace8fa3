import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { api } from '@overture/contract';
import { referencePath } from '@overture/contract/api-reference';
import { type Endpoint, mayCall } from '@overture/contract/endpoint';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { apiBase } from '../kernel/http/bind.ts';
import { useTestServer } from '../testing/harness.ts';

const server = useTestServer({ session_memory_in_ms: 60_000 });
/** One person for the whole table: sign-ups from one address are limited. */
let member: ReturnType<typeof server.signUp> | undefined;
const signUpOnce = () => (member ??= server.signUp());

const endpoints = Object.entries(api) as [string, Endpoint][];
const ofSession = endpoints.filter(([, endpoint]) => endpoint.auth === 'session');

/** The path with an unknown id in every place. */
const pathOf = (endpoint: Endpoint, id = '999999999'): string => apiBase + endpoint.path.replace(/\{\w+\}/g, id);

const request = (endpoint: Endpoint, options: { url?: string; token?: string | null; payload?: unknown } = {}) =>
  server.program.app.inject({
    method: endpoint.method,
    url: options.url ?? pathOf(endpoint),
    headers: {
      ...(options.token ? { jwt: options.token } : {}),
      ...(endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(endpoint.method === 'GET' ? {} : { payload: textOf(options.payload ?? {}) }),
  });

const textOf = (payload: unknown): string => (typeof payload === 'string' ? payload : JSON.stringify(payload));

/** Megabytes, one text for each limit there is. */
const tooLong = new Map<number, string>();
function textOver(limit: number): string {
  const text = tooLong.get(limit) ?? JSON.stringify({ padding: 'x'.repeat(limit + 1) });
  tooLong.set(limit, text);
  return text;
}

describe('every endpoint', () => {
  test.each(ofSession)('%s demands a session', async (_, endpoint) => {
    for (const token of [null, 'forged-token']) {
      const answer = await request(endpoint, { token });
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
    }
  });

  test.each(endpoints.filter(([, endpoint]) => endpoint.path.includes('{')))(
    '%s answers 404 for unknown ids, to every role that may call it',
    async (_, endpoint) => {
      const person = await signUpOnce();
      for (const id of ['0', '-1', '1.5', 'abc', '99999999999999999999', '%00', "1'--"]) {
        const answer = await request(endpoint, {
          url: pathOf(endpoint, encodeURIComponent(decodeURIComponent(id))),
          token: person.token,
        });
        expect(answer.statusCode, `${id}: ${answer.body}`).toBe(
          mayCall(endpoint, 'USER') && !endpoint.for_agencies ? 404 : 403,
        );
      }
    },
  );

  test.each(endpoints.filter(([, endpoint]) => endpoint.method !== 'GET' && !endpoint.multipart))(
    '%s refuses a body over its limit',
    async (_, endpoint) => {
      const payload = textOver(endpoint.max_body_bytes ?? 1024 * 1024);
      const answer = await request(endpoint, { payload });
      expect(answer.statusCode).toBe(413);
    },
  );

  test.each(endpoints)('%s never answers 500 to nonsense', async (_, endpoint) => {
    // After a sign-out the following calls have no session.
    const person = endpoint.path === '/auth/logout/' ? await server.signUp() : await signUpOnce();
    const nonsense = Object.fromEntries(
      Object.keys(z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }).properties ?? {}).map(
        (key) => [key, { $ne: null }],
      ),
    );
    for (const payload of [nonsense, [], { __proto__: { polluted: true } }]) {
      const answer = await request(endpoint, { token: person.token, payload });
      expect(answer.statusCode, answer.body).not.toBe(500);
    }
  });

  test('trailing slashes are optional', async () => {
    const person = await server.signUp();
    for (const url of ['/api/v1/user', '/api/v1/user/']) {
      expect((await server.program.app.inject({ url, headers: { jwt: person.token as string } })).statusCode).toBe(200);
    }
  });
});

/** Parameters of paths are named by their place in the reference. */
const addressOf = ({ path }: Endpoint): string => {
  const names = ['id', 'second_id', 'third_id'];
  return apiBase + referencePath(path).replace(/\{\w+\}/g, () => `{${names.shift()}}`);
};

describe('openapi', () => {
  test('describes every endpoint', async () => {
    const document = (await server.program.app.inject({ url: '/api/openapi.json' })).json();
    expect(document.openapi).toBe('3.1.0');
    for (const [name, endpoint] of endpoints) {
      expect(document.paths[addressOf(endpoint)][endpoint.method.toLowerCase()].operationId).toBe(name);
    }
  });
});

describe('specification', () => {
  const table = join(dirname(fileURLToPath(import.meta.url)), '../../../../shared/spec/endpoints.tsv');

  test.runIf(existsSync(table))('calls that the specification lists have its fields', () => {
    const rows = readFileSync(table, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));
    const shape = (route: string): string => route.replace(/\{\w+\}/g, '{}').replace(/\/$/, '');
    const specified = new Map(
      rows.map(([method, path, request, response]) => [
        shape(`${method} ${path}`),
        { request: request ?? '', response: response ?? '' },
      ]),
    );
    const missing: string[] = [];
    let compared = 0;
    for (const [name, endpoint] of endpoints) {
      const row = specified.get(shape(`${endpoint.method} ${endpoint.path}`));
      if (!row) continue;
      compared += 1;
      const known = listFields(endpoint);
      const wanted = row.request
        .split(',')
        .map((field) => field.replace(/^multipart:/, '').trim())
        .filter((field) => field !== '' && !['file_content', 'file'].includes(field));
      for (const field of wanted) {
        const where = field.startsWith('?') ? known.query : known.body;
        if (!where.includes(field.replace('?', ''))) missing.push(`${name}: request ${field}`);
      }
      for (const field of row.response
        .split(',')
        .map((text) => text.trim())
        .filter(Boolean)) {
        if (!known.ok.includes(field)) missing.push(`${name}: answer ${field}`);
      }
    }
    expect(missing).toEqual([]);
    expect(compared).toBeGreaterThan(10);
  });
});

function listFields(endpoint: Endpoint): { query: string[]; body: string[]; ok: string[] } {
  const keys = (schema: z.core.$ZodType, io: 'input' | 'output'): string[] => {
    const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as {
      properties?: object;
      anyOf?: { properties?: object }[];
      oneOf?: { properties?: object }[];
    };
    return [json, ...(json.anyOf ?? []), ...(json.oneOf ?? [])].flatMap((entry) => Object.keys(entry.properties ?? {}));
  };
  return { query: keys(endpoint.query, 'input'), body: keys(endpoint.body, 'input'), ok: keys(endpoint.ok, 'output') };
}
