import { RIGHTS } from '@overture/domain/access/permissions';
import { RETENTION_MONTHS } from '@overture/domain/organization/retention';
import { z } from 'zod';
import { endpoint, unused } from './endpoint.ts';

const { min, max } = RETENTION_MONTHS;
const months = z.number().int().min(min).max(max).nullable();
const rules = {
  /** Leads that were never contacted, after this many months since they were added. Null: kept. */
  never_contacted_months: months,
  /** Leads who never replied, after this many months since the last contact. */
  no_reply_months: months,
  /** Conversations, after this many months since their last message. */
  messages_months: months,
};
const asked = unused(z.coerce.number<number | string>().int().min(min).max(max));
const count = z.number().int();

export const retentionEndpoints = {
  getRetention: endpoint('GET /organization/retention/', {
    summary: 'How long leads and conversations are kept',
    shows: ['organization_settings'],
    roles: RIGHTS.settings,
    ok: z.object({ ...rules, ran_at: z.iso.datetime().nullable() }),
  }),
  previewRetention: endpoint('GET /organization/retention/preview/', {
    summary: 'How many leads and conversations these periods would delete today, each counted up to 100,000',
    shows: ['leads', 'chats', 'campaign_leads'],
    roles: RIGHTS.settings,
    query: z.object({ never_contacted_months: asked, no_reply_months: asked, messages_months: asked }),
    ok: z.object({ never_contacted_months: count, no_reply_months: count, messages_months: count }),
  }),
  changeRetention: endpoint('PUT /organization/retention/', {
    summary:
      'Change how long leads and conversations are kept. What is over is deleted every night, and cannot be restored',
    touches: ['organization_settings'],
    roles: RIGHTS.settings,
    body: z.object(rules),
    ok: z.object({ ...rules, ran_at: z.iso.datetime().nullable() }),
  }),
};
