import { inmailsPerDay, type LinkedinTier } from '../accounts.ts';
import { LINKEDIN_DAILY } from '../limits.ts';
import { LINKEDIN_ACTIONS, type LinkedinAction } from '../linkedin/linkedin-actions.ts';
import { jitteredGapInMs, linkedinGapInMs } from './spacing.ts';

/** Most mails planned ahead for one sender without a gap in one look. */
const BURST = 200;

export interface LinkedinLimits {
  tier: LinkedinTier | null;
  linkedin_max_connections: number;
  linkedin_max_messages: number;
}

/** Most actions of a sort a sender takes in one of its days. */
function dailyCap(sender: LinkedinLimits, action: LinkedinAction): number {
  switch (action) {
    case 'invite':
      return sender.linkedin_max_connections;
    case 'message':
      return sender.linkedin_max_messages;
    case 'inmail':
      return inmailsPerDay(sender.tier);
    default:
      return LINKEDIN_DAILY[action];
  }
}

/**
 * Most actions of a sort a sender takes today. The week of invitations is a part of the day's budget: what the last days
 * used of it (`weekUsed`) is not there any more.
 */
export function todaysCap(
  sender: LinkedinLimits & { linkedin_weekly_invites: number },
  action: LinkedinAction,
  weekUsed: number,
): number {
  const cap = dailyCap(sender, action);
  return action === 'invite' ? Math.min(cap, Math.max(0, sender.linkedin_weekly_invites - weekUsed)) : cap;
}

/** What the settings of a campaign allow a day; null where they say nothing. */
export function campaignCap(
  campaign: { linkedin_max_connections: number; linkedin_max_messages: number },
  action: LinkedinAction,
): number | null {
  if (action === 'invite') return campaign.linkedin_max_connections;
  return action === 'message' ? campaign.linkedin_max_messages : null;
}

/** Name of a sender's budget for a sort of action. */
export function scopeOf(action: LinkedinAction): string {
  return `account:${action}`;
}

/** Look-ups are seen by nobody and keep no gap. */
export function keepsGap(action: LinkedinAction): boolean {
  return action !== 'look';
}

/** Sorts of action that stand in the door in place of one of this sort: with a gap one at a time, look-ups beside them. */
export function spacedWith(action: LinkedinAction): LinkedinAction[] {
  return LINKEDIN_ACTIONS.filter((other) => (keepsGap(action) ? keepsGap(other) : other === action));
}

/** Milliseconds a sender pauses after an action; 0 without a gap. `random` is in [0, 1). */
export function pauseInMs(channel: 'email' | 'linkedin', gapInSeconds: number, random: number): number {
  if (gapInSeconds === 0) return 0;
  return (channel === 'email' ? jitteredGapInMs : linkedinGapInMs)(gapInSeconds, random);
}

export interface SenderCapacity {
  gap_in_seconds: number;
  /** Left of the sender's day, what is planned but not debited taken off. */
  left: number;
  /** Planned or being sent now. */
  open: number;
}

/** How many more mails may be planned for a sender in this look. */
export function planCapacity({ gap_in_seconds, left, open }: SenderCapacity): number {
  if (gap_in_seconds > 0) return open > 0 ? 0 : Math.min(1, Math.max(0, left));
  return Math.max(0, Math.min(left, BURST - open));
}
