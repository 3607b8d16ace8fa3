import { RIGHTS } from '@overture/domain/access/permissions';
import { MORE_VARIANTS, VARIANTS } from '@overture/domain/flow/flow';
import { NODE_TYPES } from '@overture/domain/flow/step-types';
import { ADDRESS_WAIT, TEST_MAIL_LIMITS } from '@overture/domain/limits';
import { OPT_OUT_WAYS } from '@overture/domain/mail/opt-out-ways';
import { LANGUAGES, TONES } from '@overture/domain/message/languages';
import { TEST_PREFIX_MAX } from '@overture/domain/message/threading';
import { z } from 'zod';
import { leadSnippetSchema } from './ai-segments.ts';
import { attachmentSchema, campaignSchema, conditionSchema, stepSchema } from './campaigns.ts';
import { booleanQuery, done, endpoint, idSchema, seenVersion, unused } from './endpoint.ts';
import { formattedTexts } from './formatted-texts.ts';

const nodeType = z.enum(NODE_TYPES);
/** Bytes are bounded here; characters are counted as the editor counts them (domain/message/message-length). */
const templateField = z.string().max(100_000);
/** Days a step is held for a lead without its address before it is passed over. Left out: unchanged. Null holds it for ever. */
export const addressWait = unused(z.number().int().min(ADDRESS_WAIT.min_in_days).max(ADDRESS_WAIT.max_in_days));
/** Variants C to F of a message. */
export const moreVariants = unused(
  z
    .array(
      z.object({
        variant: z.enum(MORE_VARIANTS),
        message: templateField,
        subject_line: unused(templateField),
        placeholder_message: unused(templateField),
      }),
    )
    .max(MORE_VARIANTS.length),
);
const campaignAnswer = z.object({ campaign: campaignSchema });

const inWorkingCopy = unused(z.boolean());

const previewBody = z.object({
  prospect_id: idSchema,
  /** Texts of the editor; the stored ones where left out. */
  message: unused(templateField),
  message_b: unused(templateField),
  subject_line: unused(templateField),
  subject_line_b: unused(templateField),
  placeholder_message: unused(templateField),
  placeholder_message_b: unused(templateField),
  more_variants: moreVariants,
  formatted_texts: formattedTexts,
  /** Variant to show; the lead's own when left out. */
  variant: unused(z.enum(VARIANTS)),
  /** The step is edited in the working copy of a started campaign: the steps around it are those of the copy. */
  in_working_copy: inWorkingCopy,
});

/** Put before the subject of a test; none when left out. Line breaks become spaces. */
const subjectPrefix = unused(z.string().trim().max(TEST_PREFIX_MAX));

const testMailRecipientSchema = z.object({
  email: z.string(),
  /** `unconfirmed`: the provider never answered; the action is never sent again. */
  state: z.enum(['sending', 'sent', 'failed', 'unconfirmed']),
  /** Why it was not sent, in words. */
  reason: z.string().nullable(),
});
export type TestMailRecipient = z.output<typeof testMailRecipientSchema>;

/** Biggest upload read at all; what exceeds the 10 MB of a step is refused with the specification's text. */
const UPLOAD_MAX_IN_BYTES = 32 * 1024 * 1024;

/** How a draft is asked for, and what comes of it. */
export const draftBody = z.object({ language: unused(z.enum(LANGUAGES)), tone_of_voice: unused(z.enum(TONES)) });
export const draftAnswer = z.object({
  /** Empty for steps without a subject. */
  subject_line: z.string(),
  message: z.string(),
});

/** Of a condition about clicks: the link that counts, an empty text for any. Left out: unchanged. */
export const linkUrl = unused(z.string().max(2048));

