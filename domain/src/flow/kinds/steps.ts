import { DELAYS } from '../../limits.ts';
import type { StepKind } from './node-kind.ts';

const PLAIN = {
  is_message: false,
  needs_message: false,
  takes_subject: false,
  takes_attachments: false,
  body: 'message',
  may_repeat: false,
  is_manual: false,
  delay_in_hours: DELAYS.default_in_hours,
} as const;
const LINKEDIN = { ...PLAIN, channel: 'linkedin', flag: 'linkedin_steps_enabled', account: 'linkedin' } as const;
const MESSAGE = { is_message: true, needs_message: true, takes_attachments: true } as const;

/**
 * Every step, in the order in which it is offered. A new one needs an entry here, its texts in web, and an executor.
 */
export const STEP_KINDS = {
  LINKEDIN_INVITE: { ...LINKEDIN, label: 'LinkedIn Invite', lane: 'invite', is_message: true, body: 'invite_note' },
  LINKEDIN_MESSAGE: { ...LINKEDIN, ...MESSAGE, label: 'LinkedIn Message', lane: 'message', may_repeat: true },
  VISIT_LINKEDIN_PROFILE: { ...LINKEDIN, label: 'Visit LinkedIn Profile', lane: 'visit', may_repeat: true },
  INMAIL: { ...LINKEDIN, ...MESSAGE, label: 'InMail', lane: 'inmail', takes_subject: true },
  DELETE_LINKEDIN_INVITE: { ...LINKEDIN, label: 'Delete LinkedIn Invite', lane: 'withdraw' },
  LIKE_LAST_LINKEDIN_POST: { ...LINKEDIN, label: 'Like Last LinkedIn Post', lane: 'like' },
  EMAIL: {
    ...PLAIN,
    ...MESSAGE,
    label: 'Email',
    channel: 'email',
    flag: 'email_steps_enabled',
    account: 'email',
    lane: 'email',
    takes_subject: true,
    may_repeat: true,
  },
  CALL_PROSPECT: {
    ...PLAIN,
    label: 'Call Prospect',
    channel: 'phone',
    flag: 'phone_steps_enabled',
    account: null,
    lane: 'person',
    is_manual: true,
  },
} as const satisfies Record<string, StepKind>;
