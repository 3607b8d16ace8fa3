import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testMail } from '../../../../sandbox/src/mail/testing/mail-options.ts';
import { type Sandbox, startSandbox } from '../../../../sandbox/src/sandbox.ts';
import { isMalformedAnswer, type LlmPort } from '../llm.port.ts';
import { createAiSdkLlm } from './ai-sdk.adapter.ts';
import { chooseLlm, type LlmSettings } from './ai-sdk.manifest.ts';
import { parseAnswer } from './answer.transform.ts';

const schema = z.object({
  status: z.enum(['found', 'not_found']),
  output: z.string().nullable(),
  explanation: z.string(),
  sources: z.array(z.object({ id: z.string(), quote: z.string() })),
});
const prompt = [
  'Question: When was the company founded?',
  '{"id":"S1","address":"https://a.example/","title":"A","text":"Welcome. The company was founded in 1999 in Utrecht."}',
].join('\n');
const question = { system: 'Answer from the sources.', prompt, schema };

let sandbox: Sandbox;
let llm: LlmPort;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, mail: testMail() });
  llm = createAiSdkLlm(settingsOf(`${sandbox.addresses.http_url}/llm/v1`));
});

afterAll(() => sandbox?.close());
beforeEach(() => behave({ mode: 'normal' }));

function settingsOf(base_url: string, has_structured_outputs = false): LlmSettings {
  return { vendor: 'openai-compatible', base_url, api_key: 'secret-key', model: 'sandbox', has_structured_outputs };
}

