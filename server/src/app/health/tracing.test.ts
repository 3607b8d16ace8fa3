import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { api } from '@overture/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openTracing, parseHeaders } from '../../kernel/tracing/open-tracing.ts';
import { describeErrorType, isTracing, trace } from '../../kernel/tracing/tracing.ts';
import { makeLeads } from '../../slices/prospects/prospects.factory.ts';
import { startReceiver } from '../../slices/webhooks/receiver.factory.ts';
import { useTestServer } from '../../testing/harness.ts';
import { type ReceivedSpan, startCollector } from './collector.factory.ts';

const collector = await startCollector();
const receiver = await startReceiver();
const server = useTestServer({
  roles: ['web', 'worker'],
  environment: {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%20token',
  },
});
beforeAll(() => expect(isTracing()).toBe(true));
afterAll(async () => {
  await receiver.close();
  await collector.close();
});

async function findSpan(name: string, which: (span: ReceivedSpan) => boolean = () => true): Promise<ReceivedSpan> {
  const find = () => collector.spans.find((one) => one.name === name && which(one));
  await expect.poll(() => find()?.name, { message: `a span ${name}` }).toBe(name);
  return find()!;
}
const attributesOf = ({ attributes }: ReceivedSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

test('a request, its event, its job, and a webhook are spans; what one causes is in its trace', async () => {
  const person = await server.signUp('Wilhelmina Quistgaard');
  const ctx = server.program.system.forOrganization(person.organization_id);
  const [lead] = await makeLeads(ctx, [{ first_name: 'Ottoline', email: 'ottoline@harbor.example' }]);
  const webhook = await person.call(api.createWebhook, { body: { url: receiver.url, event_types: ['*'] } });
  expect(webhook.status).toBe(201);

  const email = 'ottoline.new@harbor.example';
  await person.call(api.updateProspect, { params: { id: lead!.id }, body: { email } });
  const request = await findSpan('PATCH /api/v1/prospects/:id/update/');
  expect(attributesOf(request)).toMatchObject({ 'http.request.method': 'PATCH', 'http.response.status_code': 200 });
  expect(request.parentSpanId ?? '').toBe('');
  const event = await findSpan('event lead_email_entered');
  expect(event).toMatchObject({ traceId: request.traceId, parentSpanId: request.spanId });

  const list = await person.call(api.createSearch, { body: { name: 'Quistgaard secrets' } });
  const rows = Array.from({ length: 5100 }, (_, n) => `Ottoline,Secretname${n},secret${n}@harbor.example`);
  const imported = await person.call(
    api.importCsv,
    {
      params: { id: list.data.id },
      body: { column_mapping: JSON.stringify({ first_name: 'First', last_name: 'Last', email: 'Mail' }) },
    },
    [
      {
        field: 'file_content',
        filename: 'quistgaard.csv',
        content: ['First,Last,Mail', ...rows].join('\n'),
        content_type: 'text/csv',
      },
    ],
  );
  expect(imported.status).toBe(202);
  const upload = await findSpan('POST /api/v1/searches/:id/import-csv/');
  expect(await findSpan('job run_import')).toMatchObject({ traceId: upload.traceId, parentSpanId: upload.spanId });

  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  const [, traceId, spanId] = receiver.received[0]!.headers.traceparent!.toString().split('-');
  const delivery = await findSpan('webhook', (span) => span.spanId === spanId);
  expect(delivery.traceId).toBe(traceId);
  const call = await findSpan('webhook_receivers.post', (span) => span.parentSpanId === spanId);
  expect(attributesOf(call)).toEqual({ 'overture.port': 'webhook_receivers' });
  expect(await findSpan('unit webhooks', (span) => span.spanId === delivery.parentSpanId)).toBeTruthy();
  expect(collector.state).toMatchObject({ path: '/v1/traces', headers: { authorization: 'Bearer a token' } });
});

test('an unknown page, a probe and a refused call leave nothing of their address', async () => {
  for (const url of ['/nowhere/wilhelmina', '/healthz', '/api/v1/prospects/wilhelmina/places/?q=quistgaard'])
    await server.program.app.inject({ url });
  const refused = await findSpan('GET /api/v1/prospects/:id/places/');
  expect(attributesOf(refused)['http.response.status_code']).toBeGreaterThanOrEqual(400);
  expect(collector.spans.map(({ name }) => name)).not.toContain('GET /healthz');
});

test('the header of a stranger is a link: it joins no trace and forces no recording', async () => {
  const strange = 'a'.repeat(32);
  const call = (traceparent: string) =>
    server.program.app.inject({ url: '/api/v1/branding/?domain=x.example', headers: { traceparent } });
  await call(`00-${strange}-${'b'.repeat(16)}-01`);
  const span = await findSpan('GET /api/v1/branding/', ({ links }) => (links ?? []).length > 0);
  expect(span.traceId).not.toBe(strange);
  expect(span.links).toMatchObject([{ traceId: strange, spanId: 'b'.repeat(16) }]);
  for (const wrong of ['', '00-x', `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`, 'a'.repeat(8000)])
    expect((await call(wrong)).statusCode).toBe(200);
});

test('nothing that was sent names a person, an address, an organization or an id', async () => {
  const { rows } = await server.owner.query<{ name: string }>('select name from organizations');
  const sent = collector.bodies.join('\n');
  expect(collector.spans.length).toBeGreaterThan(10);
  const secrets = ['quistgaard', 'wilhelmina', 'ottoline', 'secretname', 'harbor.example', '@', '127.0.0.1'];
  const found = [...secrets, ...rows.map(({ name }) => name.toLowerCase())].filter((text) =>
    sent.toLowerCase().includes(text),
  );
  expect(found).toEqual([]);
  const keys = new Set(collector.spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)));
  const source = readFileSync(join(import.meta.dirname, '../../kernel/tracing/tracing.ts'), 'utf8');
  const declared = [...source.matchAll(/^ {2}'([a-z_.]+)'\?:/gm)].map(([, name]) => name!);
  expect(declared.length).toBeGreaterThan(7);
  expect([...keys].filter((key) => !declared.includes(key))).toEqual([]);
  // Messages of errors are the likeliest place.
  expect(collector.spans.filter(({ status, events }) => status.message || events?.length)).toEqual([]);
});

