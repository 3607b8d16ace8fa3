import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { dayZone } from './calls.ts';
import { endpoint, idSchema, unused } from './endpoint.ts';

/** One thing that waits for a person. `kind` is open: a program ignores those it does not know. */
const todayItemSchema = z.object({
  kind: z.string(),
  /** Of the thing itself, by its kind: a lead in a campaign, a sender, a conversation, an approval. */
  id: z.number().int(),
  prospect: z.object({ id: z.number().int(), name: z.string(), company_name: z.string().nullable() }).nullable(),
  campaign: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** A name or a count that says which one it is. */
  detail: z.string().nullable(),
  due_at: z.iso.datetime(),
  /** It was due before this day began. */
  is_overdue: z.boolean(),
  /** The lead said that they are interested. */
  is_interested: z.boolean(),
  /** The lead opened a link of an email within the last 14 days. */
  is_clicked: z.boolean(),
  /** Of a call outside the hours of the lead: when they can be called. */
  opens_at: z.iso.datetime().nullable(),
});
export type TodayItem = z.output<typeof todayItemSchema>;

export const todayEndpoints = {
  listToday: endpoint('GET /today/', {
    summary:
      'What waits for you today: interested leads first, then what is overdue, then leads who clicked, then by time; 50 at most',
    shows: ['calls', 'linkedin_tasks', 'approvals', 'chats', 'drafts', 'campaign_leads'],
    query: z.object({
      timezone: dayZone,
      kind: unused(z.string().max(40)),
      /** Of this campaign; of a conversation: its lead is in the campaign. */
      campaign_id: unused(idSchema),
      /** What this member has: conversations assigned to them, calls and messages of their leads, cards of senders they connected. */
      owner_id: unused(idSchema),
    }),
    ok: z.object({
      items: z.array(todayItemSchema).max(LIST_LIMITS.today),
      /** Each is counted up to 1,000. */
      counts: z.array(z.object({ kind: z.string(), count: z.number().int() })).max(LIST_LIMITS.today_kinds),
      /** Calls that were due before today, up to 1,000. */
      overdue_calls: z.number().int(),
    }),
  }),
  countToday: endpoint('GET /today/count/', {
    summary: 'How many things wait for you, each kind counted up to 1,000',
    shows: ['calls', 'linkedin_tasks', 'approvals', 'chats', 'drafts', 'campaign_leads'],
    ok: z.object({ total: z.number().int() }),
  }),
};
