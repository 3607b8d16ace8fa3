import { domainScope, ownDomain } from '@overture/domain/sending/own-domain';
import type { Sender } from './senders.store.ts';

/** The budget shared by the mailboxes of a sender's domain; null without a limit. */
export function domainBudget(
  sender: Pick<Sender, 'email' | 'organization_id' | 'own_domain_max_messages'>,
): { scope: string; scope_id: number; cap: number } | null {
  const domain = sender.own_domain_max_messages === null ? null : ownDomain(sender.email);
  if (domain === null) return null;
  return { scope: domainScope(domain), scope_id: sender.organization_id, cap: sender.own_domain_max_messages! };
}
