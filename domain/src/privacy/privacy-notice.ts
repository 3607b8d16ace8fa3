import { linkHtml } from '../message/html.ts';
import type { Language } from '../message/languages.ts';
import { DEFAULT_LANGUAGE, isLanguage } from '../message/languages.ts';

export const LEGAL_BASES = {
  legitimate_interest: 'Legitimate interest (GDPR Art. 6(1)(f))',
  consent: 'Consent (GDPR Art. 6(1)(a))',
  contract: 'A contract or steps before one (GDPR Art. 6(1)(b))',
} as const;
export type LegalBasis = keyof typeof LEGAL_BASES;
export const LEGAL_BASIS_NAMES = Object.keys(LEGAL_BASES) as [LegalBasis, ...LegalBasis[]];

export const DEFAULT_BASIS: LegalBasis = 'legitimate_interest';
/** The weighing of interests until the organization writes its own. */
export const DEFAULT_WEIGHING =
  'We contact people in their professional role about products and services for their company. We hold business contact details only, and everyone can object at any time with one click.';

export const PRIVACY_REQUEST_KINDS = ['object', 'access', 'correct', 'erase'] as const;
export type PrivacyRequestKind = (typeof PRIVACY_REQUEST_KINDS)[number];
export const PRIVACY_REQUEST_LABELS: Record<PrivacyRequestKind, string> = {
  object: 'Objection',
  access: 'Access',
  correct: 'Correction',
  erase: 'Erasure',
};

export const PRIVACY_LIMITS = {
  note_max: 2000,
  basis_note_max: 4000,
  closing_note_max: 1000,
  /** A month to answer (GDPR Art. 12). */
  due_in_months: 1,
  code_in_minutes: 30,
  code_tries: 5,
  /** Codes mailed to one lead in a day. */
  codes_a_day: 5,
  /** Codes mailed to one address in a day, for all leads that have it. */
  codes_a_day_to_address: 15,
  /** Days in which a person must learn of it is a month (GDPR Art. 14); the list begins before. */
  notice_after_days: 25,
  counted: 10_000,
  notified_at_once: 500,
} as const;

/** What the notice page says where the organization wrote nothing. */
export const PRIVACY_DEFAULTS = {
  purpose: 'To contact you about products and services for your company.',
  recipients:
    'The providers that carry our email, our LinkedIn messages and our customer records on our behalf. Your data is not sold.',
  kept_until: 'Until you object or ask us to erase it, or until we no longer need it to contact you.',
  authority: 'The data protection authority of the country where you live or work.',
} as const;
/** What the organization may write of itself, in the order of the notice. */
export const PRIVACY_PROFILE_FIELDS = [
  'controller',
  'contact',
  'purpose',
  'recipients',
  'kept_until',
  'authority',
] as const satisfies readonly (keyof typeof PRIVACY_DEFAULTS | 'controller' | 'contact')[];
export type PrivacyProfileField = (typeof PRIVACY_PROFILE_FIELDS)[number];

const FOOTERS: Record<Language, string> = {
  en: 'Where we have your data from, and your rights',
  nl: 'Hoe wij aan je gegevens komen, en je rechten',
  de: 'Woher wir Ihre Daten haben, und Ihre Rechte',
  fr: 'D’où viennent vos données, et vos droits',
  es: 'De dónde tenemos sus datos, y sus derechos',
  it: 'Da dove provengono i suoi dati, e i suoi diritti',
  pt: 'De onde vêm os seus dados, e os seus direitos',
  ru: 'Откуда у нас ваши данные и ваши права',
};

/** A message with the link to the notice as its last line, in the language of the campaign. One that has the link stays. */
export function withPrivacyFooter(
  message: { text: string; html: string },
  language: string,
  url: string,
): { text: string; html: string } {
  if (message.text.includes(url)) return message;
  const words = FOOTERS[isLanguage(language) ? language : DEFAULT_LANGUAGE];
  const line = `<p style="font-size:12px">${linkHtml(words, url)}</p>`;
  return { text: `${message.text}\n\n${words}: ${url}`, html: `${message.html}${line}` };
}

/** `g•••@acme.example`: who has the address recognizes it, others learn nothing. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0] ?? ''}•••${email.slice(at)}`;
}