export const campaignStepsEndpoints = {
  addStep: endpoint('POST /campaigns/{id}/steps/', {
    summary: 'Add a step or a condition at a position of the flow; an existing node there moves under it',
    touches: ['campaigns'],
    roles: RIGHTS.work,
    body: z.object({
      step: nodeType,
      /** Node above; left out at the start of the campaign. */
      parent: unused(idSchema),
      /** The node the caller saw at this position: detects a flow that changed in the meantime. */
      child: unused(idSchema),
      /** Branch of a condition `parent`; yes when left out. */
      is_yes_child: unused(z.boolean()),
    }),
    errors: ['campaign_locked', 'step_locked', 'feature_disabled', 'conflict'],
    ok: z.object({ new_step: z.union([stepSchema, conditionSchema]), campaign: campaignSchema }),
  }),
  updateStep: endpoint('PUT /campaigns/{id}/steps/{stepId}/', {
    summary: 'Change message, variant B, fallback messages and delay of a step',
    touches: ['campaigns'],
    roles: RIGHTS.work,
    body: z.object({
      /** Left out or null: unchanged. An empty text clears. */
      message: unused(templateField),
      subject_line: unused(templateField),
      delay_in_hours: unused(z.number().int().min(0).max(1_000_000)),
      /** Left out: unchanged. Null or blank clears; a blank message_b switches A/B testing off. */
      message_b: unused(templateField),
      subject_line_b: unused(templateField),
      placeholder_message: unused(templateField),
      placeholder_message_b: unused(templateField),
      /** Left out: unchanged. All of variants C to F: one that is missing, or has a blank message, is removed. */
      more_variants: moreVariants,
      /** Of emails, by variant: HTML of paragraphs, lists, quotes, links, images of the step (`cid:` and the name of a file) and dividers. */
      formatted_texts: formattedTexts,
      address_wait_in_days: addressWait,
      version: seenVersion,
    }),
    errors: ['campaign_locked', 'bad_request', 'changed_meanwhile'],
    ok: campaignAnswer,
  }),
  setDelay: endpoint('PATCH /campaigns/{id}/steps/{stepId}/', {
    summary: 'Change the delay of a step, or of a condition with is_condition',
    touches: ['campaigns'],
    roles: RIGHTS.work,
    body: z.object({
      delay_in_hours: z.number().int().min(0).max(1_000_000),
      is_condition: unused(z.boolean()),
      link_url: linkUrl,
      address_wait_in_days: addressWait,
    }),
    errors: ['campaign_locked'],
    ok: campaignAnswer,
  }),
  deleteStep: endpoint('DELETE /campaigns/{id}/steps/{stepId}/', {
    summary: 'Delete a step (its neighbours join) or a condition (its only branch stays; two branches go with it)',
    touches: ['campaigns'],
    roles: RIGHTS.work,
    query: z.object({
      /** Type of the node as the caller saw it. */
      step_type: z.string().max(40).optional(),
      /** Accepted for callers that name places by branch; ids are unambiguous without it. */
      is_yes_child: booleanQuery.optional(),
    }),
    errors: ['campaign_locked'],
    ok: campaignAnswer,
  }),
  previewStep: endpoint('POST /campaigns/{id}/steps/{stepId}/preview/', {
    summary: 'The message of a step as one lead would get it, or an example of one (prospect_id null)',
    shows: ['campaigns', 'snippets', 'leads', 'signatures'],
    reads_only: true,
    body: previewBody.extend({
      prospect_id: idSchema.nullable(),
      /** Also return the other options of the message. */
      with_outcomes: unused(z.boolean()),
    }),
    errors: ['bad_request'],
    ok: z.object({
      message: z.string(),
      subject_line: z.string(),
      /** The same as HTML, safe to show. */
      html: z.string(),
      /** The email is sent without HTML: all of the campaign, or its first one. */
      is_plain: z.boolean(),
      variant: z.enum(VARIANTS),
      used_fallback: z.boolean(),
      /** Data the lead lacks; such a message is not sent, and shows `[Job title]` where data is missing. */
      missing: z.array(z.string()),
      /** Placeholder in the texts for missing data: `[Job title]`. */
      gaps: z.array(z.string()),
      /** Words in the texts instead of data that this lead lacks: decided for such leads, or of `default`. */
      stand_ins: z.array(z.object({ field: z.string(), words: z.string() })),
      /** Another reason why it is not sent to this lead, in words: the note of an invite that their data makes too long. */
      problem: z.string().nullable(),
      /** What research found for this lead, by the name that messages use; long results are cut. */
      results: z.array(z.object({ name: z.string(), value: z.string() })),
      /** Snippets of the message: what was written for this lead, or that it is still to be written. */
      snippets: z.array(leadSnippetSchema),
      /** How the conditions of the texts are answered for this lead, by their tags as they are written. */
      conditions: z.array(z.object({ tag: z.string(), is_true: z.boolean() })),
      /** How many texts the options (`{Hi|Hello}`) of subject and message can give one lead; 1 without any. */
      outcomes: z.number().int(),
      /** Up to five of them, when they were asked for. */
      others: z.array(z.object({ subject_line: z.string(), message: z.string() })),
    }),
  }),
  writeSnippets: endpoint('POST /campaigns/{id}/steps/{stepId}/snippets/', {
    needs_plan: true,
    summary:
      'Write the AI snippets of a message for one lead now; their credits are set aside and spent as when it is sent',
    touches: ['snippets', 'campaign_leads', 'user', 'credits'],
    roles: RIGHTS.work,
    feature: 'ai_snippets_enabled',
    body: previewBody,
    errors: ['bad_request'],
    ok: z.object({ snippets: z.array(leadSnippetSchema) }),
  }),
  sendMessageTest: endpoint('POST /campaigns/{id}/steps/{stepId}/test/', {
    needs_plan: true,
    summary:
      "Send the email of a step as one lead would get it to members of the organization, from the campaign's mailbox; it counts nowhere but in the mailbox's daily limit",
    touches: ['message_tests'],
    roles: RIGHTS.work,
    body: previewBody.extend({
      /** Addresses of members. */
      recipients: z.array(z.string().max(254)).min(1).max(TEST_MAIL_LIMITS.recipients),
      subject_prefix: subjectPrefix,
    }),
    errors: ['bad_request', 'test_recipient_unknown', 'too_many_test_mails'],
    ok: z.object({ test_id: z.number().int() }),
  }),
  sendSequenceTest: endpoint('POST /campaigns/{id}/test-sequence/', {
    needs_plan: true,
    summary:
      'Send every email of the flow, as saved and as one lead would get it, to members of the organization, one minute apart',
    touches: ['message_tests'],
    roles: RIGHTS.work,
    body: z.object({
      prospect_id: idSchema,
      recipients: z.array(z.string().max(254)).min(1).max(TEST_MAIL_LIMITS.recipients),
      subject_prefix: subjectPrefix,
      /** Send the emails of the working copy, saved but not published, instead of those that run. */
      in_working_copy: inWorkingCopy,
    }),
    errors: ['bad_request', 'test_recipient_unknown', 'too_many_test_mails'],
    ok: z.object({
      tests: z.array(
        z.object({
          step_id: z.number().int(),
          /** Counted along the flow, conditions left out, from 1. */
          step_number: z.number().int(),
          /** Null for one that cannot be written for this lead, for the reason given. */
          test_id: z.number().int().nullable(),
          reason: z.string().nullable(),
          leaves_at: z.iso.datetime().nullable(),
        }),
      ),
    }),
  }),
  getMessageTest: endpoint('GET /campaigns/{id}/tests/{testId}/', {
    summary: 'What became of a test email, by recipient; kept for a week',
    shows: ['message_tests'],
    ok: z.object({ recipients: z.array(testMailRecipientSchema).max(TEST_MAIL_LIMITS.recipients) }),
  }),
  draftMessage: endpoint('POST /campaigns/{id}/steps/{stepId}/draft/', {
    summary: 'Draft subject and message of a step from what the organization says about itself; stores nothing',
    touches: ['user', 'credits'],
    roles: RIGHTS.work,
    body: draftBody,
    errors: ['bad_request', 'campaign_locked', 'draft_failed', 'not_configured', 'rate_limited'],
    ok: draftAnswer,
  }),
  addAttachment: endpoint('POST /campaigns/{id}/steps/{stepId}/attachments/', {
    summary: 'Attach a file (PDF, JPG, PNG, GIF, MP4; 10 MB a step)',
    touches: ['campaigns'],
    roles: RIGHTS.work,
    multipart: { max_file_bytes: UPLOAD_MAX_IN_BYTES },
    errors: ['attachment_type', 'attachment_size'],
    ok: z.object({
      step: z.object({
        id: z.number().int(),
        attachments: z.array(attachmentSchema),
        attachment_total_size: z.number().int(),
      }),
    }),
  }),
  deleteAttachment: endpoint('DELETE /campaigns/{id}/steps/{stepId}/attachments/{attachmentId}/', {
    summary: 'Remove an attachment',
    touches: ['campaigns'],
    roles: RIGHTS.work,
    ok: done,
  }),
  makeUnsubscribeText: endpoint('POST /campaigns/{id}/unsubscribe-text/', {
    summary: 'Text that says how to opt out, to be appended after the message',
    reads_only: true,
    /** `way`: by the link (the default), by a reply with one word in the language of the campaign, or by either. */
    body: z.object({ message: unused(templateField), way: z.enum(OPT_OUT_WAYS).optional() }),
    ok: z.object({ unsubscribe_text: z.string() }),
  }),
};

export type SequenceTest = z.output<typeof campaignStepsEndpoints.sendSequenceTest.ok>['tests'][number];
