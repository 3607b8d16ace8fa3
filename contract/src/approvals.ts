import { RIGHTS } from '@overture/domain/access/permissions';
import { ASSISTANT_LIMITS, SENDING_POLICIES } from '@overture/domain/assistants';
import { CAMPAIGN_SENDERS_MAX } from '@overture/domain/limits';
import { z } from 'zod';
import { actingKey } from './acting-key.ts';
import { agreedCredits } from './campaigns.ts';
import { endpoint, idSchema, pageQuery, unused } from './endpoint.ts';

const KINDS = ['campaign_activation', 'message'] as const;
const STATES = ['waiting', 'done', 'refused', 'expired', 'void'] as const;

/** What would happen, in words for people and assistants. */
const previewSchema = z.object({
  title: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Messages as they would be sent, or examples of them. */
  messages: z.array(z.object({ subject_line: z.string().nullable(), message: z.string() })),
});
export type ApprovalPreview = z.output<typeof previewSchema>;

const approvalSchema = z.object({
  id: z.number().int(),
  kind: z.enum(KINDS),
  state: z.enum(STATES),
  preview: previewSchema,
  campaign_id: z.number().int().nullable(),
  prospect_id: z.number().int().nullable(),
  /** Whose key the assistant used; null for a person, or a key that is gone. */
  api_key: actingKey.nullable(),
  requested_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
  decided_by: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** Why it can't happen anymore. */
  void_reason: z.string().nullable(),
});
export type Approval = z.output<typeof approvalSchema>;

const policySchema = z.object({
  /** `approval`: a signed-in person decides. `client`: the confirmation of the assistant's program is enough. */
  sending: z.enum(SENDING_POLICIES),
  sends_per_day: z.number().int().min(0).max(ASSISTANT_LIMITS.max_sends_per_day),
  credits_per_day: z.number().int().min(0).max(ASSISTANT_LIMITS.max_credits_per_day),
});
export type AssistantPolicy = z.output<typeof policySchema>;

const prepared = z.object({
  /** To be given to the call that asks for it: once, within ten minutes. */
  confirmation: z.string(),
  expires_at: z.iso.datetime(),
  preview: previewSchema,
});

const answer = z.object({ approval: approvalSchema });
const accounts = unused(z.array(idSchema).min(1).max(CAMPAIGN_SENDERS_MAX));

/** Sending by assistants: prepared, asked for, and decided by a person. */
export const approvalsEndpoints = {
  prepareActivation: endpoint('POST /approvals/activations/', {
    summary: 'Prepare the start of a campaign: what would happen, and a confirmation to ask for it with',
    touches: 'nothing',
    roles: RIGHTS.work,
    body: z.object({
      campaign_id: idSchema,
      email_account_ids: accounts,
      linkedin_account_ids: accounts,
      lookup_credits: unused(agreedCredits),
    }),
    status: 201,
    errors: ['activation_refused', 'campaign_transition_refused', 'too_many_prepared'],
    ok: prepared,
  }),
  prepareMessage: endpoint('POST /approvals/messages/', {
    summary: 'Prepare a message in a conversation, and get a confirmation to ask for it with',
    touches: 'nothing',
    roles: RIGHTS.work,
    body: z.object({
      prospect_id: idSchema,
      message: z.string().trim().min(1).max(ASSISTANT_LIMITS.message_characters),
      subject_line: unused(z.string().max(998)),
      account_id: unused(idSchema),
    }),
    status: 201,
    errors: ['too_many_prepared'],
    ok: prepared,
  }),
  requestApproval: endpoint('POST /approvals/', {
    summary: 'Ask for what was prepared: it waits for a person, or happens, as the organization has decided',
    touches: ['approvals', 'campaigns', 'campaign_leads', 'chats'],
    roles: RIGHTS.work,
    body: z.object({ kind: z.enum(KINDS), confirmation: z.string().max(300) }),
    errors: ['confirmation_invalid', 'confirmation_used', 'assistant_sending_off', 'assistant_sends_used'],
    ok: answer,
  }),
  listApprovals: endpoint('GET /approvals/', {
    summary: 'What assistants asked for, newest first, 25 a page',
    shows: ['approvals'],
    roles: RIGHTS.work,
    query: z.object({ page: pageQuery, state: z.enum(STATES).optional() }),
    ok: z.object({ approvals: z.array(approvalSchema), total_approvals: z.number().int(), waiting: z.number().int() }),
  }),
  getApproval: endpoint('GET /approvals/{id}/', {
    summary: 'What became of something that an assistant asked for',
    shows: ['approvals'],
    roles: RIGHTS.work,
    ok: answer,
  }),
  approveApproval: endpoint('POST /approvals/{id}/approve/', {
    summary: 'Let it happen now. It is checked again, and void if something changed',
    touches: ['approvals', 'campaigns', 'campaign_leads', 'chats', 'credits'],
    roles: RIGHTS.work,
    while_acting: 'refused',
    recorded: { event: 'approval_approved', subject: 'approval' },
    errors: ['approval_decided', 'assistant_sending_off', 'activation_refused', 'bad_request', 'conflict'],
    ok: answer,
  }),
  refuseApproval: endpoint('POST /approvals/{id}/refuse/', {
    summary: 'Refuse what an assistant asked for',
    touches: ['approvals'],
    roles: RIGHTS.work,
    while_acting: 'refused',
    recorded: { event: 'approval_refused', subject: 'approval' },
    errors: ['approval_decided'],
    ok: answer,
  }),
  listAssistantCalls: endpoint('GET /assistants/calls/', {
    summary: 'Calls of assistants in the last 90 days, newest first, 25 a page',
    shows: ['approvals'],
    roles: RIGHTS.integrations,
    query: z.object({ page: pageQuery, api_key_id: idSchema.optional() }),
    ok: z.object({
      calls: z.array(
        z.object({
          id: z.number().int(),
          tool: z.string(),
          /** `running`, `ok`, or the code of the error. */
          outcome: z.string(),
          duration_in_ms: z.number().int().nullable(),
          called_at: z.iso.datetime(),
          /** Null for a key that is gone. */
          api_key: actingKey.nullable(),
        }),
      ),
      /** Counted up to 10,000. */
      total_calls: z.number().int(),
      /** By which the list can be filtered. */
      api_keys: z.array(actingKey),
    }),
  }),
  getAssistantPolicy: endpoint('GET /assistants/policy/', {
    summary: 'What assistants may do in this organization',
    shows: ['approvals'],
    roles: RIGHTS.work,
    ok: policySchema,
  }),
  setAssistantPolicy: endpoint('PUT /assistants/policy/', {
    summary: 'Change what assistants may do in this organization',
    touches: ['approvals'],
    roles: RIGHTS.settings,
    while_acting: 'refused',
    recorded: { event: 'assistant_policy_changed' },
    body: policySchema,
    ok: policySchema,
  }),
};
