import { RIGHTS } from '@overture/domain/access/permissions';
import { TOUCH_LOCK_BOUNDS, TOUCH_LOCK_REASON_MAX, TOUCH_LOCK_REASONS } from '@overture/domain/campaign/touch-locks';
import { SHOWN_LEADS } from '@overture/domain/leads/lead-tables';
import { z } from 'zod';
import { cursorQuery, done, endpoint, idSchema, listQuery, nextCursor, pageQuery, unused } from './endpoint.ts';

const bounded = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max);
const stateSchema = z.enum(['held', 'cooling']);

const rulesSchema = z.object({
  is_on: z.boolean(),
  /** With the agency and its other clients, where the agency shares too. They see until when a person is held, never by whom. */
  is_shared: z.boolean(),
  /** Days of rest after a campaign ended, or after a reply that says neither yes nor no. */
  finished_days: bounded(TOUCH_LOCK_BOUNDS.finished_days),
  not_interested_days: bounded(TOUCH_LOCK_BOUNDS.not_interested_days),
  holds_companies: z.boolean(),
  /** Most people of one company in contact at the same time. */
  company_people: bounded(TOUCH_LOCK_BOUNDS.company_people),
  /** Days between the first touches of two people of a company. */
  company_gap_days: bounded(TOUCH_LOCK_BOUNDS.company_gap_days),
  /** Days in which others at the company rest after a reply. */
  company_reply_days: bounded(TOUCH_LOCK_BOUNDS.company_reply_days),
});

/**
 * What a campaign asks for beyond its organization, whose lock must be on: never looser. Fields that are left out are as in the
 * organization's rules, and an empty object goes back to them.
 */
export const campaignTouchRules = z.object({
  /** Days that people rested before the campaign contacts them, and rest after it. */
  rest_days: bounded(TOUCH_LOCK_BOUNDS.finished_days).optional(),
  /** The company rules hold for this campaign although they don't for all. */
  holds_companies: z.boolean().optional(),
  company_people: bounded(TOUCH_LOCK_BOUNDS.company_people).optional(),
  company_gap_days: bounded(TOUCH_LOCK_BOUNDS.company_gap_days).optional(),
  company_reply_days: bounded(TOUCH_LOCK_BOUNDS.company_reply_days).optional(),
});

const rulesAnswer = rulesSchema.extend({
  /** Earlier contacts are still being recorded: first touches wait. */
  is_recording: z.boolean(),
});

const lockSchema = z.object({
  prospect_id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  company_name: z.string().nullable(),
  campaign_id: z.number().int(),
  campaign_name: z.string(),
  /** Who sends for the campaign. */
  sender: z.string().nullable(),
  state: stateSchema,
  reason: z.enum(TOUCH_LOCK_REASONS),
  /** Null while no end is known. */
  until: z.iso.datetime().nullable(),
  taken_at: z.iso.datetime(),
});
export type TouchLock = z.output<typeof lockSchema>;

const leadLockSchema = z.object({
  prospect_id: z.number().int(),
  /** Of another client of the agency: nothing else is known of it. */
  is_foreign: z.boolean(),
  campaign_name: z.string().nullable(),
  sender: z.string().nullable(),
  reason: z.enum(TOUCH_LOCK_REASONS),
  until: z.iso.datetime().nullable(),
});
export type LeadLock = z.output<typeof leadLockSchema>;

export const touchLocksEndpoints = {
  getTouchLockRules: endpoint('GET /touch-locks/rules/', {
    summary: 'The rules by which one campaign at a time contacts a person',
    shows: ['touch_locks'],
    ok: rulesAnswer,
  }),
  changeTouchLockRules: endpoint('PATCH /touch-locks/rules/', {
    summary:
      'Change the rules of the touch lock; fields that are left out stay. New days count for locks that end from now on',
    touches: ['touch_locks', 'campaign_leads', 'campaigns'],
    roles: RIGHTS.settings,
    body: rulesSchema.partial(),
    ok: rulesAnswer,
  }),
  previewTouchLocks: endpoint('GET /touch-locks/preview/', {
    summary: 'What the touch lock would hold if it were turned on now, counted up to 10,000',
    shows: ['touch_locks', 'campaign_leads'],
    ok: z.object({
      /** Leads whose first message would wait because another campaign contacts the person or did so lately. */
      waiting_leads: z.number().int(),
      /** People whom two campaigns contact at the moment; both continue. */
      people_in_two_campaigns: z.number().int(),
    }),
  }),
  listTouchLocks: endpoint('GET /touch-locks/', {
    summary: 'People whom a campaign holds or who rest after one, 25 a page, the newest lead first',
    shows: ['touch_locks', 'campaign_leads', 'leads'],
    query: z.object({ page: pageQuery, ...cursorQuery, state: unused(stateSchema) }),
    errors: ['cursor_invalid'],
    ok: z.object({
      ...nextCursor,
      locks: z.array(lockSchema),
      /** Counted up to 10,000. */
      total_locks: z.number().int(),
      /** People who rest although the campaign's lead was deleted, counted up to 10,000. */
      deleted_leads: z.number().int(),
    }),
  }),
  listLeadLocks: endpoint('GET /touch-locks/leads/', {
    summary: 'Which of these leads are held by the touch lock, by anything they are known by; each once',
    shows: ['touch_locks', 'campaign_leads', 'leads'],
    query: z.object({ prospect_ids: listQuery(z.array(idSchema).min(1).max(SHOWN_LEADS)) }),
    ok: z.object({ leads: z.array(leadLockSchema).max(SHOWN_LEADS) }),
  }),
  releaseTouchLock: endpoint('POST /touch-locks/leads/{id}/release/', {
    summary: 'Release the touch lock on a person, with the reason: campaigns that wait for it continue',
    touches: ['touch_locks', 'campaign_leads', 'campaigns'],
    roles: RIGHTS.settings,
    body: z.object({ reason: z.string().trim().min(1).max(TOUCH_LOCK_REASON_MAX) }),
    errors: ['conflict'],
    ok: done,
  }),
  releaseDeletedLeads: endpoint('POST /touch-locks/deleted/release/', {
    summary:
      'Release the people whose lead was deleted, 10,000 at a time, with the reason: campaigns that wait for them continue',
    touches: ['touch_locks', 'campaign_leads', 'campaigns'],
    roles: RIGHTS.settings,
    body: z.object({ reason: z.string().trim().min(1).max(TOUCH_LOCK_REASON_MAX) }),
    errors: ['conflict'],
    ok: z.object({ released: z.number().int() }),
  }),
};
