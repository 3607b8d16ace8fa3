import { normalizeEmail } from '@overture/domain/addresses/email-address';
import type { AddressAnswer, ContactAnswer } from '../contact-finder.port.ts';
import type { EmailFinderAnswer, VerificationAnswer } from './hunter.api.ts';

/** Hunter's score is a confidence already; an address it verified as invalid is none. */
export function toContactAnswer(answer: EmailFinderAnswer | null): ContactAnswer {
  if (answer === null) return { outcome: 'not_found', evidence: 'This person asked not to be found.' };
  const email = answer.email ? normalizeEmail(answer.email) : null;
  if (email === null) return { outcome: 'not_found', evidence: 'No address is known.' };
  const status = answer.verification?.status ?? null;
  if (status === 'invalid') return { outcome: 'not_found', evidence: `${email} was checked and does not exist.` };
  const confidence = Math.max(0, Math.min(100, Math.round(answer.score ?? 0)));
  const pages = answer.sources?.length ?? 0;
  const evidence = [
    describeVerification(status, answer.accept_all === true),
    `score ${confidence}`,
    pages > 0 ? `seen on ${pages} ${pages === 1 ? 'page' : 'pages'}` : 'made from the pattern of the domain',
  ].join(', ');
  return { outcome: 'found', value: email, confidence, evidence: `${evidence}.` };
}

function describeVerification(status: string | null, acceptsAll: boolean): string {
  if (status === 'valid') return 'Verified';
  return acceptsAll || status === 'accept_all' ? 'The server accepts any address' : 'Not verified';
}

/**
 * Hunter cannot query servers of private mailboxes: such an address is as certain as the pages that list it. An unknown
 * status means nothing.
 */
export function toAddressAnswer(answer: VerificationAnswer | null): AddressAnswer {
  if (answer === null) return { result: 'unknown', evidence: 'Hunter: this person asked not to be looked up' };
  const { status, result } = answer;
  if (status === 'valid') return { result: 'valid', evidence: 'Hunter: valid' };
  if (status === 'invalid') return { result: 'invalid', evidence: 'Hunter: invalid' };
  if (status === 'accept_all') return { result: 'catch_all', evidence: 'Hunter: its server accepts any address' };
  if (status === 'disposable') return { result: 'risky', evidence: 'Hunter: disposable' };
  if (status === 'webmail')
    return { result: result === 'deliverable' ? 'valid' : 'risky', evidence: 'Hunter: a private mailbox' };
  return { result: 'unknown', evidence: 'Hunter returned no result' };
}
