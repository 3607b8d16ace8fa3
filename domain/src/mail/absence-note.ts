import { findPhrases, indexPhrases, splitSentences } from '../phrases/find-phrases.ts';
import { INTERESTED_WORDS, NOT_INTERESTED_WORDS } from '../phrases/interest-words.ts';
import { detectOptOut } from '../phrases/opt-out.ts';
import { splitLines } from '../text/text-bounds.ts';
import { NOTE_ANCHORS, NOTE_LANGUAGES, type NoteLanguage, type NotePart, RETURNED } from './note-words.ts';

/** Notes are short. The absence or the receipt is in the first lines. */
const LONGEST = 1_500;
const BEGINNING = 400;
const MOST_CLAUSES = 120;
/** Share of words in clauses that no note has. */
const MOST_OTHER_WORDS = 0.25;
const MOST_OF_ANNOUNCEMENTS = 0.12;
const LONGEST_ANNOUNCEMENT_IN_WORDS = 30;
const LEAST_PARTS = 2;
const WORDS_OF_DATE = 4;
const WORDS_OF_NAME = 3;
const MOST_NAMES = 6;
const WORDS_OF_GOODBYE = 5;
const LONGEST_LINE_OF_SIGNATURE = 80;

const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|day)|have a|sorry|hallo|hoi|beste|geachte|goedendag|tot snel|guten (?:tag|morgen)|liebe[rs]?|sehr geehrte[rs]?|bonjour|bonsoir|madame|cher|hola|buenos dias|estimad[oa]|ciao|buongiorno|salve|gentile|ola|bom dia|prezad[oa]s?|dzien dobry|czesc|witaj|szanown[aiy]|uprzejmie|здравствуите|добрыи день)(?=$|[\s,!.(])/;
const GOODBYE =
  /^(?:thanks|thank you|many thanks|cheers|best|kind|warm|regards|(?:best|kind|warm) (?:regards|wishes)|all the best|yours|sincerely|sent from|(?:met )?(?:vriendelijke )?groet(?:en)?|mvg|hoogachtend|danke|viele gru|beste gru|freundliche gru|mit freundlichen gru|mit freundlichem gru|gru|lg|vg|cordialement|bien a vous|a bientot|salutations|gracias|saludos|un saludo|atentamente|suyo|grazie|saluti|cordiali saluti|in fede|obrigad[oa]|abraco|cumprimentos|sinceros|atenciosamente|pozdraw|z powazaniem|z wyrazami|спасибо|с уважением)(?=$|[\s,!.\p{L}])/u;
/** An address, a number, a link, a placeholder for one. */
const REACHES = /[^\s@]@[^\s@]|https?:|www\.|\+?\d[\d ()/-]{5,30}\d|__[A-Z]{3,20}__/;
/** What a person says who wants to talk. */
const MONEY = /[$€£]\s?\d|\d\s?(?:[$€£]|eur\b|usd\b|gbp\b|zl\b)/i;
const INTERESTED = indexPhrases(INTERESTED_WORDS);
const REFUSED = indexPhrases(NOT_INTERESTED_WORDS);
/** Clauses with these parts hold no opinion: 'derzeit nicht im Büro' contains words of a refusal. */
const NO_OPINION: ReadonlySet<NotePart> = new Set(['absent', 'received', 'declared', 'unread', 'contact']);

interface Clause {
  raw: string;
  plain: string;
  words: number;
  place: number;
  /** Below a goodbye: names and titles, and at times a line that says what the mail is. */
  is_signature: boolean;
}

/** What a text is made of, as far as notes have it. */
interface WeighedNote {
  parts: ReadonlySet<NotePart>;
  words: number;
  /** In clauses that no note has. */
  other_words: number;
}

/**
 * True for an absence note or a receipt without the headers of a machine: an anchor and two more parts, or an anchor and one part
 * without any other clause. A person on leave mentions it and says something else.
 * @param reply without quotations
 */
export function isNote(reply: string): boolean {
  const note = weighNote(reply);
  if (note === null) return false;
  const { parts, words, other_words } = note;
  if (parts.has('declared') && parts.has('unread')) return true;
  if (!isForStrangers(parts))
    return words <= LONGEST_ANNOUNCEMENT_IN_WORDS && hasEnough(parts, other_words, words * MOST_OF_ANNOUNCEMENTS);
  return hasEnough(parts, other_words, words * MOST_OTHER_WORDS);
}

function hasEnough(parts: ReadonlySet<NotePart>, otherWords: number, most: number): boolean {
  if (otherWords === 0) return parts.size > 1 || parts.has('declared') || parts.has('unread');
  return parts.size > LEAST_PARTS && otherWords <= most;
}

/** An announcement to a team has no thanks and no contact. */
const isForStrangers = (parts: ReadonlySet<NotePart>): boolean =>
  parts.has('contact') || parts.has('thanks') || parts.has('received') || parts.has('declared');

/** True where every clause is about an absence: nothing else is said. */
export function isAbsenceAlone(reply: string): boolean {
  const note = weighNote(reply);
  return note?.parts.has('absent') === true && note.other_words === 0;
}

/** The first words of a text that mean an absence, as written; null without any. */
export function findAway(text: string): string | null {
  const plain = fold(text);
  const hits = NOTE_LANGUAGES.map(({ away }) => away?.exec(plain) ?? null).filter((hit) => hit !== null);
  const [first] = hits.sort((a, b) => a.index - b.index);
  return first === undefined ? null : unfold(text, first.index, first.index + first[0].length);
}

/** The part of a text between two positions of its folded form. */
function unfold(text: string, from: number, to: number): string {
  let place = 0;
  let words = '';
  for (const letter of text.normalize('NFC')) {
    if (place >= to) break;
    if (place >= from) words += letter;
    place += fold(letter).length;
  }
  return words.toLowerCase();
}

/** Null where a person answers, or nothing makes it a note. */
function weighNote(reply: string): WeighedNote | null {
  if (reply.length > LONGEST) return null;
  const said = reply.replace(/https?:\/\/\S+/g, 'https:');
  const clauses = splitClauses(said);
  const languages = NOTE_LANGUAGES.filter((language) => hasAnchor(language, clauses));
  if (languages.length === 0 || clauses.length > MOST_CLAUSES || isAnswer(said)) return null;
  const found = clauses.map((clause) => ({ ...clause, parts: findParts(clause, languages) }));
  const body = found.filter(({ is_signature }) => !is_signature);
  if (body.some(isOpinion)) return null;
  const below = found.filter(({ is_signature }) => is_signature).flatMap(({ parts }) => parts);
  const others = body.filter(({ parts }) => parts.length === 0).filter((clause) => !isFiller(clause));
  const names = others.filter(isName).slice(0, MOST_NAMES);
  return {
    parts: new Set([...body.flatMap(({ parts }) => parts), ...below.filter(isSaidAnywhere)]),
    words: countWords(found),
    other_words: countWords(others) - countWords(names),
  };
}

const countWords = (clauses: readonly Clause[]): number => clauses.reduce((sum, { words }) => sum + words, 0);

const isSaidAnywhere = (part: NotePart): boolean => part === 'declared' || part === 'unread';

/** A question, a price, a return or an opt-out: a person wrote it. */
const isAnswer = (said: string): boolean =>
  /[?¿？]/.test(said) || MONEY.test(said) || RETURNED.test(toPlain(said)) || detectOptOut(said)?.is === 'wish';

const hasPart = (language: NoteLanguage, part: NotePart, plain: string): boolean =>
  language[part]?.test(plain) === true || (part === 'absent' && language.away?.test(plain) === true);

const hasAnchor = (language: NoteLanguage, clauses: readonly Clause[]): boolean =>
  clauses.some(({ plain, place, is_signature }) =>
    NOTE_ANCHORS.some(
      (part) => (isSaidAnywhere(part) || (place < BEGINNING && !is_signature)) && hasPart(language, part, plain),
    ),
  );

/**
 * A dot after a figure or a short word belongs to a day or a title. `en` joins clauses in Dutch only, `mais` not behind `é`, `y` not in `ne
 * pas y répondre`.
 */
const CLAUSE_ENDS =
  /(?<![\p{N}]|(?<!\p{L})\p{L}{1,3})[.!…](?=\s|$)|[,;:\n–—()|]|\s-\s|\s(?:but|so|and|und|aber|en(?= (?:ik|we|wij|ben|heb|lees|neem|zal|zullen|vanaf|daarna)\s)|maar|et|(?<!é\s)mais|(?<!pas\s)y|pero|e|ma|mas|i|ale|и|но)\s/iu;

/** `bis 30. Wir` ends a sentence, `bis 30. September` does not. */
const ENDS_WITH_FIGURE =
  /(?<=\p{N}\.)\s(?=\p{Lu})(?!Jan|Feb|Mär|Apr|Mai\b|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Oct|Dec|May\b|Mar)/gu;

function splitClauses(text: string): Clause[] {
  const lines = splitLines(text.replace(ENDS_WITH_FIGURE, '\n'));
  const end = signatureAt(lines);
  const halves = [lines.slice(0, end), lines.slice(end)];
  let place = 0;
  const clauses: Clause[] = [];
  halves.forEach((half, index) => {
    for (const piece of half.join('\n').split(CLAUSE_ENDS)) {
      const raw = piece.trim();
      const words = raw.split(/\s+/u).length;
      if (raw !== '') clauses.push({ raw, plain: toPlain(raw), words, place, is_signature: index > 0 });
      place += piece.length + 1;
    }
  });
  return clauses;
}

/** The line of a goodbye with nothing but short ones below it; how many lines there are, where there is none. */
function signatureAt(lines: readonly string[]): number {
  const end = lines.findIndex((line, index) => {
    const isGoodbye = /^\s{0,3}-- ?$/.test(line) || (isShort(line) && GOODBYE.test(toPlain(line.trim())));
    return index > 0 && isGoodbye && lines.slice(index).every((one) => one.length <= LONGEST_LINE_OF_SIGNATURE);
  });
  return end > 0 ? end : lines.length;
}

const isShort = (line: string): boolean => line.trim().split(/\s+/u).length <= WORDS_OF_GOODBYE;

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('’', "'");

const toPlain = (text: string): string => fold(text).replace(/^[\s*_#>=-]+/, '');

function findParts({ raw, plain }: Clause, languages: readonly NoteLanguage[]): NotePart[] {
  const found = new Set<NotePart>();
  for (const language of languages)
    for (const [part, words] of Object.entries(language))
      if (words.test(plain)) found.add(part === 'away' ? 'absent' : (part as NotePart));
  if (REACHES.test(raw)) found.add('contact');
  return [...found];
}

function isOpinion({ raw, parts }: Clause & { parts: readonly NotePart[] }): boolean {
  if (parts.some((part) => NO_OPINION.has(part))) return false;
  const sentences = splitSentences(raw);
  return [INTERESTED, REFUSED].some((phrases) => findPhrases(sentences, phrases).some(({ is_negated }) => !is_negated));
}

/** Greetings, days and figures: they say nothing, and nor does a name. */
function isFiller({ raw, plain, words }: Clause): boolean {
  if (!/\p{L}/u.test(raw) || GREETING.test(plain) || (words <= WORDS_OF_GOODBYE && GOODBYE.test(plain))) return true;
  return words <= WORDS_OF_DATE && /\p{N}/u.test(raw);
}

const isName = ({ raw, words }: Clause): boolean =>
  words <= WORDS_OF_NAME && raw.split(/\s+/u).every((word) => /^[\p{Lu}&/][\p{L}.'’-]*$/u.test(word));
