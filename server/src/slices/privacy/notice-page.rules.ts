import { TEXT_LIMITS } from '@overture/domain/limits';
import { escapeHtml } from '@overture/domain/message/html';
import { describeSource } from '@overture/domain/privacy/lead-sources';
import {
  DEFAULT_WEIGHING,
  LEGAL_BASES,
  maskEmail,
  PRIVACY_DEFAULTS,
  PRIVACY_LIMITS,
  type PrivacyRequestKind,
} from '@overture/domain/privacy/privacy-notice';
import type { InterfaceLanguage } from '@overture/domain/text/interface-languages';
import { sayInDocument } from '../brands/index.ts';
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
const withMask = (email: string | null, say: Say): string =>
  email === null ? say(EMAIL) : `${say(EMAIL)} (${maskEmail(email)})`;
const day = (at: Date): string => at.toISOString().slice(0, 10);
const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

/** Words of the page in the language of who reads it. */
type Say = (english: string) => string;

interface Shown {
  /** What came of the reader's request. */
  said: string | null;
  /** The request whose code they enter now. */
  asked: PrivacyRequestKind | null;
  language: InterfaceLanguage;
}

/** What is said of a lead, without anything that only the lead may read: a mail can be forwarded. */
export function renderNotice(notice: Notice, { said, asked, language }: Shown): string {
  const { lead, profile, sources, basis } = notice;
  const say: Say = (english) => sayInDocument(language, english);
  const rows: [string, string][] = [
    ['Who holds your data', lines(profile.controller || lead.organization_name)],
    ...(profile.contact ? [['Contact for data protection', lines(profile.contact)] as [string, string]] : []),
    [
      'What is held',
      escapeHtml(lead.held.map((kind) => (kind === EMAIL ? withMask(lead.email, say) : say(kind))).join(', ')),
    ],
    [
      'Where it comes from',
      `<ul>${sources.map((one) => `<li>${escapeHtml(sourceLine(one, say))}</li>`).join('')}</ul>`,
    ],
    ['Since when', say(day(lead.created_at))],
    ['Why', lines(profile.purpose || say(PRIVACY_DEFAULTS.purpose))],
    ['Legal basis', describeBasis(basis, say)],
    ['Who receives it', lines(profile.recipients || say(PRIVACY_DEFAULTS.recipients))],
    ['Until when', lines(profile.kept_until || say(PRIVACY_DEFAULTS.kept_until))],
    [
      'Your rights',
      say(
        'You can object, see your data, have it corrected or erased, have its use restricted, and receive a copy. The buttons below do this. No decision about you is made by a machine alone.',
      ),
    ],
    ['Complaints', lines(profile.authority || say(PRIVACY_DEFAULTS.authority))],
  ];
  const status = said === null ? '' : `<p role="status">${escapeHtml(say(said))}</p>`;
  const list = rows.map(([term, text]) => `<dt>${say(term)}</dt><dd>${text}</dd>`).join('');
  const form = asked === null ? '' : renderCodeForm(asked, say);
  return `<h1>${say(NOTICE_TEXTS.title)}</h1>${status}${form}<dl>${list}</dl>${renderActions(say)}`;
}

/** The names of files and searches may be confidential: only their kind is shown. Providers are shown by name. */
function sourceLine({ kind, obtained_at, row: _, detail }: SourceRow, say: Say): string {
  const isNamed = detail !== '' && (kind === 'enrichment' || kind === 'linkedin_post');
  const source = say(describeSource({ kind, detail: '', row: null }));
  return `${source}${isNamed ? ` (${detail})` : ''}, ${say(day(obtained_at))}`;
}

function describeBasis({ basis, note, given_on }: LeadBasis, say: Say): string {
  // What proves a consent may name others.
  if (basis === 'consent') return escapeHtml(say(`${LEGAL_BASES.consent}${given_on ? `, given on ${given_on}` : ''}`));
  if (basis === 'contract') return escapeHtml(say(LEGAL_BASES.contract));
  return `${escapeHtml(say(LEGAL_BASES.legitimate_interest))}. ${lines(note === DEFAULT_WEIGHING ? say(note) : note)}`;
}

const button = (action: string, text: string): string =>
  `<form method="post"><button name="action" value="${action}">${text}</button></form>`;

const renderActions = (
  say: Say,
): string => `<h2>${say('Stop messages')}</h2>${button('object', say('Do not contact me again'))}
<h2>${say('Correct your data')}</h2><details><summary>${say('Report an error')}</summary><form method="post"><label for="note">${say('What should be corrected?')}</label>
<textarea id="note" name="note" rows="4" maxlength="${PRIVACY_LIMITS.note_max}" required></textarea><button name="action" value="correct">${say('Send correction')}</button></form></details>
<h2>${say('See or erase your data')}</h2><p>${say("A code is mailed to your address first. It proves that the request comes from you. Once you confirm an erasure, you won't be contacted again, even before your data is erased.")}</p>
<form method="post"><label for="email">${say('Another address of yours (optional)')}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="${TEXT_LIMITS.email_max}" aria-describedby="email-hint"><p id="email-hint">${say('Leave this empty to get the code at the address that we write to.')}</p>
<div style="display:flex;flex-wrap:wrap;gap:12px"><button name="action" value="access">${say('Send me my data')}</button><button name="action" value="erase">${say('Erase my data')}</button></div></form>`;

function renderCodeForm(kind: PrivacyRequestKind, say: Say): string {
  return `<form method="post"><input type="hidden" name="kind" value="${kind}"><label for="code">${say('Code from the email')}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required autofocus><button name="action" value="confirm">${say('Confirm')}</button></form>`;
}
