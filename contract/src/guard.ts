import { RIGHTS } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { GUARD_CAUSES, GUARD_NOTE_MAX, GUARD_SCOPES } from '@overture/domain/sending/guard';
import { z } from 'zod';
import { endpoint, idSchema, unused } from './endpoint.ts';

const guardStateSchema = z.object({
  id: z.number().int(),
  scope: z.enum(GUARD_SCOPES),
  /** Of the sender or the campaign; null of a domain. */
  scope_id: z.number().int().nullable(),
  /** Address of the sender, the domain, or name of the campaign. */
  name: z.string(),
  state: z.enum(['warned', 'paused']),
  /** Its figures, in words. */
  reason: z.string(),
  since: z.iso.datetime(),
  /** Mailboxes that it means; of a campaign its own. */
  account_ids: z.array(z.number().int()),
});
export type GuardState = z.output<typeof guardStateSchema>;

export const guardEndpoints = {
  listGuardStates: endpoint('GET /guard/', {
    summary:
      'Senders, domains and campaigns with many bounces or complaints: paused ones first, then warned ones of the last week',
    shows: ['guard'],
    ok: z.object({ states: z.array(guardStateSchema).max(LIST_LIMITS.guard_states) }),
  }),
  releaseGuard: endpoint('POST /guard/{id}/release/', {
    summary: 'Release a paused sender, domain or campaign, with a reason; earlier events no longer count',
    touches: ['guard', 'senders'],
    roles: RIGHTS.settings,
    params: z.object({ id: idSchema }),
    body: z.object({ cause: z.enum(GUARD_CAUSES), note: unused(z.string().trim().max(GUARD_NOTE_MAX)) }),
    ok: z.object({ success: z.literal(true) }),
  }),
};
