import type { OptOutWay } from '../mail/opt-out-ways.ts';
import type { Language } from './languages.ts';
import { DEFAULT_LANGUAGE, isLanguage } from './languages.ts';
import { parseSegments, writeToken } from './tokens.ts';

/** `reply` is the whole sentence of that way, `or_reply` follows the link. The quoted words are among `BARE_REQUESTS`. */
type Wording = { sentence: string; link: string; reply: string; or_reply: string };

const WORDINGS: Record<Language, Wording> = {
  en: {
    sentence: 'If you would rather not hear from me again, you can',
    link: 'unsubscribe here',
    reply: 'If you would rather not hear from me again, reply “stop”.',
    or_reply: 'or reply “stop”.',
  },
  nl: {
    sentence: 'Wil je liever geen berichten meer ontvangen? Je kunt je',
    link: 'hier afmelden',
    reply: 'Wil je liever geen berichten meer ontvangen? Antwoord dan met “stop”.',
    or_reply: 'of antwoorden met “stop”.',
  },
  de: {
    sentence: 'Wenn Sie keine weiteren Nachrichten wünschen, können Sie sich',
    link: 'hier abmelden',
    reply: 'Wenn Sie keine weiteren Nachrichten wünschen, antworten Sie bitte mit „Stopp“.',
    or_reply: 'oder mit „Stopp“ antworten.',
  },
  fr: {
    sentence: 'Si vous ne souhaitez plus recevoir de messages, vous pouvez',
    link: 'vous désinscrire ici',
    reply: 'Si vous ne souhaitez plus recevoir de messages, répondez « stop ».',
    or_reply: 'ou répondre « stop ».',
  },
  es: {
    sentence: 'Si prefiere no recibir más mensajes, puede',
    link: 'darse de baja aquí',
    reply: 'Si prefiere no recibir más mensajes, responda «baja».',
    or_reply: 'o responder «baja».',
  },
  it: {
    sentence: 'Se preferisce non ricevere altri messaggi, può',
    link: 'annullare l’iscrizione qui',
    reply: 'Se preferisce non ricevere altri messaggi, risponda «stop».',
    or_reply: 'o rispondere «stop».',
  },
  pt: {
    sentence: 'Se preferir não receber mais mensagens, pode',
    link: 'cancelar a inscrição aqui',
    reply: 'Se preferir não receber mais mensagens, responda “parar”.',
    or_reply: 'ou responder “parar”.',
  },
  ru: {
    sentence: 'Если вы больше не хотите получать письма, вы можете',
    link: 'отписаться здесь',
    reply: 'Если вы больше не хотите получать письма, ответьте «стоп».',
    or_reply: 'или ответить «стоп».',
  },
};

/**
 * Text appended after a message: how its lead opts out, by the lead's own link, by a reply with one word, or by either. Unknown languages get
 * English.
 */
export function unsubscribeText(language: string | null | undefined, way: OptOutWay = 'link'): string {
  const code = (language ?? '').slice(0, 2).toLowerCase();
  const { sentence, link, reply, or_reply } = WORDINGS[isLanguage(code) ? code : DEFAULT_LANGUAGE];
  if (way === 'reply') return `\n\n${reply}`;
  const linked = `\n\n${sentence} ${writeToken({ kind: 'unsubscribe', text: link })}`;
  return way === 'both' ? `${linked} ${or_reply}` : linked;
}

/** The text that a message lacks for a way out; empty when it has it. One that asks for a reply can get the link too. */
export function missingUnsubscribeText(message: string, language: string | null | undefined, way: OptOutWay): string {
  if (hasUnsubscribe(message)) return '';
  if (!asksForReply(message)) return unsubscribeText(language, way);
  return way === 'reply' ? '' : unsubscribeText(language, 'link');
}

/** In any language: the campaign's may have changed since. */
const asksForReply = (message: string): boolean =>
  Object.values(WORDINGS).some(({ reply, or_reply }) => message.includes(reply) || message.includes(or_reply));

/** True when a message already holds an unsubscribe link. */
export function hasUnsubscribe(message: string): boolean {
  return parseSegments(message).some((segment) => segment.kind === 'unsubscribe');
}

interface PageTexts {
  question: string;
  button: string;
  /** After the link of a test mail. */
  test: string;
  done: string;
  invalid: string;
}

/** What a lead reads on the page behind the unsubscribe link, in the languages that have a sentence with the link. */
export const UNSUBSCRIBE_PAGE_TEXTS: Record<Language, PageTexts> = {
  en: {
    question: 'Do you want to stop receiving messages?',
    button: 'Unsubscribe',
    test: 'This link came with a test message. It works, but no one was unsubscribed.',
    done: 'You have been unsubscribed. You will not receive further messages.',
    invalid: 'This link is not valid.',
  },
  nl: {
    question: 'Wil je geen berichten meer ontvangen?',
    button: 'Afmelden',
    test: 'Deze link hoort bij een testbericht. Hij werkt, maar er is niemand afgemeld.',
    done: 'Je bent afgemeld. Je ontvangt geen berichten meer.',
    invalid: 'Deze link is niet geldig.',
  },
  de: {
    question: 'Möchten Sie keine Nachrichten mehr erhalten?',
    button: 'Abmelden',
    test: 'Dieser Link gehört zu einer Testnachricht. Er funktioniert, aber es wurde niemand abgemeldet.',
    done: 'Sie sind abgemeldet. Sie erhalten keine weiteren Nachrichten.',
    invalid: 'Dieser Link ist ungültig.',
  },
  fr: {
    question: 'Souhaitez-vous ne plus recevoir de messages\u00a0?',
    button: 'Se désinscrire',
    test: 'Ce lien provient d’un message de test. Il fonctionne, mais personne n’a été désinscrit.',
    done: 'Votre désinscription est enregistrée. Vous ne recevrez plus de messages.',
    invalid: 'Ce lien n’est pas valide.',
  },
  es: {
    question: '¿Desea dejar de recibir mensajes?',
    button: 'Darse de baja',
    test: 'Este enlace pertenece a un mensaje de prueba. Funciona, pero no se ha dado de baja a nadie.',
    done: 'Su baja ha quedado registrada. No recibirá más mensajes.',
    invalid: 'Este enlace no es válido.',
  },
  it: {
    question: 'Desidera non ricevere più messaggi?',
    button: 'Annulla l’iscrizione',
    test: 'Questo link proviene da un messaggio di prova. Funziona, ma nessuna iscrizione è stata annullata.',
    done: 'La sua iscrizione è stata annullata. Non riceverà altri messaggi.',
    invalid: 'Questo link non è valido.',
  },
  pt: {
    question: 'Deseja deixar de receber mensagens?',
    button: 'Cancelar a inscrição',
    test: 'Este link veio de uma mensagem de teste. Funciona, mas nenhuma inscrição foi cancelada.',
    done: 'A sua inscrição foi cancelada. Não receberá mais mensagens.',
    invalid: 'Este link não é válido.',
  },
  ru: {
    question: 'Вы больше не хотите получать сообщения?',
    button: 'Отписаться',
    test: 'Эта ссылка из тестового сообщения. Она работает, но никто не был отписан.',
    done: 'Вы отписаны. Вы больше не будете получать сообщения.',
    invalid: 'Эта ссылка недействительна.',
  },
};
