import { listWork as listAdapterWork } from '@overture/adapters/kit/run-work';
import type { Endpoint } from '@overture/contract/endpoint';
import type { RouteOptions } from 'fastify';
import { describe, expect, inject, test } from 'vitest';
import { listRoutes } from '../kernel/http/server.ts';
import { listWork, runInThread } from '../kernel/thread-pool.ts';
import { useTestServer } from '../testing/harness.ts';
import { drawHostileBytes, type HostileBytes } from '../testing/hostile-bytes.ts';
import { loadWaitTime, watchLongestBlock } from '../testing/longest-block.ts';
import { runAdapterWork } from './adapter-threads.ts';

/**
 * Every route that answers without a session and every parser of foreign bytes, each with what it takes. Both lists are held against the
 * program's own: what is missing here fails the suite. `npm run prove -- tests` gives each 60 shapes at full size.
 */
const IS_LONG = inject('is_proving');
const SHAPES = IS_LONG ? 60 : 4;
const SHAPES_OF_ROUTES = IS_LONG ? 60 : 3;
/** Until it may answer an anonymous client, in both forms. */
const LONGEST_BLOCK_IN_MS = 250;
const ROOT = new URL('../../../', import.meta.url).href;

/** The input of an anonymous route: a body of this kind, or only its address and headers. */
const ROUTES: Record<string, 'json' | 'form' | 'raw' | 'address'> = {
  'GET /healthz': 'address',
  'GET /livez': 'address',
  'GET /readyz': 'address',
  'GET /metrics': 'address',
  'GET /api/v1/app/': 'address',
  'GET /api/v1/branding/': 'address',
  'POST /api/v1/auth/login/': 'json',
  'POST /api/v1/auth/register/': 'json',
  'POST /api/v1/auth/verify-email/': 'json',
  'POST /api/v1/auth/resend-code/': 'json',
  'POST /api/v1/auth/forgot-password/': 'json',
  'POST /api/v1/auth/reset-password/': 'json',
  'POST /api/v1/auth/logout/': 'json',
  'POST /api/v1/auth/confirm-email/': 'json',
  'POST /api/v1/auth/undo-email-change/': 'json',
  'POST /api/v1/auth/undo-factor/': 'json',
  'POST /api/v1/auth/mfa/': 'json',
  'POST /api/v1/auth/mfa/passkey-options/': 'json',
  'POST /api/v1/auth/passkey/options/': 'json',
  'POST /api/v1/auth/passkey/': 'json',
  'GET /api/v1/auth/google/start/': 'address',
  'POST /api/v1/auth/google/': 'json',
  'POST /api/v1/auth/google/join/': 'json',
  'POST /api/v1/auth/link/': 'json',
  'POST /api/v1/auth/sso/': 'json',
  'GET /api/v1/auth/sso/callback/': 'address',
  'POST /api/v1/auth/sso/finish/': 'json',
  'POST /api/v1/auth/invitation/': 'json',
  'POST /api/v1/auth/acting/resume/': 'json',
  'GET /api/v1/auth/saml/:id/metadata/': 'address',
  'POST /api/v1/auth/saml/:id/acs/': 'form',
  'GET /api/v1/exports/:token/': 'address',
  'GET /api/openapi.json': 'address',
  'GET /api/errors/:code': 'address',
  'GET /.well-known/oauth-authorization-server': 'address',
  'GET /.well-known/oauth-protected-resource': 'address',
  'GET /.well-known/oauth-protected-resource/mcp': 'address',
  'POST /oauth/register': 'json',
  'POST /oauth/revoke': 'form',
  'POST /oauth/token': 'form',
  'POST /mcp': 'json',
  'GET /mcp': 'address',
  'DELETE /mcp': 'address',
  'GET /api/docs': 'address',
  'GET /api/docs/js/start.js': 'address',
  'GET /api/docs/js/scalar.js': 'address',
  'GET /connect-email/callback': 'address',
  'GET /settings/integrations': 'address',
  'DELETE /settings/integrations': 'address',
  'POST /webhooks/linkedin/connected': 'json',
  'POST /webhooks/linkedin': 'json',
  'POST /webhooks/payments': 'raw',
  'POST /webhooks/bookings/:key': 'raw',
  'GET /brand/:token': 'address',
  'GET /ws/:channel': 'address',
  'GET /p/:token': 'address',
  'POST /p/:token': 'form',
  'GET /c/:token': 'address',
  'GET /o/:token': 'address',
  'POST /c/check': 'json',
  'GET /u/:token': 'address',
  'POST /u/:token': 'form',
  'GET /weekly-email/:key': 'address',
  'POST /weekly-email/:key': 'raw',
  'GET /new-leads-email/:key': 'address',
  'POST /new-leads-email/:key': 'raw',
};

