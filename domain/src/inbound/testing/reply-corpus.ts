import { LANGUAGES, type Language } from '../../message/languages.ts';
import type { ReplyClass } from '../reply-classes.ts';
import { AWAY_NOTES } from './away-notes.ts';
import { LATER_REPLIES } from './later-replies.ts';
import { SOUTHERN } from './reply-sentences-south.ts';
import { type Sentences, WESTERN } from './reply-sentences-west.ts';

export interface SampleReply {
  name: string;
  language: Language;
  kind: 'reply' | 'auto_reply';
  /** What a mail says, its quotation included. */
  text: string;
  expected: ReplyClass;
  /** Last day of an absence; null where the note names none. */
  last_day?: string | null;
  /** The day on which the lead asks to be contacted again. */
  later_day?: string;
}

const GREETINGS: Record<Language, readonly [hello: string, bye: string, wrote: string]> = {
  en: ['Hi Nina,', 'Best regards,\nGrace', 'On Mon, 2 Mar 2026 at 09:05, Nina <nina@sender.example> wrote:'],
  nl: [
    'Beste Nina,',
    'Met vriendelijke groet,\nGrace',
    'Op ma 2 mrt 2026 om 09:05 schreef Nina <nina@sender.example>:',
  ],
  de: ['Guten Tag,', 'Mit freundlichen Grüßen\nGrace', 'Am 02.03.2026 um 09:05 schrieb Nina <nina@sender.example>:'],
  fr: ['Bonjour Nina,', 'Cordialement,\nGrace', 'Le lun. 2 mars 2026 à 09:05, Nina <nina@sender.example> a écrit :'],
  es: ['Hola Nina:', 'Un saludo,\nGrace', 'El lun, 2 mar 2026 a las 9:05, Nina (<nina@sender.example>) escribió:'],
  it: [
    'Buongiorno,',
    'Cordiali saluti\nGrace',
    'Il giorno lun 2 mar 2026 alle ore 09:05 Nina <nina@sender.example> ha scritto:',
  ],
  pt: [
    'Olá Nina,',
    'Cumprimentos,\nGrace',
    'Nina <nina@sender.example> escreveu no dia segunda, 2/03/2026 à(s) 09:05:',
  ],
  ru: ['Добрый день,', 'С уважением,\nГрейс', 'пн, 2 мар. 2026 г. в 09:05, Nina <nina@sender.example>:'],
};
/** The mail that is answered says words of interest and of its unsubscribe line itself. */
const OURS = '> Hi Grace, are you interested in a demo? Tell me when.\n> Unsubscribe: write stop.';

type Form = (text: string, words: readonly [string, string, string]) => string;
const FORMS: readonly Form[] = [
  (text) => text,
  (text, [hello, bye, wrote]) => `${hello}\n\n${text}\n\n${bye}\n\n${wrote}\n${OURS}`,
];

/** Every sentence in two forms: bare, and as mail programs send it. */
export const REPLY_CORPUS: readonly SampleReply[] = LANGUAGES.flatMap((language) => {
  const sentences = { ...WESTERN, ...SOUTHERN }[language];
  const said = (Object.keys(sentences) as (keyof Sentences)[]).flatMap((expected) =>
    sentences[expected].split('\n').flatMap((line) =>
      FORMS.map(
        (form, index): SampleReply => ({
          name: `${language} ${expected} ${index}: ${line}`,
          language,
          kind: 'reply',
          text: form(line, GREETINGS[language]),
          expected,
        }),
      ),
    ),
  );
  const away = AWAY_NOTES[language].flatMap(([line, last_day]) =>
    FORMS.map(
      (form, index): SampleReply => ({
        name: `${language} out_of_office ${index}: ${line}`,
        language,
        kind: 'auto_reply',
        text: form(line, GREETINGS[language]),
        expected: 'out_of_office',
        last_day,
      }),
    ),
  );
  const later = LATER_REPLIES[language].flatMap(([line, later_day]) =>
    FORMS.map(
      (form, index): SampleReply => ({
        name: `${language} later ${index}: ${line}`,
        language,
        kind: 'reply',
        text: form(line, GREETINGS[language]),
        expected: 'neutral',
        later_day,
      }),
    ),
  );
  return [...said, ...away, ...later];
});
