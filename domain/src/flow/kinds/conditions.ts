import { normalizeEmail } from '../../addresses/email-address.ts';
import type { LeadFieldColumn } from '../../leads/lead-fields.ts';
import { DELAYS } from '../../limits.ts';
import type { ContactLookup } from '../../money/credits.ts';
import type { ConditionKind } from './node-kind.ts';

const AT_ONCE = { lane: 'local', delay_in_hours: 0 } as const;
const LINKEDIN = { ...AT_ONCE, channel: 'linkedin', flag: 'linkedin_steps_enabled', account: 'linkedin' } as const;

/** Answered from the lead's own data when it is reached; where that is blank it is looked for first. */
function asksFor(
  column: LeadFieldColumn,
  lookup: ContactLookup,
  isFilled: (text: string) => boolean,
): Pick<ConditionKind, 'reads' | 'answer'> {
  return {
    reads: { column, lookup },
    answer: ({ fields, lookups_ended }) => {
      const text = fields[column] ?? null;
      return (text !== null && isFilled(text)) || (lookups_ended.includes(lookup) ? false : null);
    },
  };
}

/** Every condition, in the order in which it is offered. A new one is an entry here and its words in web. */
export const CONDITION_KINDS = {
  ACCEPTED_INVITE: {
    ...LINKEDIN,
    label: 'Accepted Invite',
    delay_in_hours: DELAYS.accepted_invite_wait_in_days * 24,
    is_wait: true,
    waits_for: 'the invite to be accepted',
    answer: (facts) => facts.invite_accepted_at !== null || facts.is_connected === true,
  },
  // LinkedIn is asked when it is reached: what was true last week may not be today.
  ALREADY_CONNECTED: {
    ...LINKEDIN,
    label: 'Already Connected',
    lane: 'look',
    waits_for: 'LinkedIn to say whether you are connected',
    answer: (facts) => facts.is_connected,
  },
  // An address one can write to counts, any other text does not.
  HAS_EMAIL: {
    ...AT_ONCE,
    ...asksFor('email', 'FIND_EMAIL', (text) => normalizeEmail(text) !== null),
    label: 'Has Email',
    channel: 'email',
    flag: 'email_steps_enabled',
    account: 'email',
    waits_for: 'an email address to be found',
  },
  // Three digits or more count as a number to call.
  HAS_PHONE: {
    ...AT_ONCE,
    ...asksFor('phone_number', 'FIND_PHONE', (text) => (text.match(/\d/g)?.length ?? 0) >= 3),
    label: 'Has Phone',
    channel: 'phone',
    flag: 'phone_steps_enabled',
    account: 'email',
    waits_for: 'a phone number to be found',
  },
} as const satisfies Record<string, ConditionKind>;
