import type { Account } from '@overture/contract/accounts';
import type { User } from '@overture/contract/auth';
import { isHiddenForWhitelabel } from '@overture/domain/access/permissions';
import { isEmailAccount, isMessagingAccount } from '@overture/domain/accounts';
import { TRIAL } from '@overture/domain/limits';
import {
  baseSlots,
  decideConnection,
  describeOverLimit,
  needsExtra,
  type SlotDecision,
  type SlotFacts,
  slotLimit,
} from '@overture/domain/money/sender-slots';

export interface SlotSummary {
  used: number;
  /** Accounts the trial or the plan covers; null where nothing limits them. */
  limit: number | null;
  isTrial: boolean;
  /** May one more mailbox be connected? */
  decision: SlotDecision;
  /** May one more LinkedIn account be connected? */
  linkedin: SlotDecision;
  /** Kinds of which one more must be added to the plan first, by who may do that. */
  extras: readonly ('linkedin' | 'email')[];
  /** Over-limit warnings, one a kind of account. */
  warnings: { kind: 'linkedin' | 'email'; text: string }[];
}

const KINDS = ['email', 'linkedin'] as const;

/** Places for senders as the specification counts them: admins and organizations of other kinds are not warned. */
export function summarizeSlots(user: User, accounts: readonly Account[]): SlotSummary {
  const { organization } = user;
  const viewer = { id: user.id, role: user.role, organization };
  const facts: SlotFacts = {
    is_in_trial: organization.is_in_trial,
    is_partner: user.is_partner,
    extra_linkedin_accounts: organization.extra_linkedin_accounts,
    extra_email_accounts: organization.extra_email_accounts,
    accounts: accounts
      .filter((account) => !isMessagingAccount(account.account_type))
      .map((account) => ({
        kind: isEmailAccount(account.account_type) ? 'email' : 'linkedin',
        is_base_account: account.is_base_account,
      })),
  };
  const isTrial = organization.is_in_trial && !organization.is_whitelabel;
  const isWarned = isHiddenForWhitelabel(viewer) && !isTrial;
  const plan = baseSlots(facts) + organization.extra_email_accounts + organization.extra_linkedin_accounts;
  // Who pays themselves, and not by an agency; others have nothing to agree to.
  const isPaying = organization.has_payments && organization.active_subscription && !organization.is_whitelabel;
  return {
    used: facts.accounts.length,
    limit: isTrial ? TRIAL.sender_accounts : plan,
    isTrial,
    decision: decideConnection('email', viewer, facts),
    linkedin: decideConnection('linkedin', viewer, facts),
    extras: isPaying && user.role === 'USER' ? KINDS.filter((kind) => needsExtra(kind, facts)) : [],
    warnings: isWarned ? KINDS.flatMap((kind) => findSlotWarning(kind, facts)) : [],
  };
}

function findSlotWarning(kind: 'linkedin' | 'email', facts: SlotFacts): SlotSummary['warnings'] {
  const used = facts.accounts.filter((account) => account.kind === kind).length;
  const text = describeOverLimit(used, slotLimit(kind, facts));
  return text === null ? [] : [{ kind, text }];
}
