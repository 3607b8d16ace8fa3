import { z } from 'zod';
import type { PublishedCall } from '../../published-calls.ts';

/** Gmail's calls that Overture makes: the discovery types of the vendor's package @googleapis/gmail 18.0.0, with their scopes, read 2026-11-28. */
const scope = (...names: string[]): string[] =>
  names.map((name) => (name === 'all' ? 'https://mail.google.com/' : `https://www.googleapis.com/auth/gmail.${name}`));
const READ = scope('all', 'modify', 'readonly');
const READ_HEADS = [...READ, ...scope('metadata')];
const DRAFTS = scope('all', 'modify', 'compose');
const ME = '/gmail/v1/users/me';
const PAGE = ['maxResults', 'pageToken'];
/** Of every call: parameters of Google's APIs. */
const COMMON = ['alt', 'fields', 'prettyPrint', 'quotaUser'];
const bytes = z.custom<Buffer>((body) => Buffer.isBuffer(body) && body.length > 0, { error: 'A body is needed.' });

export const GMAIL_CALLS: readonly PublishedCall[] = [
  { method: 'GET', path: `${ME}/profile`, query: COMMON, scopes: [...READ_HEADS, ...scope('compose')] },
  { method: 'GET', path: `${ME}/settings/sendAs`, query: COMMON, scopes: [...READ, ...scope('settings.basic')] },
  {
    method: 'GET',
    path: `${ME}/messages`,
    query: [...COMMON, ...PAGE, 'q', 'labelIds', 'includeSpamTrash'],
    scopes: READ_HEADS,
  },
  {
    method: 'GET',
    path: `${ME}/messages/{id}`,
    query: [...COMMON, 'format', 'metadataHeaders'],
    scopes: READ_HEADS,
  },
  { method: 'POST', path: `${ME}/messages/{id}/trash`, query: COMMON, scopes: scope('all', 'modify') },
  {
    method: 'GET',
    path: `${ME}/history`,
    query: [...COMMON, ...PAGE, 'startHistoryId', 'historyTypes', 'labelId'],
    scopes: READ_HEADS,
  },
  {
    method: 'GET',
    path: `${ME}/drafts`,
    query: [...COMMON, ...PAGE, 'q', 'includeSpamTrash'],
    scopes: [...DRAFTS, ...scope('readonly')],
  },
  { method: 'GET', path: `${ME}/drafts/{id}`, query: [...COMMON, 'format'], scopes: [...DRAFTS, ...scope('readonly')] },
  { method: 'DELETE', path: `${ME}/drafts/{id}`, query: COMMON, scopes: DRAFTS },
  {
    method: 'POST',
    path: `${ME}/drafts/send`,
    query: COMMON,
    body: z.strictObject({ id: z.string().min(1), message: z.looseObject({}).optional() }),
    scopes: DRAFTS,
  },
  {
    method: 'POST',
    path: '/upload/gmail/v1/users/me/drafts',
    query: [...COMMON, 'uploadType'],
    body: bytes,
    scopes: DRAFTS,
  },
  { method: 'POST', path: '/batch/gmail/v1', body: bytes },
];
