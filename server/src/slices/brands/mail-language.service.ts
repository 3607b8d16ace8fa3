import { ANSWERS_IN_GERMAN } from '@overture/domain/german/answers.de';
import { DOCUMENTS_IN_GERMAN } from '@overture/domain/german/documents.de';
import { MAILS_IN_GERMAN } from '@overture/domain/german/mails.de';
import { NOTICE_IN_GERMAN } from '@overture/domain/german/notice.de';
import { findInterfaceLanguage, type InterfaceLanguage } from '@overture/domain/text/interface-languages';
import { createTranslator, isOfPeople } from '@overture/domain/text/known-sentences';
import type { SystemContext } from '../../kernel/context.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { findChosenLanguage, findLanguages } from './mail-language.store.ts';

/**
 * The language of a mail to a person: the one they chose; else that of their browser, if they asked for the mail; else that of their
 * organization; else that of the installation. An address without an account is written to in the language of the organization that writes.
 * @param organization_id of who writes; null for the installation, at the reader's own request
 */
export async function findMailLanguage(
  { systemRead, config, origin }: Pick<SystemContext, 'systemRead' | 'config' | 'origin'>,
  { to, organization_id }: { to: string; organization_id: number | null },
): Promise<InterfaceLanguage> {
  const found = await systemRead((read) => findLanguages(read, to, organization_id));
  const ofBrowser = origin?.language ?? null;
  const ofOrganization = found?.organization ?? null;
  // Where an organization writes to a user, another person asked: their browser says nothing of the reader.
  const ofReader = organization_id === null ? ofBrowser : null;
  const inTurn = found?.is_user ? [found.own, ofReader, ofOrganization] : [ofOrganization, ofBrowser];
  return inTurn.map(findInterfaceLanguage).find((language) => language !== null) ?? config.MAIL_LANGUAGE;
}

/** The language of a file that a person downloads: as that of their pages. Programs get English. */
export async function findFileLanguage({
  user,
  system,
}: Pick<SessionContext, 'user' | 'system'>): Promise<InterfaceLanguage> {
  if (user.api_key) return 'en';
  const chosen = await system.systemRead((read) => findChosenLanguage(read, user.actor_id));
  return findInterfaceLanguage(chosen) ?? system.origin?.language ?? 'en';
}

const inGermanDigits = (text: string): string => (/^\d{1,3}(?:,\d{3})+$/.test(text) ? text.replaceAll(',', '.') : text);

const MONTHS: Readonly<Record<string, string>> = {
  ...{ Jan: 'Januar', Feb: 'Februar', Mar: 'März', Apr: 'April', May: 'Mai', Jun: 'Juni', Jul: 'Juli', Aug: 'August' },
  ...{ Sep: 'September', Oct: 'Oktober', Nov: 'November', Dec: 'Dezember' },
};

/** `2026-11-23`, `30 Nov 2026, 03:00 (Asia/Tokyo)` and `Mon, 07 Dec 2026 10:00:00 GMT`. */
const inGermanDates = (text: string): string =>
  text
    .replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1')
    .replace(
      /^(?:[A-Z][a-z]{2}, )?0?(\d{1,2}) ([A-Z][a-z]{2})t? (\d{4}),? /,
      (all, day: string, month: string, year: string) => (MONTHS[month] ? `${day}. ${MONTHS[month]} ${year}, ` : all),
    );

/** Values of these names are dates. */
const DATES = /^(?:date|time|from|to)$/;

const inGermanForm = (name: string, value: string): string => {
  if (isOfPeople(name)) return value;
  return DATES.test(name) ? inGermanDates(value) : inGermanDigits(value);
};

const translate = (german: Readonly<Record<string, string>>) =>
  createTranslator(new Map(Object.entries(german)), (words, values) =>
    words.replace(/\{(\w+)\}/g, (_, name: string) => inGermanForm(name, values[name] ?? '')),
  );

const sayInGerman = translate({ ...ANSWERS_IN_GERMAN, ...MAILS_IN_GERMAN });
const sayInGermanDocument = translate({ ...MAILS_IN_GERMAN, ...DOCUMENTS_IN_GERMAN, ...NOTICE_IN_GERMAN });

/** A subject or paragraph that the program wrote in English, also one that was stored. Unknown words stay as they are. */
export const sayInMail = (language: InterfaceLanguage, text: string): string =>
  language === 'de' ? (sayInGerman(text) ?? text) : text;

/** Words of ours, or a date, in a file that a person downloads or in the notice that a lead reads. */
export const sayInDocument = (language: InterfaceLanguage, text: string): string =>
  language === 'de' ? inGermanDates(sayInGermanDocument(text) ?? sayInMail(language, text)) : text;
