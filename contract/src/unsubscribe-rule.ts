import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const unsubscribeRuleSchema = z.object({
  /** Every mail of a campaign says in its text how to unsubscribe; a campaign does not start without. */
  requires_link: z.boolean(),
  /** Campaigns that run and have mails without the link, the first twenty: those mails wait while it is required. */
  unlinked_campaigns: z.array(z.object({ id: z.number().int(), name: z.string() })).max(LIST_LIMITS.named),
  total_unlinked: z.number().int(),
});
export type UnsubscribeRule = z.output<typeof unsubscribeRuleSchema>;

export const unsubscribeRuleEndpoints = {
  getUnsubscribeRule: endpoint('GET /unsubscribe-rule/', {
    summary:
      'Whether every mail of a campaign must have an unsubscribe link in its text, and running campaigns that lack it',
    shows: ['organization_settings'],
    ok: unsubscribeRuleSchema,
  }),
};
