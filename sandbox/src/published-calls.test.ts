import { expect, test } from 'vitest';
import { z } from 'zod';
import { HUBSPOT_CALLS } from './crm/schema/hubspot.calls.ts';
import { GMAIL_CALLS } from './google/schema/gmail.calls.ts';
import { UNIPILE_CALLS } from './linkedin/schema/unipile.calls.ts';
import { GRAPH_CALLS } from './microsoft/schema/graph.calls.ts';
import { findRefusal, type PublishedCall } from './published-calls.ts';

const GMAIL = 'https://www.googleapis.com/auth/gmail.';
const drafts = '/gmail/v1/users/me/drafts';
type Case = [
  readonly PublishedCall[],
  string,
  string,
  { query?: object; body?: unknown; scope?: string },
  string | null,
];
const cases: Case[] = [
  [GMAIL_CALLS, 'GET', `${drafts}/1`, { query: { format: 'raw' }, scope: `${GMAIL}modify` }, null],
  [GMAIL_CALLS, 'GET', `${drafts}/1`, { query: { forma: 'raw' }, scope: `${GMAIL}modify` }, 'invalid'],
  [GMAIL_CALLS, 'POST', `${drafts}/send`, { body: { id: '1' }, scope: `${GMAIL}readonly` }, 'missing_scope'],
  [GMAIL_CALLS, 'POST', `${drafts}/send`, { body: { draft: '1' }, scope: `${GMAIL}modify` }, 'invalid'],
  [GMAIL_CALLS, 'PATCH', drafts, {}, 'unknown_call'],
  [GRAPH_CALLS, 'POST', '/me/messages/1/send', { scope: 'Mail.ReadWrite' }, 'missing_scope'],
  [GRAPH_CALLS, 'POST', '/me/messages/1/send', { body: {}, scope: 'Mail.Send' }, 'invalid'],
  [GRAPH_CALLS, 'PATCH', '/me/messages/1', { body: { isDraft: false }, scope: 'Mail.ReadWrite' }, 'invalid'],
  [GRAPH_CALLS, 'PATCH', '/me/messages/1', { body: { isRead: true }, scope: 'Mail.ReadWrite' }, null],
  [UNIPILE_CALLS, 'POST', '/users/invite', { body: { account_id: 'a', provider_id: 'b', note: 'Hi' } }, 'invalid'],
  [UNIPILE_CALLS, 'GET', '/users/invite/sent', { query: { limit: '10' } }, 'invalid'],
  [
    HUBSPOT_CALLS,
    'POST',
    '/communication-preferences/2026-03/statuses/a@b.test/unsubscribe-all',
    { query: { channel: 'EMAIL' }, body: {}, scope: 'communication_preferences.write' },
    'invalid',
  ],
];

test.each(cases)('%#: of the published calls, %s %s with %j is refused as %s', (calls, method, path, given, kind) => {
  const { query = {}, body, scope } = given;
  const refusal = findRefusal(calls, { method, query, body }, path, scope === undefined ? null : { scope });
  expect(refusal?.kind ?? null).toBe(kind);
});

test('a call takes no body unless one is published, and no query but the names that are', () => {
  const calls: PublishedCall[] = [{ method: 'POST', path: '/a', query: z.strictObject({ at: z.string() }) }];
  const refuse = (query: object, body: unknown) =>
    findRefusal(calls, { method: 'POST', query, body }, '/a', null)?.kind;
  expect([
    refuse({ at: 'x' }, undefined),
    refuse({ at: 'x' }, null),
    refuse({ at: 'x' }, {}),
    refuse({}, null),
  ]).toEqual([undefined, undefined, 'invalid', 'invalid']);
});
