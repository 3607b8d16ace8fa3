import type { User } from '@overture/contract/auth';
import { isPartnerEmail } from '@overture/domain/money/sender-slots';
import { findInterfaceLanguage } from '@overture/domain/text/interface-languages';
import { type OrganizationRow, presentOrganization } from '../organization/index.ts';
import type { UserRow } from '../users/index.ts';

/** What auth itself doesn't know about a person: their senders, unread conversations and low credits, and whether the installation sends. */
export type UserExtras = Pick<
  User,
  'linked_accounts' | 'unread_chats' | 'sending_held_since' | 'webhooks_off' | 'low_credits'
>;

interface PlanFacts {
  now: Date;
  partner_domain: string | undefined;
}

export function presentUser(
  user: UserRow & { is_founder: boolean },
  pending_email: string | null,
  organization: OrganizationRow,
  extras: UserExtras,
  plan: PlanFacts,
): Omit<User, 'second_factor_due_at' | 'acting'> {
  return {
    id: user.id,
    email: user.email,
    pending_email,
    active: user.active,
    role: user.role,
    name: user.name,
    picture_url: user.picture_url,
    organization: presentOrganization(organization, plan.now),
    is_founder: user.is_founder,
    is_partner: user.verified_at !== null && isPartnerEmail(user.email, plan.partner_domain),
    language: findInterfaceLanguage(user.language),
    ...extras,
  };
}
