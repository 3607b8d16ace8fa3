import { RIGHTS } from '@overture/domain/access/permissions';
import { CALL_OUTCOMES, CALLS, OWN_OUTCOME_MEANINGS } from '@overture/domain/calls/call-outcomes';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { isTimeZone } from '@overture/domain/time/timezones';
import { z } from 'zod';
import { done, endpoint, idSchema, unused } from './endpoint.ts';

/** Of the person who asks: where their day begins and ends. */
export const dayZone = z.string().max(TEXT_LIMITS.time_zone_max).refine(isTimeZone, 'Please choose a time zone.');

const outcome = z.enum(CALL_OUTCOMES);

/** An outcome of one's own: it means one of the built-in ones, and may be tried again by its own rule. */
const ownOutcomeSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  means: z.enum(OWN_OUTCOME_MEANINGS),
  again_in_hours: z.number().int().nullable(),
  /** Working days. */
  again_in_days: z.number().int().nullable(),
  max_tries: z.number().int(),
});
export type OwnCallOutcome = z.output<typeof ownOutcomeSchema>;

/** One call that a person makes: whom, by which number, with which words, and what is known about the lead. */
const callSchema = z.object({
  id: z.number().int(),
  /** Names this reservation. Every request about the card sends it back. */
  token: z.number().int(),
  prospect: z.object({
    id: z.number().int(),
    name: z.string(),
    job_title: z.string().nullable(),
    company_name: z.string().nullable(),
    email: z.string().nullable(),
    linkedin_profile_url: z.string().nullable(),
  }),
  campaign: z.object({ id: z.number().int(), name: z.string() }),
  phone_number: z.string().nullable(),
  /** `tel:` address of the number; null where it is none to dial. */
  phone_link: z.string().nullable(),
  /** Where it is now so late as the card shows; null where nothing says where the lead is. */
  time_zone: z.string().nullable(),
  /** When the lead may be called from; null now. */
  opens_at: z.iso.datetime().nullable(),
  /** Text of the step for this lead. `missing`: data that it lacks, shown as `[Job title]`. */
  script: z.object({ text: z.string(), missing: z.array(z.string()) }).nullable(),
  attempts: z.array(
    z.object({
      id: z.number().int(),
      outcome,
      /** Of an own outcome. */
      name: z.string().nullable(),
      note: z.string().nullable(),
      by: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
  messages: z.array(
    z.object({
      is_from_lead: z.boolean(),
      subject: z.string().nullable(),
      text: z.string(),
      at: z.iso.datetime(),
    }),
  ),
  results: z.array(z.object({ name: z.string(), value: z.string() })),
  notes: z.array(z.object({ content: z.string(), author: z.string().nullable(), created_at: z.iso.datetime() })),
  reserved_until: z.iso.datetime(),
  /** Recorded, and still open to undo. */
  outcome: outcome.nullable(),
});
export type CallCard = z.output<typeof callSchema>;

const reservation = { token: z.number().int() };
const reserved = z.object({ call: callSchema });

export const callsEndpoints = {
  claimCall: endpoint('POST /calls/claim/', {
    summary:
      'Reserves the next call for ten minutes; yours if you have one. Leads are called from 8 to 18 of their time',
    touches: ['calls'],
    roles: RIGHTS.work,
    body: z.object({
      /** A call of the queue, by its id there; also outside the hours of the lead. */
      lead_id: unused(idSchema),
      campaign_id: unused(idSchema),
      /** Whose leads: who has the conversation, else who created the campaign. */
      owner_id: unused(idSchema),
      /** Of the person: calls that were due before their day come before leads who clicked. UTC without it. */
      timezone: unused(dayZone),
    }),
    errors: ['call_lost'],
    ok: z.object({
      call: callSchema.nullable(),
      /** Without a call: when the first of the leads can be called; null where none waits. */
      opens_at: z.iso.datetime().nullable(),
    }),
  }),
  getCall: endpoint('GET /calls/{id}/', {
    summary: 'A reserved call, and in words why it is no longer needed',
    shows: ['calls', 'campaign_leads', 'chats'],
    ok: z.object({ call: callSchema.nullable(), stopped: z.string().nullable() }),
  }),
  finishCall: endpoint('POST /calls/{id}/outcome/', {
    summary: 'Records the outcome of a call; it takes effect after ten seconds in which it can be undone',
    touches: ['calls', 'campaign_leads', 'campaigns', 'chats'],
    roles: RIGHTS.work,
    body: z.object({
      ...reservation,
      outcome,
      /** An outcome of your own that means this one. */
      call_outcome_id: unused(idSchema),
      note: unused(z.string().trim().max(CALLS.note_max)),
      /** Required for `later`. */
      call_again_at: unused(z.iso.datetime()),
    }),
    errors: ['call_lost', 'bad_request'],
    ok: done,
  }),
  undoCall: endpoint('POST /calls/{id}/undo/', {
    summary: 'Takes back the outcome that was recorded in the last ten seconds',
    touches: ['calls'],
    roles: RIGHTS.work,
    body: z.object(reservation),
    errors: ['call_lost'],
    ok: reserved,
  }),
  releaseCall: endpoint('POST /calls/{id}/release/', {
    summary: 'Returns a reserved call to the queue; nothing was done',
    touches: ['calls'],
    roles: RIGHTS.work,
    body: z.object(reservation),
    errors: ['call_lost'],
    ok: done,
  }),
  postponeCall: endpoint('POST /calls/{id}/postpone/', {
    summary: 'Puts a reserved call off until a time; no try is counted',
    touches: ['calls', 'campaign_leads'],
    roles: RIGHTS.work,
    body: z.object({ ...reservation, until: z.iso.datetime() }),
    errors: ['call_lost', 'bad_request'],
    ok: done,
  }),
  settleOverdueCalls: endpoint('POST /calls/overdue/', {
    summary:
      'Decides for the calls that were due before today, 500 at most: do them today, move them to tomorrow, or leave them out',
    touches: ['calls', 'campaign_leads', 'campaigns'],
    roles: RIGHTS.work,
    body: z.object({ choice: z.enum(['today', 'tomorrow', 'skip']), timezone: dayZone }),
    ok: z.object({ success: z.literal(true), amount: z.number().int(), has_more: z.boolean() }),
  }),
  listCallOutcomes: endpoint('GET /call-outcomes/', {
    summary: 'Outcomes of calls that the organization added to the built-in ones',
    shows: ['call_outcomes'],
    ok: z.object({ call_outcomes: z.array(ownOutcomeSchema).max(LIST_LIMITS.call_outcomes) }),
  }),
  createCallOutcome: endpoint('POST /call-outcomes/', {
    summary: 'Add an outcome of calls',
    touches: ['call_outcomes'],
    roles: RIGHTS.settings,
    body: z.object({
      name: z.string().trim().min(1).max(CALLS.name_max),
      means: z.enum(OWN_OUTCOME_MEANINGS),
      again_in_hours: unused(z.number().int().min(1).max(720)),
      again_in_days: unused(z.number().int().min(1).max(60)),
      max_tries: unused(z.number().int().min(1).max(10)),
    }),
    errors: ['bad_request', 'conflict'],
    status: 201,
    ok: z.object({ call_outcome: ownOutcomeSchema }),
  }),
  deleteCallOutcome: endpoint('DELETE /call-outcomes/{id}/', {
    summary: 'Delete an outcome of calls; calls that have it keep its name',
    touches: ['call_outcomes'],
    roles: RIGHTS.settings,
    ok: done,
  }),
};
