import type { Language } from '../languages.ts';
import { BLANK_NAME } from '../placeholders.ts';
import { MESSAGE_NAMES } from '../template/names.ts';
import { findNearest } from '../template/nearest.ts';
import { parseSegments, type Segment, writeSegments } from '../tokens.ts';
import { countWords, listSentences, mapProse, mapWords } from './message-prose.ts';

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
/** A greeting on a line of its own: "Hi there,". */
const GREETING_LINE =
  /^(\s{0,20}(?:hi|hello|hey|dear|hallo|hoi|beste|bonjour|hola|ciao|olá|здравствуйте))(?:[ \t]{1,3}[\p{L}'’-]{1,30}){0,4}[ \t]{0,3},(?=[ \t]{0,5}(?:\n|$))/iu;

const FIXES: Record<ScoreFix, (texts: FixedTexts, language: Language) => FixedTexts> = {
  exclamations: (texts) => mapBoth(texts, calm),
  capitals: (texts) => mapBoth(texts, lowerWords),
  spaces: (texts) => mapBoth(texts, (text) => text.replace(/(?<=\S) {2,}(?=\S)/g, ' ')),
  greeting: ({ subject, message }) => ({ subject, message: message.replace(GREETING, '$1 {{first_name}},') }),
  personal: ({ subject, message }, language) => ({ subject, message: greetByName(message, language) }),
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
  subject: mapWords(subject, write),
  message: mapWords(message, write),
});

/** A question stays one. */
const calm = (text: string): string =>
  text
    .replaceAll('¡', '')
    .replace(/[!?]+/g, (marks) => (!marks.includes('!') ? marks : marks.includes('?') ? '?' : '.'));

/** A greeting that is there gets the name: two of them read like a machine. */
function greetByName(message: string, language: Language): string {
  const greeting = [GREETING, GREETING_LINE].find((pattern) => pattern.test(message));
  return greeting === undefined
    ? `${GREETINGS[language]} {{first_name}},\n\n${message.trimStart()}`
    : message.replace(greeting, '$1 {{first_name}},');
}

/** Words of four letters and more in capitals, with a capital where a sentence begins. */
function lowerWords(text: string): string {
  return text.replace(/\p{Lu}{4,40}/gu, (word, at: number) => {
    const isBeginning = /(?:^|[.!?]\s{0,10}|\n\s{0,10})$/.test(text.slice(Math.max(0, at - 12), at));
    const small = word.toLowerCase();
    return isBeginning ? small.charAt(0).toUpperCase() + small.slice(1) : small;
  });
}

/** Behind the last words of the message, before a signature. What is filled in later belongs to the words. */
function addParagraph(message: string, words: string): string {
  const segments = parseSegments(message);
  let end = segments.length;
  while (end > 0 && isFooter(segments[end - 1]!)) end -= 1;
  const [own, footer] = [segments.slice(0, end), segments.slice(end)].map(writeSegments);
  return [own?.trimEnd(), words, footer?.trim()].filter((part) => part !== '').join('\n\n');
}

const isFooter = (segment: Segment): boolean =>
  segment.kind === 'signature' ||
  segment.kind === 'unsubscribe' ||
  (segment.kind === 'text' && segment.text.trim() === '');

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

const JOINT = /(?:; | – |, (?=(?:and|but|so|und|aber|en|maar|et|mais|y|pero|e|ma|mas|и|но)\s))(\p{L})/u;

/** Long sentences in two, where a semicolon, a dash or a conjunction joins them. */
function splitSentences(text: string): string {
  let [written, from] = ['', 0];
  for (const sentence of listSentences(text)) {
    if (countWords(sentence) <= LONGEST_SENTENCE) continue;
    const at = text.indexOf(sentence, from);
    const split = sentence.replace(JOINT, (_, letter: string) => `. ${letter.toUpperCase()}`);
    written += text.slice(from, at) + split;
    from = at + sentence.length;
  }
  return written + text.slice(from);
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

const BLANK = `[${BLANK_NAME}]`;
const FIGURE = /\p{Sc}?\d(?:[\d.,’']{0,20}\d)?(?:\s?[%\p{Sc}])?/gu;

/** A sentence with a blank for each unproven figure. One without digits ends with the blank. */
export function leaveFiguresOpen(sentence: string): string {
  const opened = sentence.replace(FIGURE, BLANK);
  return opened === sentence ? `${sentence} ${BLANK}` : opened;
}
