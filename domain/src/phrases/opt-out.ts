import { cutText, splitLines, TEXT_BOUNDS } from '../text/text-bounds.ts';
import { type FoundPhrase, findPhrases, indexPhrases, type Sentence, splitSentences } from './find-phrases.ts';
import { INTERESTED_WORDS } from './interest-words.ts';
import { ELSEWHERE_WORDS, INSTEAD_WORDS, LIMITED_WORDS, OPEN_WORDS, OUR_WORDS } from './opt-out-guards.ts';
import { UNSUBSCRIBE_ALONE, UNSUBSCRIBE_WORDS } from './unsubscribe-words.ts';

/**
 * `wish`: the person wants to be left alone by us, for good. `unsure`: the words are there, but limited, about something else, or beside other
 * things; a person decides. An error in one direction sends nothing more; in the other it silences somebody who wants to talk.
 */
export interface OptOut {
  is: 'wish' | 'unsure';
  /** That were found. */
  words: string;
}

const WISHES = indexPhrases(UNSUBSCRIBE_WORDS);
const LIMITED = indexPhrases(LIMITED_WORDS);
const INSTEAD = indexPhrases(INSTEAD_WORDS);
const ELSEWHERE = indexPhrases(ELSEWHERE_WORDS);
const OURS = indexPhrases(OUR_WORDS);
const INTEREST = indexPhrases(INTERESTED_WORDS);

/** A reply of so many words, greeting and signature included, says hardly anything else. */
const FEW_WORDS = 14;
/** Share of a longer reply that the sentences of the wish must be. */
const MOST_OF_REPLY = 0.5;

/** @param text what the person wrote: without quotations, signature and words of ours. Null where no word of an opt-out stands in it. */
export function readOptOut(text: string): OptOut | null {
  const written = cutText(text, TEXT_BOUNDS.mail_text);
  const sentences = splitSentences(written);
  const alone = sentences.flatMap(({ words }) => words).join(' ');
  if (UNSUBSCRIBE_ALONE.has(alone)) return { is: 'wish', words: alone };
  const found = findPhrases(sentences, WISHES).filter(({ is_question, is_negated }) => !is_question && !is_negated);
  const [first] = found;
  if (first === undefined) return null;
  const hasOther = hasPhrase(sentences, INSTEAD) || namesAnotherWay(written) || isInterested(sentences, found);
  const wish = hasOther ? undefined : found.find((one) => isWish(one, sentences));
  return wish === undefined ? { is: 'unsure', words: first.words } : { is: 'wish', words: wish.words };
}

/** Where to write or call instead. Signatures hold such things too: only what stands in the paragraph of the wish counts. */
function namesAnotherWay(written: string): boolean {
  const lines = splitLines(written).map((line) => line.trim());
  const paragraphs = lines.join('\n').split('\n\n', 200);
  return paragraphs.some((paragraph) => {
    const hasWay = /\S@\S/.test(paragraph) || /\d{7}/.test(paragraph.replace(/[\s()/.+-]/g, ''));
    return hasWay && findPhrases(splitSentences(paragraph), WISHES).length > 0;
  });
}

const hasPhrase = (sentences: readonly Sentence[], phrases: typeof WISHES): boolean =>
  findPhrases(sentences, phrases).some(({ is_negated }) => !is_negated);

/** Interest in a sentence of its own: 'do not send me more information' is none. */
function isInterested(sentences: readonly Sentence[], wishes: readonly FoundPhrase[]): boolean {
  const taken = new Set(wishes.map(({ sentence }) => sentence));
  return findPhrases(sentences, INTEREST).some(({ sentence, is_negated }) => !is_negated && !taken.has(sentence));
}

function isWish({ words, sentence }: FoundPhrase, sentences: readonly Sentence[]): boolean {
  const said = sentences[sentence];
  if (said === undefined) return false;
  if ([LIMITED, ELSEWHERE].some((guard) => findPhrases([said], guard).length > 0)) return false;
  const total = sentences.reduce((sum, one) => sum + one.words.length, 0);
  if (total <= FEW_WORDS) return true;
  // Names us: 'contact me', 'from your list'. Otherwise it must be most of what was written.
  const namesUs = !OPEN_WORDS.has(words) || findPhrases([said], OURS).length > 0;
  return namesUs || said.words.length / total >= MOST_OF_REPLY;
}
