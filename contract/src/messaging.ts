import { RIGHTS } from '@overture/domain/access/permissions';
import { MESSAGING_LIMITS, TEXT_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { chatAccountSchema } from './chats.ts';
import { done, endpoint, idSchema } from './endpoint.ts';

/**
 * A person without a lead who wrote to an account of WhatsApp, Instagram or Messenger: their messages are not stored.
 */
const messagingPersonSchema = z.object({
  id: z.number().int(),
  account: chatAccountSchema,
  name: z.string().nullable(),
  /** Their name or number there. */
  handle: z.string().nullable(),
  message_count: z.number().int(),
  last_at: z.iso.datetime(),
});
export type MessagingPerson = z.output<typeof messagingPersonSchema>;

const becameLead = z.object({ success: z.literal(true), prospect_id: z.number().int() });

export const messagingEndpoints = {
  listMessagingPeople: endpoint('GET /chats/people/', {
    summary:
      'People who wrote to a WhatsApp, Instagram or Messenger account and are no leads, the last who wrote first; at most 500',
    shows: ['messaging_people'],
    ok: z.object({ people: z.array(messagingPersonSchema).max(MESSAGING_LIMITS.people) }),
  }),
  linkMessagingPerson: endpoint('POST /chats/people/{id}/link/', {
    summary: 'Link a person to a lead: their conversation is fetched and synced from now on',
    touches: ['messaging_people', 'chats', 'user'],
    roles: RIGHTS.work,
    body: z.object({ prospect_id: idSchema }),
    ok: becameLead,
  }),
  addMessagingPerson: endpoint('POST /chats/people/{id}/add/', {
    summary: 'Create a lead in a list for a person: their conversation is fetched and synced from now on',
    touches: ['messaging_people', 'chats', 'lists', 'user'],
    roles: RIGHTS.work,
    body: z.object({
      first_name: z.string().trim().min(1).max(TEXT_LIMITS.name_max),
      last_name: z.string().trim().max(TEXT_LIMITS.name_max),
      search_id: idSchema,
    }),
    errors: ['person_erased'],
    ok: becameLead,
  }),
  unlinkMessagingPerson: endpoint('POST /chats/{id}/unlink/', {
    summary: 'Unlink a person from a lead: their conversation is removed, and they are unmatched again',
    touches: ['messaging_people', 'chats', 'user'],
    roles: RIGHTS.work,
    body: z.object({ account_id: idSchema }),
    errors: ['conflict'],
    ok: z.object({ success: z.literal(true), messages: z.number().int() }),
  }),
  dismissMessagingPerson: endpoint('POST /chats/people/{id}/dismiss/', {
    summary: 'Hide a person, also when they write again',
    touches: ['messaging_people'],
    roles: RIGHTS.work,
    ok: done,
  }),
};
