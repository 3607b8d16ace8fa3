import type { Language } from './languages.ts';
import { DEFAULT_LANGUAGE, isLanguage } from './languages.ts';
import { parseSegments, writeToken } from './tokens.ts';

type Wording = { sentence: string; link: string };

const WORDINGS: Record<Language, Wording> = {
  en: { sentence: 'If you would rather not hear from me again, you can', link: 'unsubscribe here' },
  nl: { sentence: 'Wil je liever geen berichten meer ontvangen? Je kunt je', link: 'hier afmelden' },
  de: { sentence: 'Wenn Sie keine weiteren Nachrichten wünschen, können Sie sich', link: 'hier abmelden' },
  fr: { sentence: 'Si vous ne souhaitez plus recevoir de messages, vous pouvez', link: 'vous désinscrire ici' },
  es: { sentence: 'Si prefiere no recibir más mensajes, puede', link: 'darse de baja aquí' },
  it: { sentence: 'Se preferisce non ricevere altri messaggi, può', link: 'annullare l’iscrizione qui' },
  pt: { sentence: 'Se preferir não receber mais mensagens, pode', link: 'cancelar a inscrição aqui' },
  ru: { sentence: 'Если вы больше не хотите получать письма, вы можете', link: 'отписаться здесь' },
};

/** Text appended after a message: a sentence whose end is the lead's own unsubscribe link. Unknown languages get English. */
export function unsubscribeText(language: string | null | undefined): string {
  const code = (language ?? '').slice(0, 2).toLowerCase();
  const { sentence, link } = WORDINGS[isLanguage(code) ? code : DEFAULT_LANGUAGE];
  return `\n\n${sentence} ${writeToken({ kind: 'unsubscribe', text: link })}`;
}

/** True when a message already holds an unsubscribe link. */
export function hasUnsubscribe(message: string): boolean {
  return parseSegments(message).some((segment) => segment.kind === 'unsubscribe');
}

/** Text an unsubscribed lead sees on the page behind the link. */
export const UNSUBSCRIBE_PAGE_TEXTS = {
  question: 'Do you want to stop receiving messages?',
  button: 'Unsubscribe',
  test: 'This link came with a test message. It works, but no one was unsubscribed.',
  done: 'You have been unsubscribed. You will not receive further messages.',
} as const;
