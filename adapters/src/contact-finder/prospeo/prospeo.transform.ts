import { normalizeEmail } from '@overture/domain/addresses/email-address';
import type { ContactAnswer } from '../contact-finder.port.ts';
import { formatPhoneNumber } from '../phone-number.ts';
import type { EnrichedPerson } from './prospeo.api.ts';

const VERIFIED = 95;
const UNVERIFIED = 65;

export function toEmailAnswer(person: EnrichedPerson | null): ContactAnswer {
  const { email, status, revealed } = person?.email ?? {};
  const value = email && revealed !== false ? normalizeEmail(email) : null;
  if (value === null) return { outcome: 'not_found', evidence: 'No address is known.' };
  if (status === 'INVALID') return { outcome: 'not_found', evidence: `${value} was checked and does not exist.` };
  return status === 'VERIFIED'
    ? { outcome: 'found', value, confidence: VERIFIED, evidence: 'Verified.' }
    : { outcome: 'found', value, confidence: UNVERIFIED, evidence: 'Known, but not verified.' };
}

export function toPhoneAnswer(person: EnrichedPerson | null): ContactAnswer {
  const { mobile, mobile_international, status, revealed } = person?.mobile ?? {};
  const value = revealed === false ? null : formatPhoneNumber(mobile_international ?? mobile);
  if (value === null) return { outcome: 'not_found', evidence: 'No mobile number is known.' };
  return status === 'VERIFIED'
    ? { outcome: 'found', value, confidence: VERIFIED, evidence: 'Mobile number, verified.' }
    : { outcome: 'found', value, confidence: UNVERIFIED, evidence: 'Mobile number, not verified.' };
}
