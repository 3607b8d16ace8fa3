import { RIGHTS } from '@overture/domain/access/permissions';
import { SEQUENCE_LENGTHS, SEQUENCE_LIMITS, SEQUENCE_SAMPLES } from '@overture/domain/campaign/sequence-limits';
import { STEP_TYPES } from '@overture/domain/flow/step-types';
import { FLOW_LIMITS } from '@overture/domain/limits';
import { LANGUAGES, TONES } from '@overture/domain/message/languages';
import { VARIABLES } from '@overture/domain/message/tokens';
import { z } from 'zod';
import { booleanQuery, endpoint, idSchema, unused } from './endpoint.ts';

/** Why a sentence of the model was left out. */
const LEFT_OUT_OF_MESSAGES = [
  'price',
  'time',
  'number',
  'claim',
  'unsafe',
  'variable',
  'repeated',
  'too_long',
] as const;
export type LeftOutOfMessage = (typeof LEFT_OUT_OF_MESSAGES)[number];

/** What is asked of a message that is there. */
const SEQUENCE_CHANGES = ['shorter', 'other'] as const;
export type SequenceChange = (typeof SEQUENCE_CHANGES)[number];

const messageText = z.string().max(SEQUENCE_LIMITS.message);

/** What the whole sequence is written for. */
const brief = {
  /** What it is to reach, in the user's words. */
  goal: unused(z.string().max(SEQUENCE_LIMITS.goal)),
  language: unused(z.enum(LANGUAGES)),
  tone_of_voice: unused(z.enum(TONES)),
  length: unused(z.enum(SEQUENCE_LENGTHS)),
  /** The flow is that of the working copy of a started campaign. */
  in_working_copy: unused(z.boolean()),
};

const claimSchema = z.object({
  text: z.string(),
  /** The field of the knowledge base that says it, and the words there. */
  source: z.string(),
  quote: z.string(),
});

const plannedStepSchema = z.object({
  id: z.number().int(),
  step_type: z.enum(STEP_TYPES),
  /** Among the messages of the flow, in the order of its walk, from 1. */
  number: z.number().int(),
  /** Days after the start at which it leaves at the latest. */
  day: z.number().int(),
  /** Conditions that lead to it: "Accepted Invite: no". */
  branches: z.array(z.string()),
  takes_subject: z.boolean(),
  /** Text is there already. */
  is_written: z.boolean(),
  max_characters: z.number().int(),
  /** Of the step; rises with every change. */
  version: z.number().int(),
});
export type PlannedStep = z.output<typeof plannedStepSchema>;

const angleSchema = z.object({ title: z.string(), summary: z.string(), sources: z.array(claimSchema) });
export type SequenceAngle = z.output<typeof angleSchema>;

const messageSchema = z.object({
  /** Empty for steps without a subject, and for follow-ups, which continue the thread. */
  subject_line: z.string(),
  /** A variable that leads lack has words for them: `{{ first_name | default: "there" }}`. */
  message: z.string(),
  /** Why this message is written like this at its place; empty where the model says nothing. */
  why: z.string(),
  claims: z.array(claimSchema),
  left_out: z.array(z.object({ reason: z.enum(LEFT_OUT_OF_MESSAGES), text: z.string() })),
  credits: z.number().int(),
});
export type SequenceMessage = z.output<typeof messageSchema>;

const CALL_ERRORS = [
  'bad_request',
  'campaign_locked',
  'revision_refused',
  'sequence_unsupported',
  'sequence_failed',
  'not_configured',
  'rate_limited',
] as const;

export const sequenceWritingEndpoints = {
  getSequencePlan: endpoint('GET /campaigns/{id}/sequence/', {
    summary: 'The messages of the flow that can be written, the variables that the audience has, and what is missing',
    shows: ['campaigns', 'campaign_leads', 'revisions'],
    query: z.object({ in_working_copy: booleanQuery.optional() }),
    errors: ['campaign_locked', 'revision_refused'],
    ok: z.object({
      steps: z.array(plannedStepSchema).max(FLOW_LIMITS.max_nodes),
      /** Leads that were counted: all of the campaign up to a bound. */
      leads: z.number().int(),
      /** Variables and the leads that have a value; a message uses only those that are offered. */
      variables: z
        .array(z.object({ name: z.string(), leads: z.number().int(), is_offered: z.boolean() }))
        .max(VARIABLES.length),
      /** Leads that differ, to read the messages as they get them: one of each kind that the campaign has. */
      samples: z
        .array(z.object({ prospect_id: z.number().int(), name: z.string(), kind: z.enum(SEQUENCE_SAMPLES) }))
        .max(SEQUENCE_SAMPLES.length),
      /** Fields of the knowledge base that are empty. */
      knowledge_gaps: z.array(z.string()).max(SEQUENCE_LIMITS.knowledge_fields),
      credits_per_message: z.number().int(),
    }),
  }),
  proposeAngles: endpoint('POST /campaigns/{id}/sequence/angles/', {
    summary: 'Up to three angles for the whole sequence, each with its sources; stores nothing and costs no credits',
    touches: ['user'],
    roles: RIGHTS.work,
    body: z.object(brief),
    errors: [...CALL_ERRORS],
    ok: z.object({ angles: z.array(angleSchema).max(SEQUENCE_LIMITS.angles) }),
  }),
  writeSequenceMessage: endpoint('POST /campaigns/{id}/sequence/steps/{stepId}/', {
    summary:
      'Write the message of one step of the sequence; stores and sends nothing. One credit, none where nothing is written',
    touches: ['user', 'credits'],
    roles: RIGHTS.work,
    needs_plan: true,
    body: z.object({
      ...brief,
      angle: z.object({ title: z.string().max(SEQUENCE_LIMITS.goal), summary: z.string().max(SEQUENCE_LIMITS.goal) }),
      change: unused(z.enum(SEQUENCE_CHANGES)),
      /** The text that is changed. */
      current: unused(z.object({ subject_line: messageText, message: messageText })),
      /** Messages that are not saved yet; stored ones count for all other steps. */
      written: unused(
        z
          .array(z.object({ step_id: idSchema, subject_line: messageText, message: messageText }))
          .max(FLOW_LIMITS.max_nodes),
      ),
    }),
    errors: [...CALL_ERRORS, 'subscription_required', 'not_enough_credits', 'credit_cap_reached'],
    ok: messageSchema,
  }),
};
