import type { ContactLookup } from '@overture/domain/money/credits';
import type { LookUpEnd } from '../../../../events.ts';

/** A look-up that takes longer counts as one that found nothing; credits are settled when it really ends. */
export const LOOKUP_WAIT_IN_MS = 24 * 3_600_000;

const NAMES: Record<ContactLookup, string> = {
  FIND_EMAIL: 'email address',
  FIND_PHONE: 'phone number',
  FIND_WEBSITE: 'website',
};

/** Why a condition took the No branch, for the lead's timeline. */
export function explainMiss(
  lookup: ContactLookup,
  why: LookUpEnd | 'no_credits' | 'cap_reached' | 'not_agreed' | 'overdue',
  error?: string | null,
) {
  const name = NAMES[lookup];
  switch (why) {
    case 'no_credits':
      return `There were not enough credits to look for the ${name}.`;
    case 'cap_reached':
      return `The monthly cap of credits left too few to look for the ${name}.`;
    case 'not_agreed':
      return `This campaign may not spend credits to look for the ${name}.`;
    case 'overdue':
      return `The look-up of the ${name} did not answer within 24 hours.`;
    case 'stopped':
      return `The look-up of the ${name} was stopped.`;
    case 'failed':
      return `The look-up of the ${name} failed${error ? `: ${error}` : '.'}`;
    default:
      return lookup === 'FIND_PHONE' ? 'No phone number was found.' : `No ${name} was found.`;
  }
}
