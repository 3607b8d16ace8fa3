import { z } from 'zod';
import type { ToolCall } from '../stand-in.ts';

/**
 * lemlist's calls that Overture makes, with the fields of their answers that we read, from its OpenAPI files for v2 (developer.lemlist.com,
 * read 2026-11-29). Its export of leads has no published fields: those of public clients.
 */
const id = z.string().min(1);
const time = z.iso.datetime();
const limit = z.coerce.number().int().min(1).max(100).optional();
const offset = z.coerce.number().int().min(0).optional();

const step = z.strictObject({
  ...{ _id: id, delay: z.number().int(), index: z.number().int(), emailTemplateId: id.optional() },
  type: z.literal(['email', 'linkedinInvite', 'linkedinSend', 'linkedinVisit', 'phone', 'manual', 'conditional']),
  ...{ subject: z.string().optional(), message: z.string().optional(), abTest: z.boolean().optional() },
});

export const LEMLIST_CALLS: readonly ToolCall[] = [
  {
    ...{ method: 'GET', path: '/api/v2/unsubscribes/variables', query: z.strictObject({ offset, limit }) },
    answer: z.array(z.strictObject({ _id: id, value: z.string(), source: z.string(), createdAt: time })),
  },
  {
    ...{ method: 'GET', path: '/api/campaigns' },
    query: z.strictObject({
      ...{ version: z.literal('v2'), limit, page: z.coerce.number().int().min(1).optional() },
      sortBy: z.literal('createdAt').optional(),
      sortOrder: z.literal(['asc', 'desc']).optional(),
    }),
    answer: z.strictObject({
      campaigns: z.array(z.looseObject({ _id: id, name: z.string(), status: z.string() })),
      pagination: z.strictObject({ totalRecords: z.number(), currentPage: z.number(), totalPage: z.number() }),
    }),
  },
  {
    ...{ method: 'GET', path: '/api/campaigns/{campaignId}/sequences' },
    answer: z.record(z.string(), z.strictObject({ _id: id, level: z.number(), steps: z.array(step) })),
  },
  {
    ...{ method: 'GET', path: '/api/campaigns/{campaignId}/export/leads' },
    query: z.strictObject({ state: z.string(), format: z.literal(['csv', 'json']) }),
    answer: z.array(z.looseObject({ _id: id, email: z.string(), firstName: z.string(), lastName: z.string() })),
  },
  {
    ...{ method: 'GET', path: '/api/activities' },
    query: z.strictObject({
      version: z.literal('v2'),
      campaignId: id.optional(),
      type: z.string().optional(),
      offset,
      limit,
    }),
    answer: z.array(
      z.looseObject({
        ...{ _id: id, type: z.string(), leadId: id, campaignId: id, createdAt: time, leadEmail: z.string() },
        sequenceStep: z.number().int(),
      }),
    ),
  },
];
