import { z } from 'zod';
import type { PublishedCall } from '../../published-calls.ts';

/** Graph's calls that Overture makes: the metadata of v1.0 (August 2026) and the permissions of its reference pages, read 2026-11-28. */
const READ = ['Mail.Read', 'Mail.ReadWrite'];
const WRITE = ['Mail.ReadWrite'];
const LIST = ['$filter', '$select', '$top', '$skip', '$orderby', '$count', '$search', '$expand', '$skiptoken'];
const text = z.string();
const recipients = z
  .array(z.strictObject({ emailAddress: z.strictObject({ name: text.optional(), address: text.optional() }) }))
  .optional();
/** Properties of a message that can be written. */
const message = z.strictObject({
  subject: text.optional(),
  body: z.strictObject({ contentType: text, content: text }).optional(),
  toRecipients: recipients,
  ccRecipients: recipients,
  bccRecipients: recipients,
  replyTo: recipients,
  internetMessageId: text.optional(),
  internetMessageHeaders: z.array(z.strictObject({ name: text, value: text })).optional(),
  isRead: z.boolean().optional(),
  importance: text.optional(),
  categories: z.array(text).optional(),
});

export const GRAPH_CALLS: readonly PublishedCall[] = [
  { method: 'GET', path: '/me', query: ['$select'], scopes: ['User.Read', 'User.ReadWrite'] },
  { method: 'GET', path: '/me/mailFolders', query: [...LIST, 'includeHiddenFolders'], scopes: READ },
  { method: 'GET', path: '/me/mailFolders/{folder}', query: ['$select', '$expand'], scopes: READ },
  { method: 'GET', path: '/me/messages', query: LIST, scopes: READ },
  { method: 'GET', path: '/me/mailFolders/{folder}/messages', query: LIST, scopes: READ },
  {
    method: 'GET',
    path: '/me/mailFolders/{folder}/messages/delta',
    query: ['$filter', '$select', '$orderby', '$top', 'changeType', '$skiptoken', '$deltatoken'],
    scopes: READ,
  },
  // A draft as MIME is the mail in base64; else it is a message.
  { method: 'POST', path: '/me/messages', body: z.union([text.min(1), message]), scopes: WRITE },
  { method: 'GET', path: '/me/messages/{id}', query: ['$select', '$expand'], scopes: READ },
  { method: 'GET', path: '/me/messages/{id}/$value', scopes: READ },
  { method: 'PATCH', path: '/me/messages/{id}', body: message, scopes: WRITE },
  { method: 'DELETE', path: '/me/messages/{id}', scopes: WRITE },
  {
    method: 'POST',
    path: '/me/messages/{id}/move',
    body: z.strictObject({ destinationId: text.min(1) }),
    scopes: WRITE,
  },
  { method: 'POST', path: '/me/messages/{id}/permanentDelete', scopes: WRITE },
  { method: 'POST', path: '/me/messages/{id}/send', scopes: ['Mail.Send'] },
  {
    method: 'POST',
    path: '/me/messages/{id}/attachments',
    body: z.strictObject({
      '@odata.type': z.literal('#microsoft.graph.fileAttachment'),
      name: text.min(1),
      contentType: text.optional(),
      contentBytes: text,
      contentId: text.optional(),
      isInline: z.boolean().optional(),
    }),
    scopes: WRITE,
  },
  {
    method: 'POST',
    path: '/me/messages/{id}/attachments/createUploadSession',
    body: z.strictObject({
      AttachmentItem: z.strictObject({
        attachmentType: z.enum(['file', 'item', 'reference']),
        name: text.min(1),
        size: z.number().int().min(1),
        contentType: text.optional(),
        contentId: text.optional(),
        isInline: z.boolean().optional(),
      }),
    }),
    scopes: WRITE,
  },
];
