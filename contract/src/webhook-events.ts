import { CAMPAIGN_STATUSES } from '@overture/domain/campaign/transitions';
import { REPLY_CLASSES } from '@overture/domain/inbound/reply-classes';
import { LINKEDIN_ACTIONS } from '@overture/domain/linkedin/linkedin-actions';
import { BOOKING_PROVIDERS } from '@overture/domain/meetings';
import { SCHEDULED_EXPORT_KINDS } from '@overture/domain/scheduled-exports';
import { z } from 'zod';

/*
 * The catalog of outgoing events. A type is declared here once, with its data and a sample, and emitted in one place: a trigger on the
 * fact (server/migrations/0067_webhook_facts.sql, 0099_due_tasks.sql, 0122_limit_and_visit_webhooks.sql) or a handler of a domain event (server/src/slices/webhooks). Internal events stay
 * internal. A type only grows: a field is never removed or narrowed, and another meaning gets another type.
 */

const id = z.number().int();
const named = z.object({ id, name: z.string() });
const campaign = z.object({ id, name: z.string() }).nullable();

const prospect = z
  .object({
    id,
    email: z.string().nullable(),
    first_name: z.string(),
    last_name: z.string(),
    job_title: z.string().nullable(),
    company_name: z.string().nullable(),
    linkedin_profile_url: z.string().nullable(),
  })
  .nullable();
const account = z.object({ id, account_type: z.string(), name: z.string(), email: z.string().nullable() }).nullable();
const step = z.object({ id, type: z.string() }).nullable();

const ofProspect = { prospect };
const ofStep = { prospect, campaign, account, step };
const ofAccount = { account };
const ofCampaign = { campaign };

const aProspect = {
  id: 5120,
  email: 'grace@harbor.example',
  first_name: 'Grace',
  last_name: 'Okafor',
  job_title: 'Head of Operations',
  company_name: 'Harbor Freight Labs',
  linkedin_profile_url: 'https://www.linkedin.com/in/grace-okafor',
};
const aCampaign = { id: 31, name: 'Operations leads, spring' };
const aMailbox = { id: 7, account_type: 'GOOGLE', name: 'Ada Jansen', email: 'ada@sender.example' };
const aLinkedin = { id: 9, account_type: 'LINKEDIN', name: 'Ada Jansen', email: null };
const mailed = { prospect: aProspect, campaign: aCampaign, account: aMailbox, step: { id: 220, type: 'EMAIL' } };
const onLinkedin = (type: string) => ({ ...mailed, account: aLinkedin, step: { id: 221, type } });

const ofMeeting = {
  prospect,
  meeting: z.object({
    id,
    provider: z.enum(BOOKING_PROVIDERS),
    title: z.string(),
    starts_at: z.string().nullable(),
    ends_at: z.string().nullable(),
  }),
};
const aMeeting = {
  prospect: aProspect,
  meeting: {
    id: 17,
    provider: 'cal_com' as const,
    title: '30 minutes',
    starts_at: '2026-03-20T09:30:00.000Z',
    ends_at: '2026-03-20T10:00:00.000Z',
  },
};

/** `sample` satisfies `data`, which a test checks. */
function event<Fields extends z.ZodRawShape>(
  summary: string,
  fields: Fields,
  sample: z.input<z.ZodObject<Fields>>,
): { summary: string; data: z.ZodObject<Fields>; sample: Record<string, unknown> } {
  return { summary, data: z.object(fields), sample };
}

const reason = z.string().nullable();

