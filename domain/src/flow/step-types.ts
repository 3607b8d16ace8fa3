import type { FeatureFlag, FeatureFlags } from '../access/feature-flags.ts';

/** Steps of a campaign (campaigns 3 Step). */
export const STEP_TYPES = [
  'LINKEDIN_INVITE',
  'LINKEDIN_MESSAGE',
  'VISIT_LINKEDIN_PROFILE',
  'INMAIL',
  'DELETE_LINKEDIN_INVITE',
  'LIKE_LAST_LINKEDIN_POST',
  'EMAIL',
  'CALL_PROSPECT',
] as const;
export type StepType = (typeof STEP_TYPES)[number];

/** Conditions of a campaign (campaigns 3 Condition). */
export const CONDITION_TYPES = ['ACCEPTED_INVITE', 'ALREADY_CONNECTED', 'HAS_EMAIL', 'HAS_PHONE'] as const;
export type ConditionType = (typeof CONDITION_TYPES)[number];

export type NodeType = StepType | ConditionType;
type Channel = 'linkedin' | 'email' | 'phone';

/** Pictures of the types by name; the design system draws them. */
export type Glyph =
  | 'invite'
  | 'linkedin-message'
  | 'visit'
  | 'inmail'
  | 'delete-invite'
  | 'like'
  | 'email'
  | 'call'
  | 'accepted'
  | 'connected'
  | 'has-email'
  | 'has-phone';

type TypeInfo = { label: string; channel: Channel; glyph: Glyph; flag: FeatureFlag };
type StepInfo = TypeInfo & {
  /** Carries a message to the lead, so a reply to it stops the campaign for the lead. */
  is_message: boolean;
  takes_subject: boolean;
  takes_attachments: boolean;
  /** May stand more than once in a chain (campaigns 4 Flow editing rules). */
  may_repeat: boolean;
  /** Done by a person from the leads table, never by the engine. */
  is_manual: boolean;
};

const LINKEDIN = { channel: 'linkedin', flag: 'linkedin_steps_enabled' } as const;
const EMAIL = { channel: 'email', flag: 'email_steps_enabled' } as const;
const PHONE = { channel: 'phone', flag: 'phone_steps_enabled' } as const;
const PLAIN = {
  is_message: false,
  takes_subject: false,
  takes_attachments: false,
  may_repeat: false,
  is_manual: false,
} as const;
const MESSAGE = { ...PLAIN, is_message: true, takes_attachments: true } as const;

export const STEP_INFO: Readonly<Record<StepType, StepInfo>> = {
  LINKEDIN_INVITE: {
    ...LINKEDIN,
    ...PLAIN,
    label: 'LinkedIn Invite',
    glyph: 'invite',
    is_message: true,
  },
  LINKEDIN_MESSAGE: { ...LINKEDIN, ...MESSAGE, label: 'LinkedIn Message', glyph: 'linkedin-message', may_repeat: true },
  VISIT_LINKEDIN_PROFILE: { ...LINKEDIN, ...PLAIN, label: 'Visit LinkedIn Profile', glyph: 'visit', may_repeat: true },
  INMAIL: { ...LINKEDIN, ...MESSAGE, label: 'InMail', glyph: 'inmail', takes_subject: true },
  DELETE_LINKEDIN_INVITE: { ...LINKEDIN, ...PLAIN, label: 'Delete LinkedIn Invite', glyph: 'delete-invite' },
  LIKE_LAST_LINKEDIN_POST: { ...LINKEDIN, ...PLAIN, label: 'Like Last LinkedIn Post', glyph: 'like' },
  EMAIL: { ...EMAIL, ...MESSAGE, label: 'Email', glyph: 'email', takes_subject: true, may_repeat: true },
  CALL_PROSPECT: { ...PHONE, ...PLAIN, label: 'Call Prospect', glyph: 'call', is_manual: true },
};

const CONDITION_INFO: Readonly<Record<ConditionType, TypeInfo>> = {
  ACCEPTED_INVITE: { ...LINKEDIN, label: 'Accepted Invite', glyph: 'accepted' },
  ALREADY_CONNECTED: { ...LINKEDIN, label: 'Already Connected', glyph: 'connected' },
  HAS_EMAIL: { ...EMAIL, label: 'Has Email', glyph: 'has-email' },
  HAS_PHONE: { ...PHONE, label: 'Has Phone', glyph: 'has-phone' },
};

/** True for one of the eight steps. */
export function isStepType(type: string): type is StepType {
  return (STEP_TYPES as readonly string[]).includes(type);
}

/** True for one of the four conditions. */
export function isConditionType(type: string): type is ConditionType {
  return (CONDITION_TYPES as readonly string[]).includes(type);
}

/** Label, channel, glyph and flag of any type. */
export function typeInfo(type: NodeType): TypeInfo {
  return isStepType(type) ? STEP_INFO[type] : CONDITION_INFO[type];
}

/** False when a feature flag hides the type (campaigns 4 Flow editing rules). */
export function isTypeOffered(type: NodeType, flags: FeatureFlags): boolean {
  return flags[typeInfo(type).flag];
}
