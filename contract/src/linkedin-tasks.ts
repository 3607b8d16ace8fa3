import { RIGHTS } from '@overture/domain/access/permissions';
import { LINKEDIN_TIERS } from '@overture/domain/accounts';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { BY_HAND, HAND_OUTCOMES } from '@overture/domain/linkedin/by-hand';
import { LINKEDIN_ACTIONS } from '@overture/domain/linkedin/linkedin-actions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { done, endpoint, idSchema, unused } from './endpoint.ts';

/** One LinkedIn action that a person carries out: what to do, for whom, and with which words. */
const taskSchema = z.object({
  id: z.number().int(),
  /** Names this reservation. Every call about the card sends it back. */
  token: z.number().int(),
  action: z.enum(LINKEDIN_ACTIONS),
  account: z.object({ id: z.number().int(), name: z.string() }),
  prospect: z.object({
    id: z.number().int(),
    name: z.string(),
    job_title: z.string().nullable(),
    company_name: z.string().nullable(),
    /** On linkedin.com over https, or null. */
    profile_url: z.string().nullable(),
  }),
  /** Null for a message written in the inbox. */
  campaign: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  subject: z.string().nullable(),
  text: z.string().nullable(),
  attachments: z.array(z.string()),
  outcomes: z.array(z.enum(HAND_OUTCOMES)),
  reserved_until: z.iso.datetime(),
  /** Who opened the card before and recorded no outcome: the action may have been carried out. */
  opened_before: z.object({ name: z.string(), at: z.iso.datetime() }).nullable(),
  /** The installation was restored since the lead was added, from a backup of this time: the action may have been carried out. */
  restored: z.object({ from: z.iso.datetime().nullable() }).nullable(),
  /** Recorded, and still open to undo. */
  outcome: z.enum(HAND_OUTCOMES).nullable(),
});
export type LinkedinTask = z.output<typeof taskSchema>;

const reservation = { token: z.number().int() };
const reserved = z.object({ task: taskSchema });

/** A person whom an assisted sender wrote to or invited, with no acceptance or reply recorded. */
const contactSchema = z.object({
  /** Of the last action. */
  id: z.number().int(),
  prospect_id: z.number().int(),
  name: z.string(),
  company_name: z.string().nullable(),
  profile_url: z.string().nullable(),
  account: z.object({ id: z.number().int(), name: z.string() }),
  campaign_name: z.string().nullable(),
  action: z.enum(LINKEDIN_ACTIONS),
  acted_at: z.iso.datetime(),
  is_connected: z.boolean(),
});
export type LinkedinContact = z.output<typeof contactSchema>;

/** Senders without a provider: no program acts for them. */
export const assistedSendersEndpoints = {
  connectAssistedLinkedin: endpoint('POST /linkedin/by-hand/', {
    recorded: { failed: 'sender_connection_failed' },
    summary: 'Adds a LinkedIn sender whose actions members of the team carry out themselves; nothing is connected',
    touches: ['senders', 'user', 'guard'],
    roles: RIGHTS.work,
    body: z.object({
      name: z.string().trim().min(1).max(TEXT_LIMITS.name_max),
      profile_url: z.string().trim().min(1).max(TEXT_LIMITS.url_max),
      tier: z.enum(LINKEDIN_TIERS).default('CLASSIC'),
    }),
    errors: ['trial_sender_limit', 'sender_limit', 'bad_request', 'conflict'],
    ok: z.object({ account_id: z.number().int() }),
  }),
};

