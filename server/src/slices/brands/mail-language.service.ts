import { ANSWERS_IN_GERMAN } from '@overture/domain/german/answers.de';
import { MAILS_IN_GERMAN } from '@overture/domain/german/mails.de';
import { findInterfaceLanguage, type InterfaceLanguage } from '@overture/domain/text/interface-languages';
import { createTranslator } from '@overture/domain/text/known-sentences';
import type { SystemContext } from '../../kernel/context.ts';
import { findLanguages } from './mail-language.store.ts';

/**
 * The language of a mail to a person: the one they chose; else that of their browser, if they asked for the mail; else that of their
 * organization; else that of the installation. An address without an account is written to in the language of the organization that writes.
 * @param organization_id of who writes; null for the installation
 */
export async function findMailLanguage(
  { systemRead, config, origin }: Pick<SystemContext, 'systemRead' | 'config' | 'origin'>,
  { to, organization_id }: { to: string; organization_id: number | null },
): Promise<InterfaceLanguage> {
  const found = await systemRead((read) => findLanguages(read, to, organization_id));
  const ofBrowser = origin?.language ?? null;
  const ofOrganization = found?.organization ?? null;
  const inTurn = found?.is_user ? [found.own, ofBrowser, ofOrganization] : [ofOrganization, ofBrowser];
  return inTurn.map(findInterfaceLanguage).find((language) => language !== null) ?? config.MAIL_LANGUAGE;
}

const inGermanDigits = (text: string): string => (/^\d{1,3}(?:,\d{3})+$/.test(text) ? text.replaceAll(',', '.') : text);

const sayInGerman = createTranslator(
  new Map(Object.entries({ ...ANSWERS_IN_GERMAN, ...MAILS_IN_GERMAN })),
  (words, values) => words.replace(/\{(\w+)\}/g, (_, name: string) => inGermanDigits(values[name] ?? '')),
);

/** A subject or paragraph that the program wrote in English, also one that was stored. Unknown words stay as they are. */
export const sayInMail = (language: InterfaceLanguage, text: string): string =>
  language === 'de' ? (sayInGerman(text) ?? text) : text;
