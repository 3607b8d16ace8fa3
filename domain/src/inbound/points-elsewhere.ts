import { findPhrases, indexPhrases, splitSentences } from '../phrases/find-phrases.ts';
import { cutText, TEXT_BOUNDS } from '../text/text-bounds.ts';
import type { FoundClass } from './classify-reply.ts';

/** Words that refer the reader to the person named after them. They count only where that person can be reached. */
const POINTERS = indexPhrases(
  [
    'write to|please write|please ask|better ask|ask for|ask|please email|please e mail|email|please mail|please message|message|reach out to|get in touch with|talk to|speak to|speak with|try|contact',
    'schrijf naar|mail naar|stuur .. naar|vraag het|vraag|bel met|spreek met|contact met',
    'schreiben sie|schreib|fragen sie|frag|wenden sie sich|mailen sie|sprechen sie mit|kontaktieren sie',
    'ecrivez a|ecrivez|demandez a|contactez|parlez en a',
    'escriba a|escribe a|escriban a|pregunte a|pregunta a|contacte|contacta',
    'scriva a|scrivi a|chieda a|chiedi a|contatti|contatta',
    'escreva para|escreva a|pergunte a|contacte|contate',
    'напишите|пишите|спросите|обратитесь|свяжитесь',
  ].map((list) => list.split('|')),
);

/** The writer's own other address names no other person. */
const ONESELF =
  /\b(?:to|at|reach|email|mail|contact|write|call|ask|message|try) me\b|\bmy (?:private|personal|other|new|work)\b|\b(?:mij|mir|mich|moi|mim)\b|écrivez-moi|escríbame|escríbeme|mi scriva|scrivimi|(?:^|\s)мне(?=\s|$)/i;
const SURE = 0.85;

/**
 * The words by which a text of unknown class refers us to another person; null if it refers us to none. `findReferral` says whether it names
 * a person who can be reached.
 */
export function findPointer(text: string): FoundClass | null {
  // A dot within an address ends no sentence.
  const said = cutText(text, TEXT_BOUNDS.mail_text)
    .split(' ')
    .map((word) => (word.includes('@') ? `@${word.endsWith('?') ? '?' : ''}` : word))
    .join(' ');
  if (ONESELF.test(said)) return null;
  const [found] = findPhrases(splitSentences(said), POINTERS).filter(
    ({ is_negated, is_question }) => !is_negated && !is_question,
  );
  return found === undefined ? null : { class: 'wrong_person', confidence: SURE, words: found.words };
}
