import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { DatabaseUnavailable } from './db/outage.ts';
import { createLog, hideInText, redaction } from './log.ts';

function written(fields: object, message = 'said'): string {
  let text = '';
  pino({ ...redaction }, { write: (line: string) => (text += line) }).info(fields, message);
  return text;
}

describe('what a log never says', () => {
  test.each([
    ['a secret at the top', { password: 'hunter22' }],
    ['three levels down', { request: { body: { credentials: { password: 'hunter22' } } } }],
    ['in a list', { accounts: [{ imap: { password: 'hunter22', host: 'x' } }] }],
    ['headers', { req: { headers: { cookie: 'hunter22', jwt: 'hunter22', authorization: 'hunter22' } } }],
    ['tokens by any name', { a: { refresh_token: 'hunter22', api_key: 'hunter22', access_token: 'hunter22' } }],
    ['a mailed code', { given: { code: '12345678' } }],
    ['a code in an address', { url: '/create-password?code=hunter22hunter22&resetting=true' }],
    ['a token in a path', { url: '/api/v1/exports/hunter22hunter22_-abc/' }],
    ['an unsubscribe link', { url: 'https://x.example/u/hunter22hunter22.abc-def' }],
    ['the link to a privacy notice', { url: 'https://x.example/p/hunter22hunter22.abc-def' }],
    [
      'the link that stops the email about new leads',
      { url: 'https://x.example/new-leads-email/hunter22hunter22_abc-def' },
    ],
    ['the link that stops the Monday email', { url: 'https://x.example/weekly-email/hunter22hunter22_abc-def' }],
    ['a secret in an error’s message', { err: new Error('GET /u/hunter22hunter22.abc failed') }],
    ['and in its cause', { err: new Error('x', { cause: new Error('?token=hunter22') }) }],
    ['in an error that is not called err', { problem: { error: new Error('?token=hunter22') } }],
    ['an API key in an address', { url: '/api/v1/campaigns/?api_key=ovt_live_hunter22hunter22hunter22' }],
    [
      'tokens of an app in a text',
      { problem: 'ovt_app_hunter22hunter22 ovt_refresh_hunter22hunter22 ovt_code_hunter22hunter22' },
    ],
    ['the secret of a webhook in a text', { problem: 'whsec_hunter22+hunter22/hunter22=' }],
    ['bytes', { raw: Buffer.from('hunter22') }],
  ])('%s', (_, fields) => {
    const line = written(fields);
    expect(line).not.toContain('hunter22');
    expect(line).not.toContain('12345678');
    expect(line).toContain('"msg":"said"');
  });

  test('the rows that PostgreSQL quotes', () => {
    const error = Object.assign(
      new pg.DatabaseError('duplicate key value violates unique constraint "users_email_key"', 1, 'error'),
      {
        code: '23505',
        detail: 'Key (email)=(ada@acme.example) already exists.',
        where: 'ada@acme.example',
        constraint: 'users_email_key',
      },
    );
    const line = written({ err: error });
    expect(line).not.toContain('ada@acme.example');
    expect(JSON.parse(line).err).toMatchObject({ code: '23505', constraint: 'users_email_key' });
  });

  test('what is no secret stays', () => {
    const fields = {
      code: 'rate_limited',
      intent_id: 7,
      url: '/api/v1/chats/12/',
      job_key: 'a',
      has_password: true,
      n: { code: '23505' },
    };
    expect(JSON.parse(written(fields))).toMatchObject(fields);
  });

  test('endless and circular things end', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(written({ circle }).length).toBeLessThan(2000);
    expect(hideInText('/u/'.repeat(100_000)).length).toBe(300_000);
  });
});

test('what an outage makes fail is for debugging, but for the end of the program', () => {
  const said: string[] = [];
  const log = createLog('info', false, { write: (line) => void said.push(JSON.parse(line).msg) });
  const err = new DatabaseUnavailable('crowded', 'no connection came');
  log.error({ err }, 'a part failed');
  log.fatal({ err }, 'Overture could not start');
  expect(said).toEqual(['Overture could not start']);
});