export const WEBHOOK_EVENTS = {
  'email.sent': event(
    'An email of a campaign was sent',
    { ...ofStep, variant: z.string().nullable() },
    { ...mailed, variant: 'A' },
  ),
  'email.bounced': event(
    'An email came back',
    { ...ofStep, is_hard: z.boolean(), reason },
    { ...mailed, is_hard: true, reason: '550 5.1.1 No such user' },
  ),
  'email.failed': event(
    "An email of a campaign couldn't be sent",
    { ...ofStep, reason },
    { ...mailed, reason: 'The mail server refused the recipient.' },
  ),
  'email.opened': event('A person opened an email of a campaign; opens are estimates', ofStep, mailed),
  'link.clicked': event(
    'A lead opened a link of an email, once for each link',
    { ...ofStep, url: z.string() },
    { ...mailed, url: 'https://harbor.example/prices' },
  ),
  'reply.received': event(
    'A lead replied, on any channel',
    {
      prospect,
      account,
      message_id: id,
      channel: z.enum(['email', 'linkedin', 'whatsapp', 'facebook', 'instagram']),
      subject: z.string().nullable(),
      /** At most 4,000 characters. */
      text: z.string(),
    },
    {
      prospect: aProspect,
      account: aMailbox,
      message_id: 90_211,
      channel: 'email',
      subject: 'Re: Shorter dock times',
      text: 'Sounds interesting. Do you have time on Thursday?',
    },
  ),
  'prospect.status_changed': event(
    "A lead's interest or reply type changed",
    {
      ...ofProspect,
      interest: z.enum(['interested', 'not_interested']).nullable(),
      reply_type: z.enum(REPLY_CLASSES).nullable(),
    },
    { prospect: aProspect, interest: 'interested', reply_type: 'interested' },
  ),
  'prospect.unsubscribed': event('A lead opted out', ofProspect, { prospect: aProspect }),
  'prospect.erased': event(
    'A person was erased: delete your copy',
    { prospect: z.object({ id }) },
    { prospect: { id: 5120 } },
  ),
  'linkedin.invite_sent': event('A LinkedIn invitation was sent', ofStep, onLinkedin('LINKEDIN_INVITE')),
  'linkedin.invite_accepted': event('A LinkedIn invitation was accepted', ofStep, onLinkedin('ACCEPTED_INVITE')),
  'linkedin.message_sent': event('A LinkedIn message was sent', ofStep, onLinkedin('LINKEDIN_MESSAGE')),
  'linkedin.inmail_sent': event('A LinkedIn InMail was sent', ofStep, onLinkedin('INMAIL')),
  'linkedin.profile_visited': event('A LinkedIn profile was visited', ofStep, onLinkedin('VISIT_LINKEDIN_PROFILE')),
  'linkedin.post_liked': event('A LinkedIn post of a lead was liked', ofStep, onLinkedin('LIKE_LAST_LINKEDIN_POST')),
  'step.failed': event(
    'A step of a campaign failed for a lead',
    { ...ofStep, reason },
    { ...onLinkedin('LINKEDIN_MESSAGE'), reason: 'This profile no longer exists.' },
  ),
  'task.due': event(
    'A call or a reminder is due',
    {
      prospect,
      /** Of a call. */
      campaign,
      step,
      kind: z.enum(['call', 'reminder']),
      /** Whose reminder it is. */
      user: named.nullable(),
    },
    { prospect: aProspect, campaign: aCampaign, step: { id: 222, type: 'CALL_PROSPECT' }, kind: 'call', user: null },
  ),
  'task.completed': event('A call task was completed', ofStep, {
    ...mailed,
    account: null,
    step: { id: 222, type: 'CALL_PROSPECT' },
  }),
  'meeting.booked': event('A lead booked a meeting', ofMeeting, aMeeting),
  'meeting.rescheduled': event('A meeting was moved', ofMeeting, aMeeting),
  'meeting.cancelled': event('A meeting was cancelled', ofMeeting, aMeeting),
  'meeting.no_show': event("A lead didn't come to a meeting", ofMeeting, aMeeting),
  'campaign.status_changed': event(
    "A campaign's status changed",
    { ...ofCampaign, status: z.enum(CAMPAIGN_STATUSES), previous_status: z.enum(CAMPAIGN_STATUSES) },
    { campaign: aCampaign, status: 'PAUSED', previous_status: 'ACTIVE' },
  ),
  'campaign.completed': event('A campaign was completed', ofCampaign, { campaign: aCampaign }),
  'account.disconnected': event(
    'A sender stopped working and needs attention',
    { ...ofAccount, status: z.string(), reason },
    { account: aMailbox, status: 'CREDENTIALS', reason: 'The provider refused the sign-in.' },
  ),
  'account.reconnected': event(
    'A sender works again',
    { ...ofAccount, status: z.string() },
    { account: aMailbox, status: 'OPERATIONAL' },
  ),
  'account.limit_reached': event(
    'A sender reached a limit of its day',
    {
      ...ofAccount,
      /** The first of its limits on this day; later ones send nothing. */
      action: z.enum(['email', ...LINKEDIN_ACTIONS]),
      limit: z.number().int(),
      resets_at: z.string(),
    },
    { account: aMailbox, action: 'email', limit: 50, resets_at: '2026-03-15T00:00:00Z' },
  ),
  'placement.fell': event(
    'Fewer copies of campaign emails than before are in the inbox',
    {
      /** Of its likely cause. */
      account,
      campaign,
      cause: z.enum(['sender', 'text', 'provider', 'all']),
      reason: z.string(),
    },
    {
      account: aMailbox,
      campaign: null,
      cause: 'sender',
      reason: 'Of the copies of the last 24 hours, 9 of 24 in the inbox; between 21 and 57 %. Before, it was 92 %.',
    },
  ),
  'approval.requested': event(
    'An assistant waits for approval',
    { approval: z.object({ id, kind: z.enum(['campaign_activation', 'message']), title: z.string() }) },
    { approval: { id: 12, kind: 'campaign_activation', title: 'Start the campaign Operations leads, spring' } },
  ),
  'enrichment.completed': event(
    'A research run ended',
    {
      run: z.object({ id }),
      task: z.object({ id }),
      list: z.object({ id }).nullable(),
      campaign: campaign.optional(),
      found: z.number().int(),
      not_found: z.number().int(),
      failed: z.number().int(),
      cancelled: z.number().int(),
    },
    { run: { id: 88 }, task: { id: 1004 }, list: { id: 12 }, found: 190, not_found: 8, failed: 2, cancelled: 0 },
  ),
  'import.finished': event(
    'An import ended',
    {
      import: named,
      list: z.object({ id }),
      status: z.enum(['finished', 'failed', 'cancelled']),
      added: z.number().int(),
      duplicates: z.number().int(),
      skipped: z.number().int(),
      unreadable: z.number().int(),
    },
    {
      import: { id: 41, name: 'operations.csv' },
      list: { id: 12 },
      status: 'finished',
      added: 480,
      duplicates: 12,
      skipped: 3,
      unreadable: 0,
    },
  ),
  'export.ready': event(
    'A scheduled export is due: the call that makes its file, and a page that expires',
    {
      export: z.object({ id, kind: z.enum(SCHEDULED_EXPORT_KINDS), name: z.string() }),
      kind: z.enum(SCHEDULED_EXPORT_KINDS),
      start_date: z.string(),
      end_date: z.string(),
      time_zone: z.string(),
      /** A call of the API: it needs a key that may export. */
      file: z.object({
        method: z.enum(['GET', 'POST']),
        address: z.string(),
        /** JSON; null where nothing is sent. */
        body: z.string().nullable(),
      }),
      /** Opens for the person who made the export. */
      page: z.string(),
      expires_at: z.string(),
    },
    {
      export: { id: 4, kind: 'activities', name: '' },
      kind: 'activities',
      start_date: '2026-03-09',
      end_date: '2026-03-15',
      time_zone: 'Europe/Amsterdam',
      file: {
        method: 'GET',
        address: 'https://outreach.example/api/v1/activities/csv/?filters=%7B%22fromDate%22%3A%222026-03-09%22%7D',
        body: null,
      },
      page: 'https://outreach.example/exports?link=77',
      expires_at: '2026-03-23T07:00:00.000Z',
    },
  ),
  'credits.low': event(
    'Few credits are left',
    { credits: z.number().int(), threshold: z.number().int() },
    { credits: 98, threshold: 100 },
  ),
  'webhook.test': event('A test from the settings page', { message: z.string() }, { message: 'This is a test event.' }),
  'webhook.disabled': event(
    'An endpoint was switched off',
    { webhook: z.object({ id }), reason: z.enum(['gone', 'failures']) },
    { webhook: { id: 3 }, reason: 'failures' },
  ),
} as const;

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as [WebhookEventType, ...WebhookEventType[]];

/** All types, later ones too, but not visits and likes: those are sent only where they are named. */
export const EVERY_WEBHOOK_EVENT = '*';

/** Fields that can hold personal data or free text. In objects with an id, `thin` keeps the id alone. */
const PERSONAL_FIELDS = new Set(['text', 'subject', 'reason', 'message', 'email', 'url']);

/** The data of a `thin` endpoint: ids, numbers and words of ours, nothing that identifies a person. */
export function toThinData(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data)
      .filter(([name]) => !PERSONAL_FIELDS.has(name))
      .map(([name, value]) => [name, hasId(value) ? { id: value.id } : value]),
  );
}

const hasId = (value: unknown): value is { id: unknown } =>
  typeof value === 'object' && value !== null && 'id' in value;
