import type { Language } from '../languages.ts';
import { MESSAGE_NAMES } from '../template/names.ts';
import { findNearest } from '../template/nearest.ts';
import { parseSegments, writeSegments } from '../tokens.ts';
import { countWords, listSentences, mapProse } from './message-prose.ts';

export interface FixedTexts {
  subject: string;
  message: string;
}

/** What a rule can write, one click each. */
export const SCORE_FIXES = [
  'exclamations',
  'capitals',
  'spaces',
  'greeting',
  'personal',
  'no_question',
  'links',
  'sentences',
  'variable',
] as const;
export type ScoreFix = (typeof SCORE_FIXES)[number];

/** A question and a greeting to begin with, by language. */
const GREETINGS: Record<Language, string> = {
  en: 'Hi',
  nl: 'Hoi',
  de: 'Hallo',
  fr: 'Bonjour',
  es: 'Hola',
  it: 'Ciao',
  pt: 'Olá',
  ru: 'Здравствуйте',
};
const QUESTIONS: Record<Language, string> = {
  en: 'Is this worth a short conversation?',
  nl: 'Is dit een kort gesprek waard?',
  de: 'Ist das ein kurzes Gespräch wert?',
  fr: 'Est-ce que cela vaut un court échange ?',
  es: '¿Vale la pena una breve conversación?',
  it: 'Vale una breve chiacchierata?',
  pt: 'Vale uma breve conversa?',
  ru: 'Стоит ли это короткого разговора?',
};
export const GREETING = /^(\s{0,20}(?:hi|hello|hey|dear|hallo|beste|bonjour|hola|ciao|liebe|lieber))\s{0,3},/i;

const FIXES: Record<ScoreFix, (texts: FixedTexts, language: Language) => FixedTexts> = {
  exclamations: (texts) => mapBoth(texts, (text) => text.replace(/!+/g, '.')),
  capitals: (texts) => mapBoth(texts, lowerWords),
  spaces: (texts) => mapBoth(texts, (text) => text.replace(/(?<=\S) {2,}(?=\S)/g, ' ')),
  greeting: ({ subject, message }) => ({ subject, message: message.replace(GREETING, '$1 {{first_name}},') }),
  personal: ({ subject, message }, language) => ({
    subject,
    message: GREETING.test(message)
      ? message.replace(GREETING, '$1 {{first_name}},')
      : `${GREETINGS[language]} {{first_name}},\n\n${message.trimStart()}`,
  }),
  no_question: ({ subject, message }, language) => ({ subject, message: addParagraph(message, QUESTIONS[language]) }),
  links: ({ subject, message }) => ({ subject, message: unlinkLater(message) }),
  sentences: ({ subject, message }) => ({ subject, message: mapProse(message, splitSentences) }),
  variable: (texts) => ({ subject: renameUnknown(texts.subject), message: renameUnknown(texts.message) }),
};

/** The texts as a fix leaves them; the same ones where it finds nothing to do. */
export function applyScoreFix(fix: ScoreFix, texts: FixedTexts, language: Language): FixedTexts {
  return FIXES[fix](texts, language);
}

/** True where a click would change something. */
export function canFix(fix: ScoreFix, texts: FixedTexts, language: Language): boolean {
  const { subject, message } = applyScoreFix(fix, texts, language);
  return subject !== texts.subject || message !== texts.message;
}

const mapBoth = ({ subject, message }: FixedTexts, write: (text: string) => string): FixedTexts => ({
  subject: mapProse(subject, write),
  message: mapProse(message, write),
});

/** Words of four letters and more in capitals, with a capital where a sentence begins. */
function lowerWords(text: string): string {
  return text.replace(/\p{Lu}{4,40}/gu, (word, at: number) => {
    const isBeginning = /(?:^|[.!?]\s{0,10}|\n\s{0,10})$/.test(text.slice(Math.max(0, at - 12), at));
    const small = word.toLowerCase();
    return isBeginning ? small.charAt(0).toUpperCase() + small.slice(1) : small;
  });
}

/** Behind the last words of the message, before a signature. */
function addParagraph(message: string, words: string): string {
  const segments = parseSegments(message);
  const at = segments.findLastIndex((segment) => segment.kind === 'text' && /\p{L}/u.test(segment.text));
  const last = segments[at];
  if (last?.kind !== 'text') return message.trim() === '' ? words : `${message.trimEnd()}\n\n${words}`;
  const text = last.text.trimEnd();
  const isEnd = at === segments.length - 1;
  segments[at] = { ...last, text: `${text}\n\n${words}${isEnd ? '' : '\n\n'}` };
  return writeSegments(segments);
}

/** Links after the second one as their words. */
function unlinkLater(message: string): string {
  let links = 0;
  const segments = parseSegments(message).map((segment) => {
    if (segment.kind !== 'link') return segment;
    links += 1;
    return links > MOST_LINKS ? { kind: 'text' as const, text: segment.text } : segment;
  });
  return writeSegments(segments);
}

const MOST_LINKS = 2;
/** Longer ones are read twice. */
export const LONGEST_SENTENCE = 30;

/** Long sentences in two, where a semicolon, a dash or a conjunction joins them. */
function splitSentences(text: string): string {
  return listSentences(text).reduce((all, sentence) => {
    if (countWords(sentence) <= LONGEST_SENTENCE) return all;
    const split = sentence.replace(
      /(?:; | – |, (?=(?:and|but|so|und|aber|en|maar|et|mais|y|pero|e|ma|mas|и|но)\s))(\p{L})/u,
      (_, letter: string) => `. ${letter.toUpperCase()}`,
    );
    return all.replace(sentence, () => split);
  }, text);
}

/** Unknown names as the known ones that are nearest. */
function renameUnknown(template: string): string {
  return writeSegments(
    parseSegments(template).map((segment) => {
      if (segment.kind !== 'unknown_variable') return segment;
      const nearest = findNearest(segment.name, MESSAGE_NAMES);
      return nearest === null ? segment : { kind: 'text' as const, text: `{{${nearest}}}` };
    }),
  );
}
