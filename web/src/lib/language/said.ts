import { type Sentence, saySentence } from '@overture/domain/text/say';
import { shownLanguage } from './language.ts';

/** What the server says in English beside the sentence, in the language of the page. A server of the release before says the English alone. */
export const sayText = ({ text, sentence }: { text: string; sentence?: Sentence | null | undefined }): string =>
  shownLanguage === 'en' || !sentence ? text : saySentence(sentence);