interface Parser {
  /** Each leads to another part of it. */
  begins: string[];
  size_in_bytes: number;
  /** Its input, made of these bytes. */
  make(bytes: Buffer): unknown;
}

const mail = (more: string): string => `From: a@customer.example\r\nTo: b@sender.example\r\nSubject: Re: Hi\r\n${more}`;
const own = { entity_id: 'https://app.example/saml/1/metadata/', acs_url: 'https://app.example/saml/1/acs/' };
const provider = { entity_id: 'https://id.example', entry_point: 'https://id.example/sso', certificates: ['MIIB'] };
const xml = '<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" InResponseTo="_1">';

/** Parsers of foreign bytes; of the other modules that threads load, whose bytes they read. */
const PARSERS: Record<string, Parser | 'reads nothing that strangers wrote'> = {
  'server/src/slices/chats/sync/mail-reading.service.ts': {
    begins: [
      mail('Content-Type: text/plain\r\n\r\n'),
      mail('Content-Type: text/html\r\n\r\n<html><body>'),
      mail('References: '),
      mail('Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n'),
      mail(
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n',
      ),
    ],
    size_in_bytes: IS_LONG ? 24_900_000 : 400_000,
    make: (raw) => ({
      folder: 'inbox',
      received_at: new Date(),
      source: { raw: new Uint8Array(raw), is_whole: true },
      own_address: 'b@sender.example',
    }),
  },
  'server/src/slices/chats/sync/own-words.rules.ts': {
    begins: [
      'Thursday works.\n\nOn Mon, Mia wrote:\n',
      '> > > ',
      'Hi Ada, we deliver spare parts for lines like yours. ',
    ],
    size_in_bytes: IS_LONG ? 24_900_000 : 400_000,
    make: (bytes) => {
      const text = bytes.toString('utf8').slice(0, 100_000);
      const from = { from: 'a@customer.example', own_addresses: [], subject: 'Re: Hi', headers: new Map() };
      const letter = { ...from, text, delivery_statuses: [], returned_message_id: null };
      return {
        letter,
        ours: [text.slice(200, 60_000), 'Hi Ada, we deliver spare parts for lines like yours within a day.'],
      };
    },
  },
  'server/src/slices/searches/import/read-format.rules.ts': {
    begins: ['', 'First name,Email\n', 'First name;Email\nA;"'],
    size_in_bytes: 1024 * 1024,
    make: (head) => ({ head: new Uint8Array(head), encoding: 'utf-8', wanted: ['Email'], is_whole: true }),
  },
  'server/src/slices/tool-imports/read-export.rules.ts': {
    begins: ['', 'Email,Lead Status\n', 'email;lastState;status\nA;"'],
    size_in_bytes: 1024 * 1024,
    make: (head) => ({ head: new Uint8Array(head), encoding: 'utf-8', is_whole: true, preset: 'other_tool' }),
  },
  'server/src/slices/excluded-domains/read-domains.rules.ts': {
    begins: ['Domain\n', 'Domain,Name\n"', ''],
    size_in_bytes: IS_LONG ? 20_000_000 : 400_000,
    make: (bytes) => ({ bytes: new Uint8Array(bytes), wanted: 'Domain', holds: 'suppressions' }),
  },
  'server/src/slices/outbound/by-hand/connections.rules.ts': {
    begins: ['', 'Notes:\n\nFirst Name,Last Name,URL,Connected On\n', 'First Name,Last Name,URL,Connected On\nA,"'],
    size_in_bytes: IS_LONG ? 8_000_000 : 400_000,
    make: (bytes) => ({ bytes: new Uint8Array(bytes) }),
  },
  'server/src/slices/campaigns/lookups/lacking.rules.ts': 'reads nothing that strangers wrote',
  'server/src/slices/campaigns/rehearsal/rehearsal.rules.ts': 'reads nothing that strangers wrote',
  'server/src/kernel/paper/draw-paper.ts': 'reads nothing that strangers wrote',
  'adapters/src/sources/website/page-work.ts': {
    begins: ['<html><body>', '<html><head>', '<p '],
    size_in_bytes: IS_LONG ? 1_900_000 : 400_000,
    make: (bytes) =>
      bytes.length % 2 === 0
        ? { want: 'text', html: bytes.toString('utf8'), url: 'https://a.example/' }
        : { want: 'technologies', html: bytes.toString('utf8'), headers: [] },
  },
  'adapters/src/identity/saml/saml-reading.api.ts': {
    begins: [xml, `${xml}<p:Status><p:StatusCode Value="`, '<md:EntityDescriptor xmlns:md="x" entityID="y">'],
    size_in_bytes: 60_000,
    make: (bytes) =>
      bytes.toString('utf8', 0, 3) === '<md'
        ? { read: 'metadata', xml: bytes.toString('utf8') }
        : { read: 'response', question: { provider, own, request_id: '_1' }, response: bytes.toString('base64') },
  },
};

