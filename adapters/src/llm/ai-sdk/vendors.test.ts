import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createAiSdkLlm } from './ai-sdk.adapter.ts';
import { chooseLlm, type LlmSettings } from './ai-sdk.manifest.ts';

/** The three vendors' own wire formats, as far as one answer needs them. */
const text = '{"status":"found","output":42}';
const ANSWERS: Record<string, object> = {
  openai: {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    model: 'm',
    status: 'completed',
    output: [
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text, annotations: [] }],
      },
    ],
    usage: { input_tokens: 11, output_tokens: 7 },
  },
  anthropic: {
    type: 'message',
    id: 'msg_1',
    model: 'm',
    role: 'assistant',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 11, output_tokens: 7 },
  },
  google: {
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 },
  },
};
const schema = z.object({ status: z.enum(['found', 'not_found']), output: z.number().nullable() });
const question = { system: 'Answer.', prompt: 'How many?', schema };

let server: http.Server;
let base = '';
let seen: { path: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
let status = 200;

beforeAll(async () => {
  server = http.createServer((request, response) => {
    let body = '';
    request
      .on('data', (chunk) => {
        body += chunk;
      })
      .on('end', () => {
        seen.push({ path: request.url ?? '', headers: request.headers, body });
        const vendor = request.url?.split('/')[1] ?? '';
        response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '3' });
        response.end(
          JSON.stringify(
            status === 200 ? ANSWERS[vendor] : { error: { message: 'No.', type: 'x', code: 1, status: 'X' } },
          ),
        );
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function settingsOf(vendor: string): LlmSettings {
  const chosen = {
    openai: { OPENAI_API_KEY: 'secret-key', OPENAI_API_URL: `${base}/openai` },
    anthropic: { ANTHROPIC_API_KEY: 'secret-key', ANTHROPIC_API_URL: `${base}/anthropic` },
    google: { GOOGLE_AI_API_KEY: 'secret-key', GOOGLE_AI_API_URL: `${base}/google` },
  }[vendor];
  return chooseLlm(chosen ?? {}) as LlmSettings;
}

describe.each(['openai', 'anthropic', 'google'])('%s', (vendor) => {
  test('answers in the schema; the call carries the key, the schema, and no tools', async () => {
    [seen, status] = [[], 200];
    const { object, usage } = await createAiSdkLlm(settingsOf(vendor)).generateObject(question);
    expect(object).toEqual({ status: 'found', output: 42 });
    expect(usage).toEqual({ input_tokens: 11, output_tokens: 7 });
    expect(seen).toHaveLength(1);
    expect(JSON.stringify(seen[0]?.headers)).toContain('secret-key');
    expect(seen[0]?.path).not.toContain('secret-key');
    expect(seen[0]?.body).toContain('not_found');
    expect(seen[0]?.body).not.toMatch(/"tools":\s*\[\s*\{/);
  });

  test.each([
    [401, 'auth_expired'],
    [429, 'rate_limited'],
    [400, 'rejected'],
    [503, 'unavailable'],
  ])('%i is %s, asked once', async (answered, kind) => {
    [seen, status] = [[], answered];
    const error = await createAiSdkLlm(settingsOf(vendor))
      .generateObject(question)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'ProviderError', kind });
    expect(seen).toHaveLength(1);
  });
});
