import { normalizeEmail } from '../../addresses/email-address.ts';
import { isConnected } from '../../calls/call-outcomes.ts';
import type { LeadFieldColumn } from '../../leads/lead-fields.ts';
import { DELAYS } from '../../limits.ts';
import type { ContactLookup } from '../../money/credits.ts';
import { CLICK_WAIT } from '../../tracking/link-tracking.ts';
import type { AskedCondition, ConditionKind } from './node-kind.ts';

const AT_ONCE = { lane: 'local', delay_in_hours: 0 } as const;
const LINKEDIN = { ...AT_ONCE, channel: 'linkedin', flag: 'linkedin_steps_enabled', account: 'linkedin' } as const;
/** Waits for what a lead does with mails of this campaign. */
const TRACKED_MAIL = {
  ...AT_ONCE,
  channel: 'email',
  flag: 'email_steps_enabled',
  account: 'email',
  delay_in_hours: CLICK_WAIT.default_in_days * 24,
  max_delay_in_days: CLICK_WAIT.max_in_days,
  is_wait: true,
} as const;

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
  // Of the calls of this campaign: whether the lead was on the phone, as people recorded it.
  CALL_OUTCOME: {
    ...AT_ONCE,
    label: 'Reached by Phone',
    channel: 'phone',
    flag: 'phone_steps_enabled',
    account: null,
    waits_for: 'the outcome of the call',
    answer: ({ call_outcome }) => call_outcome !== null && call_outcome !== undefined && isConnected(call_outcome),
  },
  // By a person, in mails of this campaign: requests by programs are left out of the facts.
  CLICKED: {
    ...TRACKED_MAIL,
    label: 'Clicked Link',
    waits_for: 'a click on a link',
    answer: ({ clicked_urls }, { link_url = null }: AskedCondition = {}) => {
      const clicked = clicked_urls ?? [];
      return link_url === null ? clicked.length > 0 : clicked.includes(link_url);
    },
  },
  // An estimate: most mail programs hide it, some load every mail. Requests by programs are left out of the facts.
  OPENED: {
    ...TRACKED_MAIL,
    label: 'Opened Email',
    waits_for: 'an email to be opened',
    answer: ({ has_opened = false }) => has_opened,
  },
  // Of their last reply, also to an earlier campaign: one to this campaign has stopped it.
  REPLY_CLASS: {
    ...AT_ONCE,
    label: 'Replied Interested',
    channel: 'email',
    flag: 'email_steps_enabled',
    account: null,
    waits_for: 'the type of their reply',
    answer: ({ reply_class }) => reply_class === 'interested',
  },
  // Made before this campaign: a booking ends the campaigns of the lead. Cancelled and missed meetings are left out of the facts.
  MEETING_BOOKED: {
    ...AT_ONCE,
    label: 'Meeting Booked',
    channel: 'email',
    flag: 'email_steps_enabled',
    account: null,
    waits_for: 'the meetings of the lead',
    answer: ({ has_meeting = false }) => has_meeting,
  },
} as const satisfies Record<string, ConditionKind>;