const server = useTestServer({ roles: ['web', 'live'] });
const endpointOf = (route: RouteOptions): Endpoint | undefined =>
  (route.config as { endpoint?: Endpoint } | undefined)?.endpoint;
const nameOf = ({ method, url }: RouteOptions): string => `${method} ${url}`;
/** Files of the built web application: the folder is read at the start, and nothing else. */
const isBuiltFile = ({ url }: RouteOptions): boolean => /^\/(?:assets\/\*|[\w.-]+\.\w+)$/.test(url);
const listOpenRoutes = (): RouteOptions[] =>
  listRoutes(server.program.app).filter(
    (route) => endpointOf(route)?.auth !== 'session' && route.method !== 'HEAD' && !isBuiltFile(route),
  );

let visitors = 0;
/** Each from another address: limits by address are no part of this. */
const nextAddress = (): string => {
  visitors += 1;
  return `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
};

const TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded', raw: 'application/json' } as const;

/** One route with one shape. @returns the status */
async function send(route: RouteOptions, kind: keyof typeof TYPES | 'address', payload: Buffer): Promise<number> {
  const word = encodeURIComponent(payload.toString('latin1', 0, 60));
  const url = `${route.url.replace(/:\w+/g, (name) => (name === ':id' ? '1' : word))}?code=${word}&state=${word}`;
  const answer = await server.program.app.inject({
    method: route.method as 'GET',
    url,
    remoteAddress: nextAddress(),
    headers: {
      origin: 'http://localhost',
      cookie: `session=${word}`,
      ...(kind === 'address' ? {} : { 'content-type': TYPES[kind] }),
    },
    ...(kind === 'address' ? {} : { payload }),
  });
  return answer.statusCode;
}

/** Bodies of a route: the shape alone, and in every field that it takes. */
function makeBodies(route: RouteOptions, kind: keyof typeof TYPES | 'address', shape: HostileBytes): Buffer[] {
  const size = Math.min(route.bodyLimit ?? 1024 * 1024, 1024 * 1024) - 100;
  if (kind === 'address') return [shape.build('', 300)];
  if (kind === 'form') return [shape.build('SAMLResponse=', size), shape.build('', size)];
  const shapeOf = endpointOf(route)?.body as { def?: { shape?: object } } | undefined;
  const fields = Object.keys(shapeOf?.def?.shape ?? {});
  const text = shape.build('', Math.floor(size / 7 / Math.max(1, fields.length))).toString('utf8');
  const filled = JSON.stringify(Object.fromEntries(fields.map((field) => [field, text])));
  return [shape.build('', size), Buffer.from(filled)];
}

/** Polls /healthz in parallel. @returns its slowest answer in milliseconds, without waiting for a processor */
function watchHealth(): () => Promise<number> {
  let isOver = false;
  let slowest = 0;
  const asking = (async () => {
    while (!isOver) {
      const asked = performance.now() - loadWaitTime();
      const answer = await server.program.app.inject({ method: 'GET', url: '/healthz', remoteAddress: nextAddress() });
      expect(answer.statusCode).toBe(200);
      slowest = Math.max(slowest, performance.now() - loadWaitTime() - asked);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    return slowest;
  };
}

/** Runs one step after another and names a step that blocks the thread. */
async function keepsAnswering(
  work: (step: (name: string, work: () => Promise<unknown>) => Promise<void>) => Promise<void>,
) {
  const blocks: string[] = [];
  const endHealth = watchHealth();
  await work(async (name, act) => {
    const endWatch = watchLongestBlock();
    await act();
    const block = endWatch();
    if (block > LONGEST_BLOCK_IN_MS) blocks.push(`${name}: ${Math.round(block)} ms`);
  }).finally(endHealth);
  expect(blocks).toEqual([]);
  const slowest = await endHealth();
  // A busy machine delays every response: in the short form only our own work counts.
  if (IS_LONG) expect(slowest).toBeLessThan(LONGEST_BLOCK_IN_MS);
}

describe('routes without a session', () => {
  test('each is on the list with what it takes', () => {
    expect(listOpenRoutes().map(nameOf).sort()).toEqual(Object.keys(ROUTES).sort());
  });

  test('none lets hostile bytes hold up the others, or fails on them', async () => {
    const routes = listOpenRoutes();
    // Once with a usual body: what is loaded with the first request is loaded.
    for (const route of routes) await send(route, ROUTES[nameOf(route)] ?? 'address', Buffer.from('{}'));
    const failed: string[] = [];
    await keepsAnswering(async (step) => {
      for (const route of routes) {
        const kind = ROUTES[nameOf(route)] ?? 'address';
        for (const shape of drawHostileBytes(SHAPES_OF_ROUTES, Math.random)) {
          const name = `${nameOf(route)} with ${shape.name}`;
          for (const body of makeBodies(route, kind, shape))
            await step(name, async () => {
              if ((await send(route, kind, body)) === 500) failed.push(name);
            });
        }
      }
    });
    expect(failed).toEqual([]);
  }, 600_000);

  test('a body of a call with a session is parsed before the session is known, and blocks nothing', async () => {
    const limits = listRoutes(server.program.app).filter((route) => route.method !== 'GET' && route.method !== 'HEAD');
    const largest = limits.reduce((most, route) => ((route.bodyLimit ?? 0) > (most.bodyLimit ?? 0) ? route : most));
    await keepsAnswering(async (step) => {
      for (const shape of drawHostileBytes(SHAPES, Math.random))
        await step(`${nameOf(largest)} with ${shape.name}`, async () => {
          const body = shape.build('', (largest.bodyLimit ?? 0) - 100);
          expect(await send(largest, 'json', body), shape.name).toBeGreaterThanOrEqual(400);
        });
    });
  }, 600_000);
});

/** The bytes of a file or mail are handed to the thread, as the program does it. */
function handedOver(input: unknown): ArrayBuffer[] {
  const { bytes, source } = input as { bytes?: Uint8Array<ArrayBuffer>; source?: { raw: Uint8Array<ArrayBuffer> } };
  const raw = bytes ?? source?.raw;
  return raw ? [raw.buffer] : [];
}

describe('parsers of foreign bytes', () => {
  const all = () => [...listWork(), ...listAdapterWork()].filter(({ module }) => module.href.startsWith(ROOT));
  const pathOf = ({ module }: { module: URL }): string => module.href.slice(ROOT.length);

  test('each module that threads load is on the list', () => {
    expect([...new Set(all().map(pathOf))].sort()).toEqual(Object.keys(PARSERS).sort());
  });

  test.each(Object.entries(PARSERS))(
    '%s blocks nothing, for any input',
    async (path, parser) => {
      if (typeof parser === 'string') return;
      const work = all().find((one) => pathOf(one) === path);
      if (work === undefined) throw new Error(`${path} is no work of a thread`);
      const isOfAdapter = path.startsWith('adapters/');
      const run = (input: unknown, transfer: ArrayBuffer[] = []) =>
        isOfAdapter ? runAdapterWork(work, input) : runInThread(work, input, { transfer });
      await run(parser.make(Buffer.from(parser.begins[0] ?? ''))).catch(() => undefined);
      await keepsAnswering(async (step) => {
        for (const [index, shape] of drawHostileBytes(SHAPES, Math.random).entries()) {
          const begin = parser.begins[index % parser.begins.length] ?? '';
          const input = parser.make(shape.build(begin, parser.size_in_bytes + (index % 2)));
          // Refused, or ended after its time: either is an answer.
          await step(`${path} with ${shape.name}`, () =>
            run(input, handedOver(input)).catch((error: unknown) => expect(error, shape.name).toBeInstanceOf(Error)),
          );
        }
      });
    },
    900_000,
  );
});
