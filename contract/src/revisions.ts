import { RIGHTS } from '@overture/domain/access/permissions';
import { FLOW_CHANGE_KINDS } from '@overture/domain/flow/flow-changes';
import { NODE_TYPES } from '@overture/domain/flow/step-types';
import { ATTACHMENTS, FLOW_LIMITS, REQUEST_LIMITS, REVISION_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { lookupCostSchema } from './campaign-enrichment.ts';
import { addressWait, draftAnswer, draftBody, linkUrl, moreVariants } from './campaign-steps.ts';
import { agreedCredits, attachmentSchema, campaignSchema } from './campaigns.ts';
import { endpoint, idSchema, unused } from './endpoint.ts';
import { formattedTexts } from './formatted-texts.ts';

const count = z.number().int();
const text = unused(z.string().max(100_000));

const nodeSchema = z.object({
  /** A new node has a number below zero, of its own within the flow. */
  id: z.number().int(),
  type: z.enum(NODE_TYPES),
  /** Null at the start. */
  parent_id: z.number().int().nullable(),
  /** Under a condition. */
  branch: z.enum(['yes', 'no']).nullable(),
  delay_in_hours: z.number().int().min(0).max(1_000_000),
  subject_line: text,
  message: text,
  placeholder_message: text,
  subject_line_b: text,
  message_b: text,
  placeholder_message_b: text,
  more_variants: moreVariants,
  formatted_texts: formattedTexts,
  address_wait_in_days: addressWait,
  link_url: linkUrl,
  /** Files of its message, in any order. */
  attachment_ids: unused(z.array(idSchema).max(REVISION_LIMITS.files_of_a_step)),
});
export type RevisionNodeInput = z.output<typeof nodeSchema>;

const revisionSchema = z.object({
  /** Of the flow that runs. */
  number: count,
  /** False: nothing differs from what runs, and `campaign` shows that. */
  is_open: z.boolean(),
  /** Rises with every change of the working copy. */
  version: count,
  edited_at: z.iso.datetime().nullable(),
  edited_by: z.string().nullable(),
  /**
   * When the working copy is published automatically, and the user who scheduled it; null if that was done outside the
   * organization.
   */
  timed: z
    .object({ at: z.iso.datetime(), by: z.string().nullable(), moves_waiting: z.boolean(), reopens: z.boolean() })
    .nullable(),
  /** The time that was chosen last, and why nothing is published at it, in words; gone with another time and with the copy. */
  not_published: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
  /** The campaign with the flow of the working copy. */
  campaign: campaignSchema,
});
export type RevisionCopy = z.output<typeof revisionSchema>;

const countsOfChange = {
  kind: z.enum(FLOW_CHANGE_KINDS),
  node_id: z.number().int(),
  /** Leads that come to the step later, that wait at it, and that are past it. */
  not_there_yet: count,
  waiting: count,
  past: count,
};

const changeSchema = z.object({
  ...countsOfChange,
  type: z.enum(NODE_TYPES),
  from_hours: z.number().int().nullable(),
  to_hours: z.number().int().nullable(),
  /** Their message is being sent, with the words it had. */
  claimed: count,
  /** Their message was rewritten by hand and stays. */
  rewritten: count,
  /** Leads that are through without an answer and could get a step that was added at the end. */
  finished: count,
  /** Those of them who were last touched within 30 days and may be brought back. */
  reopenable: count,
});
export type RevisionChange = z.output<typeof changeSchema>;

const impactSchema = z.object({
  changes: z.array(changeSchema),
  /** Leads that wait and get another date, if it is asked for. */
  moving: count,
  /** The first of them. */
  examples: z.array(
    z.object({ prospect_id: z.number().int(), name: z.string(), from: z.iso.datetime(), to: z.iso.datetime() }),
  ),
  /** Those whose message was rewritten by hand. */
  rewritten: z.array(z.object({ prospect_id: z.number().int(), name: z.string(), node_id: z.number().int() })),
  /** Look-ups of the new flow, for leads the campaign is not over for. */
  lookups: z.array(lookupCostSchema),
  /** Why it cannot be published, in words; empty when it can. */
  problems: z.array(z.string()),
  /** The steps at fault, with the sentence of `problems`. */
  problem_steps: z.array(z.object({ problem: z.string(), node_id: z.number().int() })),
});
export type RevisionImpact = z.output<typeof impactSchema>;

const publishedSchema = z.object({
  number: count,
  published_at: z.iso.datetime(),
  /** Null for who acts here from elsewhere, and for the flow the campaign was started with. */
  published_by: z.string().nullable(),
  restored_number: z.number().int().nullable(),
  changes: z.array(z.object({ kind: z.enum(FLOW_CHANGE_KINDS), type: z.enum(NODE_TYPES) })),
  /** Messages that left with its words, those that came back, and people who answered one. */
  sent: count,
  bounced: count,
  replied: count,
});
export type PublishedRevision = z.output<typeof publishedSchema>;

const version = z.object({ version: z.number().int() });
const copyAnswer = z.object({ revision: revisionSchema });

/** Emails and LinkedIn actions of all senders on a day; days without any in both are left out. */
const trialSchema = z.object({
  days: z.array(z.object({ date: z.iso.date(), before: count, after: count })),
  /** Leads that were not looked at, above 10,000. */
  leads_left_out: count,
});
export type RevisionTrial = z.output<typeof trialSchema>;

/** What is chosen when a working copy is published. */
const publishChoice = {
  /** New delays hold for those who wait too; yes when left out. */
  moves_waiting: unused(z.boolean()),
  /** Leads that are through without an answer come back for a step at the end, its delay counted from now; no when left out. */
  reopens: unused(z.boolean()),
  lookup_credits: unused(agreedCredits),
};
const seenCounts = z.array(z.object(countsOfChange)).max(FLOW_LIMITS.max_nodes * 4);

export const revisionsEndpoints = {
  getRevision: endpoint('GET /campaigns/{id}/revision/', {
    summary: 'The working copy of a running or paused campaign; without one, the flow that runs',
    shows: ['revisions'],
    errors: ['revision_refused'],
    ok: copyAnswer,
  }),
  saveRevision: endpoint('PUT /campaigns/{id}/revision/', {
    summary: 'Write the whole flow of the working copy, which begins with the first time; what runs is not touched',
    touches: ['revisions'],
    roles: RIGHTS.work,
    body: version.extend({ nodes: z.array(nodeSchema).max(FLOW_LIMITS.max_nodes) }),
    max_body_bytes: REQUEST_LIMITS.max_json_body_in_bytes,
    errors: ['revision_refused', 'step_locked', 'feature_disabled', 'changed_meanwhile'],
    ok: copyAnswer,
  }),
  discardRevision: endpoint('POST /campaigns/{id}/revision/discard/', {
    summary: 'Throw the working copy away',
    touches: ['revisions'],
    roles: RIGHTS.work,
    body: version,
    errors: ['revision_refused', 'changed_meanwhile'],
    ok: copyAnswer,
  }),
  addRevisionFile: endpoint('POST /campaigns/{id}/revision/steps/{stepId}/attachments/', {
    summary:
      'Keep a file for a step of the working copy (PDF, JPG, PNG, GIF, MP4); saving the step with its id attaches it',
    touches: ['revisions'],
    roles: RIGHTS.work,
    multipart: { max_file_bytes: ATTACHMENTS.max_total_in_bytes + 1 },
    errors: ['revision_refused', 'attachment_type', 'attachment_size'],
    ok: z.object({ attachment: attachmentSchema }),
  }),
  draftRevisionMessage: endpoint('POST /campaigns/{id}/revision/steps/{stepId}/draft/', {
    summary: 'Draft subject and message of a step of the working copy; stores nothing',
    touches: ['user', 'credits'],
    roles: RIGHTS.work,
    body: draftBody,
    errors: ['bad_request', 'revision_refused', 'draft_failed', 'not_configured', 'rate_limited'],
    ok: draftAnswer,
  }),
  previewRevision: endpoint('POST /campaigns/{id}/revision/preview/', {
    summary: 'Whom publishing the working copy, or an earlier revision once more, would touch; writes nothing',
    reads_only: true,
    body: z.object({
      /** An earlier revision; the working copy without it. */
      number: unused(z.number().int().positive()),
    }),
    errors: ['revision_refused'],
    ok: z.object({ impact: impactSchema }),
  }),
  rehearseRevision: endpoint('POST /campaigns/{id}/revision/rehearsal/', {
    summary:
      'What would leave on each of the next 14 days with the flow that runs and with the new one; writes nothing',
    reads_only: true,
    body: z.object({
      /** An earlier revision; the working copy without it. */
      number: unused(z.number().int().positive()),
      moves_waiting: publishChoice.moves_waiting,
      reopens: publishChoice.reopens,
    }),
    errors: ['revision_refused', 'activation_refused', 'campaign_transition_refused', 'unavailable'],
    ok: z.object({ rehearsal: trialSchema }),
  }),
  publishRevision: endpoint('POST /campaigns/{id}/revision/publish/', {
    summary: 'Publish the working copy immediately',
    touches: ['revisions', 'campaigns', 'campaign_leads'],
    roles: RIGHTS.work,
    body: version.extend({
      ...publishChoice,
      /** Counts as they were shown: where one has moved by more than 5 %, nothing is published. */
      seen: unused(seenCounts),
    }),
    errors: ['revision_refused', 'impact_moved', 'changed_meanwhile', 'activation_refused', 'subscription_required'],
    ok: z.object({ campaign: campaignSchema, number: count }),
  }),
  scheduleRevision: endpoint('POST /campaigns/{id}/revision/schedule/', {
    summary: 'Publish the working copy at a time; a change of it before then takes the time back',
    touches: ['revisions', 'campaigns'],
    roles: RIGHTS.work,
    body: version.extend({
      at: z.iso.datetime({ offset: true }),
      ...publishChoice,
      /** Counts as they were shown: where one has moved by more than 5 % then, nothing is published and the working copy says so. */
      seen: seenCounts,
    }),
    errors: ['revision_refused', 'impact_moved', 'changed_meanwhile', 'activation_refused'],
    ok: copyAnswer,
  }),
  unscheduleRevision: endpoint('POST /campaigns/{id}/revision/unschedule/', {
    summary: 'Take the time back at which the working copy would be published; the copy stays',
    touches: ['revisions', 'campaigns'],
    roles: RIGHTS.work,
    body: version,
    errors: ['revision_refused', 'changed_meanwhile'],
    ok: copyAnswer,
  }),
  restoreRevision: endpoint('POST /campaigns/{id}/revision/restore/', {
    summary: 'Publish the flow of an earlier revision as the next one',
    touches: ['revisions', 'campaigns', 'campaign_leads'],
    roles: RIGHTS.work,
    body: z.object({
      number: z.number().int().positive(),
      /** The revision the caller saw running. */
      running: z.number().int().positive(),
      moves_waiting: unused(z.boolean()),
    }),
    errors: ['revision_refused', 'conflict', 'activation_refused'],
    ok: z.object({ campaign: campaignSchema, number: count }),
  }),
  listRevisions: endpoint('GET /campaigns/{id}/revisions/', {
    summary: 'What was published, newest first',
    shows: ['revisions'],
    ok: z.object({ revisions: z.array(publishedSchema).max(REVISION_LIMITS.listed) }),
  }),
};