async function behave(control: object): Promise<void> {
  await fetch(`${sandbox.addresses.http_url}/__control/llm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(control),
  });
}

describe('against the stand-in', () => {
  test.each([false, true])('answers in the schema; structured outputs %s', async (has_structured_outputs) => {
    const model = createAiSdkLlm(settingsOf(`${sandbox.addresses.http_url}/llm/v1`, has_structured_outputs));
    const { object, usage } = await model.generateObject(question);
    expect(object).toMatchObject({ status: 'found', output: 'The company was founded in 1999 in Utrecht.' });
    expect(object.sources).toEqual([{ id: 'S1', quote: 'The company was founded in 1999 in Utrecht.' }]);
    expect(usage.input_tokens).toBe(100);
  });

  test('reads an answer out of thinking and a code fence', async () => {
    await behave({ mode: 'fenced' });
    expect((await llm.generateObject(question)).object.status).toBe('found');
  });

  test('a malformed answer is asked for once more, with the complaint', async () => {
    await fetch(`${sandbox.addresses.http_url}/__control/llm/requests`, { method: 'DELETE' });
    await behave({ mode: 'malformed', times: 1 });
    expect((await llm.generateObject(question)).object.status).toBe('found');
    const { requests } = (await (await fetch(`${sandbox.addresses.http_url}/__control/llm/requests`)).json()) as {
      requests: { body: { messages: { content: string }[] } }[];
    };
    expect(requests).toHaveLength(2);
    expect(JSON.stringify(requests[1]?.body.messages)).toContain('could not be used');
  });

  test('malformed twice is a malformed answer, and not asked a third time', async () => {
    await behave({ mode: 'malformed', times: 2 });
    const error = await llm.generateObject(question).catch((reason: unknown) => reason);
    expect(isMalformedAnswer(error)).toBe(true);
    expect((await llm.generateObject(question)).object.status).toBe('found');
  });

  test('429 says until when, 500 is unavailable, and neither is tried again here', async () => {
    await behave({ mode: 'rate_limited', times: 1 });
    const limited = await llm.generateObject(question).catch((reason: unknown) => reason);
    expect(limited).toMatchObject({ kind: 'rate_limited', code: '429' });
    expect((limited as { until: Date }).until.getTime()).toBeGreaterThan(Date.now() + 500);
    await behave({ mode: 'error', times: 1 });
    await expect(llm.generateObject(question)).rejects.toMatchObject({ kind: 'unavailable', code: '500' });
  });

  test('a slow model times out, and a caller can abort immediately', async () => {
    await behave({ mode: 'slow', delay_in_ms: 10_000 });
    const started = performance.now();
    await expect(llm.generateObject({ ...question, timeout_in_ms: 200 })).rejects.toMatchObject({
      kind: 'unavailable',
    });
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error('stopped')), 100);
    await expect(llm.generateObject({ ...question, signal: abort.signal })).rejects.toThrow('stopped');
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('polishes instructions', async () => {
    const { text } = await llm.generateText({
      system: 'Polish.',
      prompt: 'The draft:\n<draft>\nfind their crm\n</draft>',
    });
    expect(text).toMatch(/^Find their crm\. Use only/);
  });
});

describe('a server that misbehaves', () => {
  let server: http.Server;
  let base = '';
  let answer: (request: http.IncomingMessage, body: string, response: http.ServerResponse) => void = () => {};

  beforeAll(async () => {
    server = http.createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk)).on('end', () => answer(request, body, response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const reply = (content: unknown) =>
    JSON.stringify({
      id: '1',
      model: 'm',
      created: 0,
      object: 'chat.completion',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    });

  test('one that knows no response_format is asked without it from then on', async () => {
    const seen: boolean[] = [];
    answer = (_request, body, response) => {
      const has = 'response_format' in (JSON.parse(body) as object);
      seen.push(has);
      response.writeHead(has ? 400 : 200, { 'content-type': 'application/json' });
      response.end(
        has
          ? '{"error":{"message":"response_format.type must be json_schema or text"}}'
          : reply('{"status":"not_found","output":null,"explanation":"","sources":[]}'),
      );
    };
    const model = createAiSdkLlm(settingsOf(base));
    expect((await model.generateObject(question)).object.status).toBe('not_found');
    expect((await model.generateObject(question)).object.status).toBe('not_found');
    expect(seen).toEqual([true, false, false]);
  });

  test('the key never appears in a reason, and 401 asks for a new one', async () => {
    answer = (_request, _body, response) =>
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end('{"error":{"message":"Incorrect API key provided: secret-key"}}');
    const error = await createAiSdkLlm(settingsOf(base))
      .generateText(question)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'auth_expired' });
    expect((error as Error).message).not.toContain('secret-key');
  });

  test.each([
    [
      'a redirect is not followed, so that the key goes nowhere else',
      302,
      { location: 'http://127.0.0.1:1/' },
      '',
      'unavailable',
    ],
    ['a page instead of JSON', 200, { 'content-type': 'text/html' }, '<h1>Welcome</h1>', 'rejected'],
    ['nothing at all', 200, { 'content-type': 'application/json' }, '', 'rejected'],
    ['another shape', 200, { 'content-type': 'application/json' }, '{"choices":[]}', 'unavailable'],
  ])('%s', async (_name, status, headers, body, kind) => {
    answer = (_request, _body, response) => response.writeHead(status, headers).end(body);
    await expect(createAiSdkLlm(settingsOf(base)).generateText(question)).rejects.toMatchObject({
      name: 'ProviderError',
      kind,
      message: expect.stringMatching(kind === 'rejected' ? /is no language model \(200\)/ : /The language model/),
    });
  });

  test('an endless answer is cut', async () => {
    answer = (_request, _body, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('x'.repeat(5_000_000));
    };
    await expect(createAiSdkLlm(settingsOf(base)).generateText(question)).rejects.toMatchObject({
      kind: 'rejected',
    });
  });

  test('a server that is down', async () => {
    const model = createAiSdkLlm(settingsOf('http://127.0.0.1:1/v1'));
    await expect(model.generateText(question)).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('The language model did not answer: '),
    });
  });
});

describe('reading answers', () => {
  const small = z.object({ a: z.number() });
  test.each([
    ['{"a":1}', 1],
    ['```json\n{"a":2}\n```', 2],
    ['Sure! {"a":3} Anything else? }', 3],
    ['<think>{"a":"x"}</think>{"a":4}', 4],
    ['{ not json } and then {"a":5}', 5],
    ['{"a":"}"} {"a":6}', null],
    ['[1]', null],
    ['{"a":', null],
    ['', null],
    ['{'.repeat(50_000), null],
  ])('%s', (text, expected) => {
    const read = parseAnswer(text, small);
    expect('object' in read ? read.object.a : null).toBe(expected);
  });
});

describe('choosing', () => {
  test('a server of your own comes first, then the first key; wrong settings are named', () => {
    expect(chooseLlm({})).toBeNull();
    expect(chooseLlm({ LLM_BASE_URL: 'http://x/v1/', LLM_MODEL: 'm', OPENAI_API_KEY: 'k' })).toMatchObject({
      vendor: 'openai-compatible',
      base_url: 'http://x/v1',
    });
    expect(chooseLlm({ ANTHROPIC_API_KEY: 'k', GOOGLE_AI_API_KEY: 'g' })).toMatchObject({ vendor: 'anthropic' });
    expect(chooseLlm({ GOOGLE_AI_API_KEY: 'g', LLM_MODEL: 'x' })).toMatchObject({ vendor: 'google', model: 'x' });
    expect(() => chooseLlm({ LLM_BASE_URL: 'file:///x', LLM_MODEL: 'm' })).toThrow('LLM_BASE_URL');
    expect(() => chooseLlm({ LLM_BASE_URL: 'http://x/v1' })).toThrow('LLM_MODEL');
  });

  test.each(['openai', 'anthropic', 'google'] as const)('%s can be loaded', async (vendor) => {
    const model = createAiSdkLlm({ vendor, api_key: 'k', model: 'x', base_url: 'http://127.0.0.1:1' });
    await expect(model.generateObject(question)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
