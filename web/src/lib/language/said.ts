import { type Sentence, saySentence } from '@overture/domain/text/say';
import { inPageLanguage } from '../texts.ts';
import { shownLanguage } from './language.ts';

/** What the server says in English beside the sentence, in the language of the page. A server of the release before says the English alone. */
export const sayText = ({ text, sentence }: { text: string; sentence?: Sentence | null | undefined }): string =>
  shownLanguage === 'en' || !sentence ? text : saySentence(sentence);

/** English words that the server passes on outside the fields that are said (`answer-words.ts`), such as those of a manifest. Unknown ones stay English. */
export const sayWords = (text: string): string => inPageLanguage(text);
