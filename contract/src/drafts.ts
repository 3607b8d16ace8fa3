import { RIGHTS } from '@overture/domain/access/permissions';
import { z } from 'zod';
import { endpoint, unused } from './endpoint.ts';

export const DRAFT_TONES = ['professional', 'friendly', 'direct'] as const;
export type DraftTone = (typeof DRAFT_TONES)[number];

/** What is asked of a draft that is there. */
const DRAFT_CHANGES = ['shorter', 'ask_for_meeting'] as const;
export type DraftChange = (typeof DRAFT_CHANGES)[number];

/** Why a sentence of the model was left out: the knowledge base holds no such thing, or it was not fit to send. */
export const LEFT_OUT = ['price', 'time', 'number', 'claim', 'unsafe'] as const;

export const draftsEndpoints = {
  generateResponse: endpoint('POST /chats/{id}/generate-response/', {
    summary:
      'Draft the next message of a conversation; sends and stores nothing. One credit, given back when there is no draft',
    touches: ['user', 'credits'],
    roles: RIGHTS.work,
    needs_plan: true,
    body: z.object({
      tone: unused(z.enum(DRAFT_TONES)),
      change: unused(z.enum(DRAFT_CHANGES)),
      /** The composer's text, if the draft revises it. */
      draft: unused(z.string().max(10_000)),
      /** That the conversation goes to the model. Where the organization keeps replies from it, who may change its settings says so for each. */
      sends_conversation: unused(z.boolean()),
    }),
    errors: [
      'subscription_required',
      'not_enough_credits',
      'credit_cap_reached',
      'nothing_to_answer',
      'reply_not_confirmed',
      'reply_kept_from_model',
      'reply_unsupported',
      'reply_failed',
      'not_configured',
      'rate_limited',
    ],
    ok: z.object({
      response: z.string(),
      /** Which fields of the knowledge base, and our own messages, it rests on. */
      sources: z.array(z.string()),
      left_out: z.array(z.enum(LEFT_OUT)),
      /** The lead's last message is a refusal, and the draft describes the product again. */
      pitches_after_refusal: z.boolean(),
      credits: z.number().int(),
    }),
  }),
};
