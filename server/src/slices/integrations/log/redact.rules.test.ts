import { expect, test } from 'vitest';
import { describeExchange } from './redact.rules.ts';

const exchange = (status: number | null, body: string, method: 'GET' | 'POST' = 'POST', path = '/crm/contacts') =>
  describeExchange({ call: { url: `https://crm.example${path}`, method, effect: 'repeatable' }, status, body });

test.each<[string, Parameters<typeof exchange>, boolean]>([
  ['an answer', [200, '{"id":1}'], false],
  ['no answer', [null, ''], true],
  ['a refusal', [400, '{}'], true],
  ['200 with errors', [200, '{"errors": [{"message": "x"}]}'], true],
  ['some of a batch refused', [207, '{"results":[],"errors":[{"message":"x"}]}'], true],
  [
    'not found in a batch',
    [207, '{"results":[],"errors":[{"message":"x"}]}', 'POST', '/crm/contacts/batch/read'],
    false,
  ],
  ['not found', [404, '{}', 'GET'], false],
  ['written to a deleted record', [404, '{}', 'POST'], true],
])('%s', (_name, given, isFailure) => {
  expect(exchange(...given).is_failure).toBe(isFailure);
});

test('what opens the account is left out, and long texts are cut', () => {
  const secret = 'abcdefgh12345678';
  const logged = exchange(
    200,
    `{"access_token":"${secret}","x":"Bearer ${secret}"}`,
    'GET',
    `/me?api_token=${secret}&a=1`,
  );
  expect(JSON.stringify(logged)).not.toContain(secret);
  expect(logged.path).toBe('/me?api_token=[secret]&a=1');
  expect(exchange(200, 'x'.repeat(10_000)).answered).toHaveLength(4_000);
});

test.each([
  ['a token', (secret: string) => `{"access_token":"${secret}"}`],
  ['a bearer', (secret: string) => `Authorization: Bearer ${secret}`],
  ['a token of an address', (secret: string) => `"next":"https://crm.example/?token=${secret}"`],
])('%s across the end of what is kept is left out, however long it is', (_what, write) => {
  for (const length of [600, 50_000]) {
    const logged = exchange(200, `${'x'.repeat(3_800)}${write('s3cr3t'.repeat(length / 6))}`);
    expect(logged.answered).not.toContain('s3cr3t');
  }
});
