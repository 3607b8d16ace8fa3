import { phoneKey } from '@overture/domain/addresses/phone-key';
import { callableFrom } from '@overture/domain/calls/call-outcomes';
import { resolveCallPlace, resolveLeadZone, type ZoneFacts } from '@overture/domain/zones/lead-zone';
import type { CallRow } from './calls.store.ts';

interface Place {
  zone_facts: ZoneFacts;
  /** Of the campaign. */
  timezone: string;
}

/** When a lead may be called: by their own clock and that of their number, else by the campaign's. Null now. */
export function findOpening({ zone_facts, timezone }: Place, now: Date): Date | null {
  const { zones } = resolveCallPlace(zone_facts);
  return callableFrom(zones.length > 0 ? zones : [timezone], now);
}

/** By which clock the day of a lead is counted. */
export const zoneOfLead = ({ zone_facts, timezone }: Place): string => resolveLeadZone(zone_facts)?.zone ?? timezone;

/** The address that a phone or a program for calls opens. The digits of an extension would dial another line: they stay on the card. */
export function makePhoneLink(phone: string | null): string | null {
  const key = phone === null ? null : phoneKey(phone);
  return key === null ? null : `tel:+${key}`;
}

const STATUS_STOPS: Record<string, string> = {
  REPLIED: 'The lead has replied.',
  PAUSED: 'The lead is paused.',
  COMPLETED: 'The campaign is over for this lead.',
  FAILED: 'The campaign is over for this lead.',
};

/** Why a call is no longer needed, in words; null while it is. */
export function findCallStop(row: CallRow): string | null {
  if (row.is_waiting) return null;
  if (row.campaign_status !== 'ACTIVE') return 'The campaign is not running.';
  return STATUS_STOPS[row.status] ?? 'The lead no longer waits for this call.';
}

/** Who has the card, or what became of it. */
export function describeCallLoss({ user_name, outcome, claimed_until, now }: CallRow): string {
  const name = user_name ?? 'Another team member';
  if (outcome !== null) return `${name} has already recorded an outcome.`;
  if (claimed_until !== null && claimed_until > now) return `${name} has this call now.`;
  return 'Your ten minutes are over, and the call went back to the queue.';
}
