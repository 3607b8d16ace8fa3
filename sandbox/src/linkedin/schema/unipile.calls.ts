import { z } from 'zod';
import type { PublishedCall } from '../../published-calls.ts';

/**
 * Unipile's calls that Overture makes, below `/api/v1`: request schemas of the vendor's own package unipile-node-sdk 1.9.3, and its reference for
 * v1 (developer.unipile.com) where that is newer, read 2026-11-28.
 */
const text = z.string().min(1);
const yes = z.enum(['true', 'false']);
const PAGE = ['limit', 'cursor'];
const OF_SEAT = z.strictObject({ account_id: text });
/** Files come as what is known of them: their bytes were read already. */
const files = z.array(z.unknown()).optional();
const linkedinApi = z.enum(['classic', 'sales_navigator', 'recruiter']);
const listOf = (...more: string[]) =>
  z.strictObject({
    account_id: text,
    limit: z.coerce.number().int().min(1).max(1000).optional(),
    cursor: text.optional(),
    ...Object.fromEntries(more.map((name) => [name, text.optional()])),
  });
const address = z.url().optional();

export const UNIPILE_CALLS: readonly PublishedCall[] = [
  {
    method: 'POST',
    path: '/hosted/accounts/link',
    body: z.strictObject({
      type: z.enum(['create', 'reconnect']),
      expiresOn: z.iso.datetime({ precision: 3 }),
      api_url: z.url(),
      providers: z.union([z.string(), z.array(z.string())]).optional(),
      reconnect_account: text.optional(),
      success_redirect_url: address,
      failure_redirect_url: address,
      notify_url: address,
      name: z.string().optional(),
      bypass_success_screen: z.boolean().optional(),
      disabled_features: z.array(z.string()).optional(),
      disabled_options: z.array(z.string()).optional(),
      sync_limit: z.unknown().optional(),
    }),
  },
  { method: 'GET', path: '/accounts', query: PAGE },
  {
    method: 'POST',
    path: '/accounts',
    body: z.strictObject({ provider: z.literal('LINKEDIN'), username: text, password: text }),
  },
  {
    method: 'POST',
    path: '/accounts/checkpoint',
    body: z.strictObject({ provider: z.literal('LINKEDIN'), account_id: text, code: text }),
  },
  { method: 'GET', path: '/accounts/{id}' },
  { method: 'DELETE', path: '/accounts/{id}' },
  { method: 'GET', path: '/webhooks', query: PAGE },
  {
    method: 'POST',
    path: '/webhooks',
    body: z.strictObject({
      source: z.enum(['messaging', 'email', 'email_tracking', 'users', 'account_status']),
      request_url: z.url(),
      name: z.string().optional(),
      format: z.enum(['json', 'form']).optional(),
      account_ids: z.array(text).optional(),
      enabled: z.boolean().optional(),
      events: z.array(text).optional(),
      data: z.array(z.unknown()).optional(),
      headers: z.array(z.strictObject({ key: text, value: z.string() })).optional(),
    }),
  },
  { method: 'DELETE', path: '/webhooks/{id}' },
  { method: 'GET', path: '/users/me', query: OF_SEAT },
  { method: 'GET', path: '/users/relations', query: listOf('filter') },
  {
    method: 'POST',
    path: '/users/invite',
    body: z.strictObject({
      account_id: text,
      provider_id: text,
      message: z.string().max(300).optional(),
      user_email: z.email().optional(),
    }),
  },
  { method: 'GET', path: '/users/invite/sent', query: listOf() },
  { method: 'DELETE', path: '/users/invite/sent/{invitation_id}', query: OF_SEAT },
  {
    method: 'GET',
    path: '/users/{identifier}',
    query: z.strictObject({
      account_id: text,
      notify: yes.optional(),
      linkedin_api: linkedinApi.optional(),
    }),
  },
  { method: 'GET', path: '/users/{identifier}/posts', query: listOf('is_company') },
  {
    method: 'POST',
    path: '/posts/reaction',
    body: z.strictObject({
      account_id: text,
      post_id: text,
      comment_id: text.optional(),
      reaction_type: z.enum(['like', 'celebrate', 'support', 'love', 'insightful', 'funny']).optional(),
    }),
  },
  { method: 'GET', path: '/posts/{post_id}', query: OF_SEAT },
  { method: 'GET', path: '/posts/{post_id}/reactions', query: listOf('comment_id') },
  { method: 'GET', path: '/posts/{post_id}/comments', query: listOf('comment_id', 'sort_by') },
  {
    method: 'POST',
    path: '/linkedin/search',
    query: listOf(),
    body: z.union([
      z.strictObject({ url: z.url() }),
      z.strictObject({
        api: linkedinApi,
        category: z.enum(['people', 'companies', 'posts', 'jobs']),
        keywords: z.string().optional(),
        company: z.array(z.string()).optional(),
        groups: z.array(z.string()).optional(),
        sort_by: z.enum(['relevance', 'date']).optional(),
      }),
    ]),
  },
  { method: 'GET', path: '/linkedin/company/{identifier}', query: OF_SEAT },
  { method: 'GET', path: '/linkedin/inmail_balance', query: OF_SEAT },
  {
    method: 'GET',
    path: '/chats',
    query: [...PAGE, 'account_id', 'account_type', 'unread', 'before', 'after'],
  },
  {
    method: 'POST',
    path: '/chats',
    body: z.strictObject({
      account_id: text,
      attendees_ids: text,
      text,
      subject: z.string().max(200).optional(),
      'linkedin[api]': linkedinApi.optional(),
      'linkedin[inmail]': yes.optional(),
      attachments: files,
    }),
  },
  // Found by its id alone, whose account it is may be said.
  { method: 'GET', path: '/chats/{chat_id}', query: ['account_id'] },
  { method: 'GET', path: '/chats/{chat_id}/messages', query: [...PAGE, 'account_id', 'before', 'after', 'sender_id'] },
  {
    method: 'POST',
    path: '/chats/{chat_id}/messages',
    body: z.strictObject({ account_id: text.optional(), text, attachments: files }),
  },
  { method: 'GET', path: '/messages', query: [...PAGE, 'account_id', 'before', 'after', 'sender_id'] },
  { method: 'GET', path: '/messages/{message_id}/attachments/{attachment_id}', query: ['account_id'] },
];
