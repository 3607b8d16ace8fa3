import { normalizeEmail } from '@overture/domain/addresses/email-address';
import type { ContactAnswer } from '../contact-finder.port.ts';
import { formatPhoneNumber } from '../phone-number.ts';
import type { LushaContact } from './lusha.api.ts';

/** Lusha's grades of an address as a confidence. */
const GRADES: Record<string, number> = { 'A+': 97, A: 92, 'B+': 82, B: 72, 'C+': 60, C: 50 };
const UNGRADED = 65;

const PHONE_KINDS: Record<string, { words: string; confidence: number }> = {
  mobile: { words: 'Mobile number', confidence: 90 },
  direct: { words: 'Direct number', confidence: 88 },
  work: { words: 'Number at work', confidence: 70 },
};
const OTHER_PHONE = { words: 'Phone number', confidence: 65 };

/** The best address at work. A private one is not what a sales mail should go to. */
export function toEmailAnswer(contact: LushaContact | null): ContactAnswer {
  const found = (contact?.emails ?? []).flatMap(({ email, type, confidence: grade }) => {
    const value = email ? normalizeEmail(email) : null;
    if (value === null || type === 'private') return [];
    return [{ value, grade, confidence: GRADES[grade ?? ''] ?? UNGRADED }];
  });
  const best = found.sort((a, b) => b.confidence - a.confidence)[0];
  if (best === undefined)
    return { outcome: 'not_found', evidence: `No address at work is known.${sayCredits(contact)}` };
  const { value, grade, confidence } = best;
  const evidence = `${grade ? `Graded ${grade}.` : 'Known, without a grade.'}${sayCredits(contact)}`;
  return { outcome: 'found', value, confidence, evidence };
}

/** The most direct number. Numbers on a do-not-call list are as good as none. */
export function toPhoneAnswer(contact: LushaContact | null): ContactAnswer {
  const numbers = (contact?.phones ?? []).flatMap(({ number, type, doNotCall }) => {
    const value = formatPhoneNumber(number);
    return value === null
      ? []
      : [{ value, is_do_not_call: doNotCall === true, ...(PHONE_KINDS[type ?? ''] ?? OTHER_PHONE) }];
  });
  const best = numbers.filter(({ is_do_not_call }) => !is_do_not_call).sort((a, b) => b.confidence - a.confidence)[0];
  if (best !== undefined) {
    const evidence = `${best.words}.${sayCredits(contact)}`;
    return { outcome: 'found', value: best.value, confidence: best.confidence, evidence };
  }
  const reason = numbers.length > 0 ? 'The known number is on a do-not-call list.' : 'No number is known.';
  return { outcome: 'not_found', evidence: `${reason}${sayCredits(contact)}` };
}

/** What this answer cost, in the vendor's own words. */
function sayCredits(contact: LushaContact | null): string {
  const credits = contact?.credits ?? null;
  if (credits === null) return '';
  return ` Lusha charged ${credits} ${credits === 1 ? 'credit' : 'credits'}.`;
}
