import { TEXT_LIMITS } from '@overture/domain/limits';
import { escapeHtml } from '@overture/domain/message/html';
import { describeSource } from '@overture/domain/privacy/lead-sources';
import {
  LEGAL_BASES,
  maskEmail,
  PRIVACY_DEFAULTS,
  PRIVACY_LIMITS,
  type PrivacyRequestKind,
} from '@overture/domain/privacy/privacy-notice';
import type { SourceRow } from '../lead-sources/index.ts';
import type { LeadBasis, NoticeLead, PrivacyProfile } from './privacy.store.ts';

export interface Notice {
  lead: NoticeLead;
  profile: PrivacyProfile;
  sources: readonly SourceRow[];
  basis: LeadBasis;
}

export const NOTICE_TEXTS = {
  title: 'Your data and your rights',
  none: 'There is no data behind this link. It may have been deleted, or the link is incomplete.',
  test: 'This link came with a test message. In a real message it opens the privacy notice of the lead.',
  busy: 'Too many requests. Try again in an hour.',
  busy_today: 'Too many codes were sent today. Try again tomorrow.',
  objected: "You won't be contacted again. All messages that were planned for you are stopped.",
  corrected: 'Thank you. Your correction was sent to the team.',
  full: 'Your earlier correction is still open, and this one does not fit beside it. Send a shorter one, or wait for the team.',
  empty: 'Write what should be corrected.',
  unsent: "The code couldn't be sent. Try again in an hour.",
  wrong_code: 'This code is wrong or has expired. Check the newest email, or ask for a new code.',
  perhaps_sent: `If this is one of the addresses that are held of you, a code is on its way to it. It is valid for ${PRIVACY_LIMITS.code_in_minutes} minutes.`,
  received: 'Your request was received. You will get an answer within a month.',
  erasing:
    "Your request was received. You won't be contacted again from now on. Your data will be erased within a month.",
  unverified: 'Your request was received. The team will check that it is you and answer within a month.',
} as const;

const EMAIL = 'your email address';
const withMask = (email: string | null): string => (email === null ? EMAIL : `${EMAIL} (${maskEmail(email)})`);
const day = (at: Date): string => at.toISOString().slice(0, 10);
const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

/** What is said of a lead, without anything that only the lead may read: a mail can be forwarded. */
export function renderNotice(notice: Notice, said: string | null, asked: PrivacyRequestKind | null = null): string {
  const { lead, profile, sources, basis } = notice;
  const rows: [string, string][] = [
    ['Who holds your data', lines(profile.controller || lead.organization_name)],
    ...(profile.contact ? [['Contact for data protection', lines(profile.contact)] as [string, string]] : []),
    ['What is held', escapeHtml(lead.held.map((kind) => (kind === EMAIL ? withMask(lead.email) : kind)).join(', '))],
    ['Where it comes from', `<ul>${sources.map((one) => `<li>${escapeHtml(sourceLine(one))}</li>`).join('')}</ul>`],
    ['Since when', day(lead.created_at)],
    ['Why', lines(profile.purpose || PRIVACY_DEFAULTS.purpose)],
    ['Legal basis', describeBasis(basis)],
    ['Who receives it', lines(profile.recipients || PRIVACY_DEFAULTS.recipients)],
    ['Until when', lines(profile.kept_until || PRIVACY_DEFAULTS.kept_until)],
    [
      'Your rights',
      'You can object, see your data, have it corrected or erased, have its use restricted, and receive a copy. The buttons below do this. No decision about you is made by a machine alone.',
    ],
    ['Complaints', lines(profile.authority || PRIVACY_DEFAULTS.authority)],
  ];
  const status = said === null ? '' : `<p role="status">${escapeHtml(said)}</p>`;
  const list = rows.map(([term, text]) => `<dt>${term}</dt><dd>${text}</dd>`).join('');
  return `<h1>${NOTICE_TEXTS.title}</h1>${status}${asked === null ? '' : renderCodeForm(asked)}<dl>${list}</dl>${ACTIONS}`;
}

/** The names of files and searches may be confidential: only their kind is shown. Providers are shown by name. */
function sourceLine({ kind, obtained_at, row: _, detail }: SourceRow): string {
  const shown = kind === 'enrichment' || kind === 'linkedin_post' ? detail : '';
  return `${describeSource({ kind, detail: shown, row: null })}, ${day(obtained_at)}`;
}

function describeBasis({ basis, note, given_on }: LeadBasis): string {
  // What proves a consent may name others.
  if (basis === 'consent') return escapeHtml(`${LEGAL_BASES.consent}${given_on ? `, given on ${given_on}` : ''}`);
  if (basis === 'contract') return escapeHtml(LEGAL_BASES.contract);
  return `${escapeHtml(LEGAL_BASES.legitimate_interest)}. ${lines(note)}`;
}

const button = (action: string, text: string): string =>
  `<form method="post"><button name="action" value="${action}">${text}</button></form>`;

const ACTIONS = `<h2>Stop messages</h2>${button('object', 'Do not contact me again')}
<h2>Correct your data</h2><details><summary>Report an error</summary><form method="post"><label for="note">What should be corrected?</label>
<textarea id="note" name="note" rows="4" maxlength="${PRIVACY_LIMITS.note_max}" required></textarea><button name="action" value="correct">Send correction</button></form></details>
<h2>See or erase your data</h2><p>A code is mailed to your address first. It proves that the request comes from you. Once you confirm an erasure, you won't be contacted again, even before your data is erased.</p>
<form method="post"><label for="email">Another address of yours (optional)</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="${TEXT_LIMITS.email_max}" aria-describedby="email-hint"><p id="email-hint">Leave this empty to get the code at the address that we write to.</p>
<div style="display:flex;flex-wrap:wrap;gap:12px"><button name="action" value="access">Send me my data</button><button name="action" value="erase">Erase my data</button></div></form>`;

function renderCodeForm(kind: PrivacyRequestKind): string {
  return `<form method="post"><input type="hidden" name="kind" value="${kind}"><label for="code">Code from the email</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required autofocus><button name="action" value="confirm">Confirm</button></form>`;
}
