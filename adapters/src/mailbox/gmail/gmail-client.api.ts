import type { gmail_v1 } from '@googleapis/gmail';
import { trimTrailing } from '@overture/domain/text/text';
import { z } from 'zod';
import { exactly, readsOnly } from '../../kit/exactly.ts';
import type { OauthConnection } from '../mailbox.port.ts';
import { allowOwnAddresses, createMailHttp, type MailHttp } from '../oauth/mail-http.api.ts';
import { gmailManifest } from './gmail.manifest.ts';
import { toGmailError } from './gmail-error.transform.ts';

export type GmailSettings = {
  api_url?: string | undefined;
  /** The text of OUTBOUND_ALLOW; the API's own address is always allowed. */
  outbound_allow?: string | undefined;
  /** Default: those of the manifest. */
  timeout_in_ms?: number;
  back_off_in_ms?: number;
  /** Milliseconds since the epoch; default Date.now. */
  now?: () => number;
};

export type Gmail = {
  http: MailHttp;
  /** Address of a call for the mailbox; `query` values are encoded. */
  at(path: string, query?: Query): string;
  upload_url: string;
  batch_url: string;
  send_timeout_in_ms: number;
  back_off_in_ms: number;
  now: () => number;
};

type Query = Record<string, string | number | boolean | readonly string[] | undefined>;

/** Queries of the calls, with the names that Google publishes. */
export const listQuery = exactly<gmail_v1.Params$Resource$Users$Messages$List>();
export const messageQuery = exactly<gmail_v1.Params$Resource$Users$Messages$Get>();
export const draftsQuery = exactly<gmail_v1.Params$Resource$Users$Drafts$List>();
export const historyQuery = exactly<gmail_v1.Params$Resource$Users$History$List>();

export const idSchema = z.string().regex(/^[\w-]{1,200}$/);
export const labelsSchema = z.array(z.string().max(300)).max(1_000).default([]);
const pageToken = z.string().min(1).max(4_000).optional();

export const messageListSchema = readsOnly<gmail_v1.Schema$ListMessagesResponse>()(
  z.object({
    messages: z
      .array(z.object({ id: idSchema, threadId: idSchema }))
      .max(1_000)
      .default([]),
    nextPageToken: pageToken,
  }),
);
const profileSchema = readsOnly<gmail_v1.Schema$Profile>()(
  z.object({ emailAddress: z.string(), historyId: z.string().regex(/^\d{1,30}$/) }),
);
const listedMessage = z.object({ id: idSchema, labelIds: labelsSchema });
export const historySchema = readsOnly<gmail_v1.Schema$ListHistoryResponse>()(
  z.object({
    history: z
      .array(
        z.object({
          id: z.string().regex(/^\d{1,30}$/),
          messagesAdded: z.array(z.object({ message: listedMessage })).default([]),
          labelsAdded: z.array(z.object({ message: listedMessage, labelIds: labelsSchema })).default([]),
        }),
      )
      .max(1_000)
      .default([]),
    nextPageToken: pageToken,
    historyId: z.string().regex(/^\d{1,30}$/),
  }),
);

/** @throws Error for an address that cannot be read */
export function createGmail(settings: GmailSettings): Gmail {
  const api = trimTrailing(settings.api_url ?? gmailManifest.addresses.api, '/');
  const { limits, label } = gmailManifest;
  const now = settings.now ?? Date.now;
  return {
    http: createMailHttp({
      label,
      allow: allowOwnAddresses(settings.outbound_allow, [api]),
      readRefusal: toGmailError,
      now,
      timeout_in_ms: settings.timeout_in_ms ?? limits.timeout_in_ms,
      ...(settings.back_off_in_ms === undefined ? {} : { back_off_in_ms: settings.back_off_in_ms }),
    }),
    at: (path, query = {}) => `${api}/gmail/v1/users/me${withQuery(path, query)}`,
    upload_url: `${api}/upload/gmail/v1/users/me/drafts?uploadType=multipart`,
    batch_url: `${api}/batch/gmail/v1`,
    send_timeout_in_ms: settings.timeout_in_ms ?? limits.send_timeout_in_ms,
    back_off_in_ms: settings.back_off_in_ms ?? 500,
    now,
  };
}

/** The mailbox's address and how far its history goes. */
export function fetchGmailProfile(gmail: Gmail, connection: OauthConnection) {
  return gmail.http.read(connection, profileSchema, { url: gmail.at('/profile'), effect: 'repeatable' });
}

/** The path of a call below `/gmail/v1/users/me`, with its query. */
export function withQuery(path: string, query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, String(one)]),
  );
  const text = new URLSearchParams(pairs).toString();
  return text === '' ? path : `${path}?${text}`;
}