test('errors are named by their code or class', () => {
  expect(describeErrorType(Object.assign(new Error('ada@acme.example is unknown'), { code: 'ECONNRESET' }))).toBe(
    'ECONNRESET',
  );
  expect(describeErrorType(new TypeError('x'))).toBe('TypeError');
  expect(describeErrorType({ code: 'ada@acme.example', name: 'a b' })).toBe('Error');
  expect(describeErrorType('ada@acme.example')).toBe('Error');
});

describe('settings', () => {
  test.each([
    ['', {}],
    ['a=b, c=d%2Ce', { a: 'b', c: 'd,e' }],
    ['authorization=Basic%20YT1i=', { authorization: 'Basic YT1i=' }],
    ['nothing', null],
    ['a=', null],
    ['a=%E0%A4%A', null],
    ['a b=c', null],
    ['a=b%0D%0Ac: d', null],
  ])('headers %j', (text, headers) => {
    expect(parseHeaders(text)).toEqual(headers);
  });
});

test('what a collector answers when it refuses is not logged: it may repeat our credentials', async () => {
  const hostile = createServer((request, response) => {
    response.writeHead(400, 'A'.repeat(5000)).end(`${request.headers.authorization} ${'x'.repeat(1_000_000)}`);
  });
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void hostile.close());
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_HEADERS: { authorization: 'Bearer of-the-operator' },
    OTEL_SERVICE_NAME: 'overture',
    OTEL_TRACES_SAMPLER_ARG: 1,
  };
  const stop = await openTracing(settings, log, { version: '0', roles: ['web'] });
  onTestFinished(stop);
  await trace('a span', {}, async () => undefined);
  await expect.poll(() => lines.length).toBe(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({ code: 400, reason: 'A'.repeat(200), spans: 1 });
  expect(lines[0]).not.toContain('of-the-operator');
  expect(lines[0]!.length).toBeLessThan(1000);
});

test('a collector that is away holds nothing up, and is one line of the log', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_HEADERS: {},
    OTEL_SERVICE_NAME: 'overture',
    OTEL_TRACES_SAMPLER_ARG: 1,
  };
  const stop = await openTracing(settings, log, { version: '0', roles: ['web'] });
  onTestFinished(stop);
  const startedAt = performance.now();
  for (let n = 0; n < 5000; n += 1) await trace('a span', {}, async () => n);
  expect(performance.now() - startedAt).toBeLessThan(5000);
  const count = () => lines.filter((line) => line.includes('traces were not exported')).length;
  await expect.poll(count).toBe(1);
  const stoppedAt = performance.now();
  await stop();
  expect(performance.now() - stoppedAt).toBeLessThan(10_000);
  expect(count()).toBe(1);
});
