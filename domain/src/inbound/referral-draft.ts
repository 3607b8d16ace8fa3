import { CHARACTER_LIMITS } from '../limits.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../message/languages.ts';
import { stripReplyMarks } from '../message/threading.ts';
import { toSingleLine } from '../text/text.ts';
import { cutText } from '../text/text-bounds.ts';

interface Words {
  subject: (referrer: string) => string;
  greeting: (names: { first_name: string; full_name: string }) => string;
  text: (referrer: string) => string;
  topic: (subject: string) => string;
}

const WORDS: Record<Language, Words> = {
  en: {
    subject: (referrer) => `${referrer} suggested that I write to you`,
    greeting: ({ first_name }) => `Hi ${first_name},`,
    text: (referrer) => `${referrer} suggested that I write to you.`,
    topic: (subject) => `It is about: ${subject}`,
  },
  nl: {
    subject: (referrer) => `${referrer} raadde me aan u te schrijven`,
    greeting: ({ first_name }) => `Beste ${first_name},`,
    text: (referrer) => `${referrer} raadde me aan u te schrijven.`,
    topic: (subject) => `Het gaat over: ${subject}`,
  },
  de: {
    subject: (referrer) => `${referrer} hat mich an Sie verwiesen`,
    greeting: ({ full_name }) => `Guten Tag ${full_name},`,
    text: (referrer) => `${referrer} hat mich an Sie verwiesen.`,
    topic: (subject) => `Es geht um: ${subject}`,
  },
  fr: {
    subject: (referrer) => `${referrer} m’a conseillé de vous écrire`,
    greeting: ({ full_name }) => `Bonjour ${full_name},`,
    text: (referrer) => `${referrer} m’a conseillé de vous écrire.`,
    topic: (subject) => `Il s’agit de : ${subject}`,
  },
  es: {
    subject: (referrer) => `${referrer} me sugirió que le escribiera`,
    greeting: ({ first_name }) => `Hola, ${first_name}:`,
    text: (referrer) => `${referrer} me sugirió que le escribiera.`,
    topic: (subject) => `Se trata de: ${subject}`,
  },
  it: {
    subject: (referrer) => `${referrer} mi ha suggerito di scriverle`,
    greeting: ({ full_name }) => `Buongiorno ${full_name},`,
    text: (referrer) => `${referrer} mi ha suggerito di scriverle.`,
    topic: (subject) => `Si tratta di: ${subject}`,
  },
  pt: {
    subject: (referrer) => `${referrer} sugeriu que eu lhe escrevesse`,
    greeting: ({ first_name }) => `Olá, ${first_name},`,
    text: (referrer) => `${referrer} sugeriu que eu lhe escrevesse.`,
    topic: (subject) => `Trata-se de: ${subject}`,
  },
  ru: {
    subject: (referrer) => `Контакт от коллеги: ${referrer}`,
    greeting: ({ full_name }) => `Здравствуйте, ${full_name}!`,
    text: (referrer) => `Написать вам мне посоветовал ваш контакт: ${referrer}.`,
    topic: (subject) => `Тема: ${subject}`,
  },
};

export interface ReferralFacts {
  /** The language in which the referrer wrote; English where none of ours was detected. */
  language: string | null;
  referrer: string;
  referred: { first_name: string; last_name: string };
  /** Subject of the emails with the referrer. */
  subject_line: string | null;
}

/** The beginning of a first message to a person whom a reply named. It says who named them and promises nothing. */
export function writeReferralDraft({ language, referrer, referred, subject_line }: ReferralFacts): {
  subject: string;
  message: string;
} {
  const words = WORDS[language !== null && isLanguage(language) ? language : DEFAULT_LANGUAGE];
  const first_name = toSingleLine(referred.first_name);
  const name = toSingleLine(referrer);
  const topic = toSingleLine(stripReplyMarks(subject_line ?? ''));
  const greeting = words.greeting({
    first_name,
    full_name: `${first_name} ${toSingleLine(referred.last_name)}`.trim(),
  });
  const text = [words.text(name), ...(topic === '' ? [] : [words.topic(cutText(topic, CHARACTER_LIMITS.subject))])];
  return {
    subject: cutText(words.subject(name), CHARACTER_LIMITS.subject),
    message: cutText(`${greeting}\n\n${text.join('\n')}`, CHARACTER_LIMITS.chat_message),
  };
}