export const linkedinTasksEndpoints = {
  listLinkedinTasks: endpoint('GET /linkedin-tasks/', {
    summary: 'LinkedIn actions that wait for a person, by assisted sender; each is counted up to 1,000',
    shows: ['linkedin_tasks', 'senders'],
    ok: z.object({
      accounts: z
        .array(
          z.object({
            id: z.number().int(),
            name: z.string(),
            /** Free cards. */
            waiting: z.number().int(),
            /** Reserved by a person at the moment. */
            reserved: z.number().int(),
            done_today: z.number().int(),
          }),
        )
        .max(LIST_LIMITS.linkedin_accounts),
    }),
  }),
  claimLinkedinTask: endpoint('POST /linkedin-tasks/claim/', {
    summary:
      'Reserves the next LinkedIn action for ten minutes, after the checks every action passes; yours if you have one',
    touches: ['linkedin_tasks'],
    roles: RIGHTS.work,
    body: z.object({ account_id: unused(idSchema) }),
    ok: z.object({ task: taskSchema.nullable() }),
  }),
  getLinkedinTask: endpoint('GET /linkedin-tasks/{id}/', {
    summary: 'A reserved LinkedIn action, and in words why it was stopped',
    shows: ['linkedin_tasks', 'campaign_leads', 'chats'],
    ok: z.object({ task: taskSchema.nullable(), stopped: z.string().nullable() }),
  }),
  openLinkedinTask: endpoint('POST /linkedin-tasks/{id}/opened/', {
    summary: 'Notes that the text was copied or the profile opened, and reserves the action for another ten minutes',
    touches: 'nothing',
    roles: RIGHTS.work,
    body: z.object(reservation),
    errors: ['linkedin_task_lost'],
    ok: reserved,
  }),
  finishLinkedinTask: endpoint('POST /linkedin-tasks/{id}/outcome/', {
    summary: 'Records the outcome of a LinkedIn action; it takes effect after ten seconds in which it can be undone',
    touches: ['linkedin_tasks', 'campaign_leads', 'campaigns', 'chats'],
    roles: RIGHTS.work,
    body: z.object({
      ...reservation,
      outcome: z.enum(HAND_OUTCOMES),
      /** The action was carried out although it had been stopped. */
      is_sent_anyway: unused(z.boolean()),
    }),
    errors: ['linkedin_task_lost', 'linkedin_task_stopped', 'bad_request'],
    ok: done,
  }),
  undoLinkedinTask: endpoint('POST /linkedin-tasks/{id}/undo/', {
    summary: 'Takes back the outcome that was recorded in the last ten seconds',
    touches: ['linkedin_tasks'],
    roles: RIGHTS.work,
    body: z.object(reservation),
    errors: ['linkedin_task_lost'],
    ok: reserved,
  }),
  releaseLinkedinTask: endpoint('POST /linkedin-tasks/{id}/release/', {
    summary: 'Returns a reserved LinkedIn action to the queue; nothing was done',
    touches: ['linkedin_tasks'],
    roles: RIGHTS.work,
    body: z.object(reservation),
    errors: ['linkedin_task_lost'],
    ok: done,
  }),
  listLinkedinContacts: endpoint('GET /linkedin-contacts/', {
    summary: 'People whom assisted senders contacted and who have not replied, the last contacted first, 50 at most',
    shows: ['linkedin_tasks', 'campaign_leads', 'chats'],
    query: z.object({
      search: unused(z.string().max(TEXT_LIMITS.search_query_max)),
      is_awaiting: unused(z.literal('acceptance')),
    }),
    ok: z.object({ contacts: z.array(contactSchema).max(BY_HAND.awaiting_a_page), has_more: z.boolean() }),
  }),
  acceptLinkedinContact: endpoint('POST /linkedin-contacts/{id}/accepted/', {
    summary: 'Records that a person accepted the invite of an assisted sender; conditions that wait for it continue',
    touches: ['linkedin_tasks', 'campaign_leads', 'campaigns'],
    roles: RIGHTS.work,
    body: z.object({ account_id: idSchema }),
    errors: ['conflict'],
    ok: done,
  }),
  addLinkedinReply: endpoint('POST /linkedin-contacts/{id}/reply/', {
    summary:
      'Adds a reply that a person gave on LinkedIn to an assisted sender; it stops their campaigns like any reply',
    touches: ['linkedin_tasks', 'campaign_leads', 'campaigns', 'chats'],
    roles: RIGHTS.work,
    body: z.object({ account_id: idSchema, text: z.string().trim().min(1).max(BY_HAND.reply_max) }),
    errors: ['conflict'],
    ok: done,
  }),
  uploadLinkedinConnections: endpoint('POST /linkedin-contacts/connections/', {
    recorded: { event: 'import_started' },
    summary: "Marks acceptances from LinkedIn's own export of a member's connections (Connections.csv)",
    touches: ['linkedin_tasks', 'campaign_leads', 'campaigns'],
    roles: RIGHTS.work,
    multipart: { max_file_bytes: BY_HAND.connections_max_bytes },
    body: z.object({ account_id: idSchema }),
    errors: ['bad_request', 'csv_only'],
    ok: z.object({ connections: z.number().int(), accepted: z.number().int(), rows_without_address: z.number().int() }),
  }),
};
