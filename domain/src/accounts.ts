import { CHARACTER_LIMITS, INMAILS_PER_DAY, MESSAGING_LIMITS } from './limits.ts';

export const EMAIL_ACCOUNT_TYPES = ['GOOGLE', 'MICROSOFT', 'IMAP'] as const;

/** Conversations with leads come in by them and are answered; campaigns send nothing by them. */
const MESSAGING_ACCOUNT_TYPES = ['WHATSAPP', 'FACEBOOK', 'INSTAGRAM'] as const;
export type MessagingAccountType = (typeof MESSAGING_ACCOUNT_TYPES)[number];

/** What is connected by the LinkedIn provider's page. */
export const SEAT_TYPES = ['LINKEDIN', ...MESSAGING_ACCOUNT_TYPES] as const;
export type SeatType = (typeof SEAT_TYPES)[number];

export const ACCOUNT_TYPES = ['LINKEDIN', ...EMAIL_ACCOUNT_TYPES, ...MESSAGING_ACCOUNT_TYPES] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** Types that appear on chats. */
export const CHAT_ACCOUNT_TYPES = ACCOUNT_TYPES;
export type ChatAccountType = AccountType;

export const LINKEDIN_TIERS = ['CLASSIC', 'PREMIUM', 'SALES_NAVIGATOR', 'RECRUITER'] as const;
export type LinkedinTier = (typeof LINKEDIN_TIERS)[number];

export const ACCOUNT_STATUSES = [
  'CONNECTING',
  'CREATION_SUCCESS',
  'SYNC_SUCCESS',
  'OK',
  'RECONNECTED',
  'CREDENTIALS',
  'ERROR',
  'STOPPED',
  'DELETED',
] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** What a sender's status is called on screen. */
export const HEALTHY_STATUSES = ['CREATION_SUCCESS', 'SYNC_SUCCESS', 'OK', 'RECONNECTED'] as const;
export const DISCONNECTED_STATUSES = ['ERROR', 'STOPPED', 'CREDENTIALS', 'DELETED'] as const;

const ACCOUNT_TYPE_LABELS: Record<ChatAccountType, string> = {
  LINKEDIN: 'LinkedIn',
  GOOGLE: 'Google',
  MICROSOFT: 'Microsoft',
  IMAP: 'IMAP/SMTP',
  WHATSAPP: 'WhatsApp',
  FACEBOOK: 'Messenger',
  INSTAGRAM: 'Instagram',
};

export function isEmailAccount(type: string): boolean {
  return (EMAIL_ACCOUNT_TYPES as readonly string[]).includes(type);
}

export function isMessagingAccount(type: string): type is MessagingAccountType {
  return (MESSAGING_ACCOUNT_TYPES as readonly string[]).includes(type);
}

/** Characters of an answer by an account of this type. */
export function messageLimit(type: string): number {
  if (isMessagingAccount(type)) return MESSAGING_LIMITS.characters[type];
  return isEmailAccount(type) ? CHARACTER_LIMITS.message : CHARACTER_LIMITS.chat_message;
}

/** True when an account may act: sending, importing, syncing. */
export function isHealthyStatus(status: string): boolean {
  return (HEALTHY_STATUSES as readonly string[]).includes(status);
}

/** Word shown for a status; any status that is not one of the four bad ones displays as Connected. */
export function displayAccountStatus(status: string): 'Connected' | 'Disconnected' {
  return (DISCONNECTED_STATUSES as readonly string[]).includes(status) ? 'Disconnected' : 'Connected';
}

/** The provider signed the account out: nothing but a new sign-in helps. */
export const isSignedOut = (status: string): boolean => status === 'CREDENTIALS';

/** Signing in again may help an account that stopped or reports a problem, too. Connected ones need none, and deleted ones are gone. */
export function canReconnect(status: string): boolean {
  return isSignedOut(status) || status === 'ERROR' || status === 'STOPPED';
}

/** How people call a sender: a mailbox by its address, a LinkedIn account by its name. */
export function senderName(account: { account_type: string; name: string; email: string | null }): string {
  return account.account_type === 'LINKEDIN' ? account.name : (account.email ?? account.name);
}

export function labelAccountType(type: ChatAccountType): string {
  return ACCOUNT_TYPE_LABELS[type];
}

export type DailyLimits = {
  linkedin_max_connections?: { min: number; max: number };
  linkedin_max_messages?: { min: number; max: number };
  email_max_messages?: { min: number; max: number };
};

/** Bounds of the daily limits an account may be given; only those its type has. */
export function dailyLimitBounds(type: AccountType, tier: LinkedinTier | null): DailyLimits {
  if (isEmailAccount(type)) return { email_max_messages: { min: 1, max: 40 } };
  if (type !== 'LINKEDIN') return {};
  const isSmall = tier === null || tier === 'CLASSIC' || tier === 'PREMIUM';
  return {
    linkedin_max_connections: { min: 1, max: isSmall ? 25 : 50 },
    linkedin_max_messages: { min: 1, max: isSmall ? 50 : 100 },
  };
}

/** Limits a newly connected account starts with: the ceiling of its bounds. */
export function defaultDailyLimits(type: AccountType, tier: LinkedinTier | null) {
  const bounds = dailyLimitBounds(type, tier);
  return {
    linkedin_max_connections: bounds.linkedin_max_connections?.max ?? 0,
    linkedin_max_messages: bounds.linkedin_max_messages?.max ?? 0,
    email_max_messages: bounds.email_max_messages?.max ?? 0,
  };
}

/** InMails a day of a tier; 0 where LinkedIn offers none. */
export function inmailsPerDay(tier: LinkedinTier | null): number {
  return canSendInmail(tier) ? INMAILS_PER_DAY : 0;
}

/** The tier that decides which steps a campaign of several LinkedIn accounts may have: each of them has to be able to do each step. */
export function weakestTier(tiers: readonly (LinkedinTier | null | undefined)[]): LinkedinTier | null {
  return LINKEDIN_TIERS.find((tier) => tiers.includes(tier)) ?? null;
}

/** INMAIL is locked for CLASSIC and PREMIUM. */
export function canSendInmail(tier: LinkedinTier | null): boolean {
  return tier === 'SALES_NAVIGATOR' || tier === 'RECRUITER';
}

/** Seats with Sales Navigator or Recruiter search, and read more people a day. */
export function hasSalesSearch(tier: LinkedinTier | null): boolean {
  return tier === 'SALES_NAVIGATOR' || tier === 'RECRUITER';
}

/** An invite note exists only for non-CLASSIC accounts. */
export function canSendInviteNote(tier: LinkedinTier | null): boolean {
  return tier !== null && tier !== 'CLASSIC';
}

/**
 * The checkpoint LinkedIn may ask for after a sign-in with a password: a code of an authenticator app, a code it has
 * sent, a confirmation in its app, a phone number, or a check that only its own page can show (a captcha).
 */
export const LINKEDIN_CHECKPOINTS = [
  'authenticator_code',
  'sent_code',
  'app_approval',
  'phone_number',
  'page_check',
] as const;
/** How long LinkedIn waits for the answer. */
export const LINKEDIN_CHECKPOINT_MINUTES = 5;
export type LinkedinCheckpoint = (typeof LINKEDIN_CHECKPOINTS)[number];

/**
 * What happens to the active leads of a deleted sender: they wait for a new sender, the campaign's other senders take
 * them over, or they end.
 */
export const LEADS_OF_DELETED = ['wait', 'hand_over', 'end'] as const;
export type LeadsOfDeleted = (typeof LEADS_OF_DELETED)[number];
