import { cutText, isFollowedBy, TEXT_BOUNDS } from '../text/text-bounds.ts';

/** Longer answers may contain the words without meaning them ('I did not unsubscribe, tell me more'). */
const MAX_LENGTH = 160;
/** With blanks and empty lines. */
const LONGEST_WRITTEN = 2_000;

/** Answers that are nothing but the wish, greeting and signature aside. */
const WISHES = [
  // English
  /\b(?:please )?(?:unsubscribe|opt[- ]?out)\b/,
  /^(?:please )?remove me\b/,
  /\bstop (?:e-?mailing|contacting|sending|writing|messaging)\b/,
  /\b(?:do not|don'?t|never) (?:e-?mail|contact|write|message) (?:me|us)\b/,
  /^stop\b[.! ]*$/,
  // Dutch
  /\b(?:uitschrijven|afmelden|schrijf (?:me|mij|ons) uit|meld (?:me|mij|ons) af)\b/,
  /\bverwijder (?:mij|me|ons|mijn)\b/,
  /\bstuur (?:mij|me|ons) geen\b|\bgeen (?:e-?)?mails? meer\b/,
  // German
  /\b(?:abmelden|austragen|abbestellen)\b/,
  /\b(?:entfernen|löschen|streichen) sie (?:mich|meine|uns)\b/,
  // French
  /désabonner|désinscri(?:re|vez|ption)|\bdesabonner\b/,
  /\b(?:retirez|supprimez)[- ](?:moi|mon|mes)\b/,
  // Spanish
  /\b(?:dar(?:me)? de baja|dadme de baja|deme de baja|darse de baja|cancelar (?:la )?suscripción)\b/,
  /\bno (?:me )?(?:envíe|envien|envíen|escriba|escriban|contacte|contacten)\b/,
  // Italian
  /\b(?:cancella(?:mi|temi|rmi)|disiscri(?:vermi|vetemi|zione)|annulla(?:re)? (?:l')?iscrizione|rimuov(?:ermi|etemi|imi))/,
  /\bnon (?:mi )?(?:scriv(?:ere|ete|a)|contatt(?:are|ate|i)|invi(?:are|ate|i)) più\b/,
  // Portuguese
  /\b(?:cancelar (?:a )?(?:inscrição|subscrição|assinatura)|descadastr(?:ar|em|e)|remov(?:a|am|er)[- ]?me|me remova[m]?|retire(?:m)? (?:o )?meu)/,
  /\bnão (?:me )?(?:envie[m]?|escreva[m]?|contacte[m]?|contate[m]?)\b/,
  // Russian
  /отпишите|отписаться|отписка|удалите (?:меня|мой)|не (?:пишите|присылайте|отправляйте|беспокойте)/,
];

/** Wishes of two parts with anything between them. */
const SPLIT_WISHES: readonly [RegExp, RegExp][] = [
  [
    /\b(?:remove|delete|take) (?:me|my (?:e-?mail|address|name|data|contact)|us)\b/,
    /\b(?:list|database|mailing|e-?mails?|contacts?|system)\b/,
  ],
  [/\b(?:keine|nicht mehr)\b/, /\b(?:e-?mails?|nachrichten|werbung|kontaktieren|anschreiben)\b/],
  [/\bne (?:plus|me) /, /écri(?:re|vez)|contact(?:er|ez)|envoy(?:er|ez)/],
];

/**
 * True when a person asks not to be written to again. `reply` is the answer without quoted text. A subject that is nothing but the word
 * comes from mail programs that use the unsubscribe address.
 */
export function isUnsubscribeRequest(subject: string | null, reply: string): boolean {
  if (/^\s*(?:unsubscribe|opt[- ]?out)\b[\s.!]*$/i.test(cutText(subject, TEXT_BOUNDS.line))) return true;
  if (reply.length > LONGEST_WRITTEN) return false;
  const words = reply.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim();
  if (words === '' || words.length > MAX_LENGTH || /\?|\b(?:did not|didn't|how do i)\b/.test(words)) return false;
  return (
    WISHES.some((pattern) => pattern.test(words)) ||
    SPLIT_WISHES.some(([first, then]) => isFollowedBy(words, first, then))
  );
}
