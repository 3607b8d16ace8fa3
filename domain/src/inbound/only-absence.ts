import { AWAY, NOTE_PARTS } from '../mail/auto-reply-words.ts';

/** Longer ones say more than that somebody is away. */
const LONGEST = 600;
const MOST_CLAUSES = 40;
const WORDS_OF_DATE = 4;
const WORDS_OF_NAME = 3;

const HELLO_AND_GOODBYE =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|day)|thanks?|thank you|many thanks|cheers|best|kind|warm|regards|best regards|kind regards|all the best|sorry|hallo|hoi|beste|goedendag|dank|bedankt|groet|groeten|met vriendelijke groet|mvg|guten (?:tag|morgen)|liebe[rs]?|sehr geehrte[rs]?|danke|viele|beste|freundliche|mit freundlichen|grüße|grüsse|gruß|lg|vg|bonjour|bonsoir|merci|cordialement|bien à vous|hola|buenos días|gracias|saludos|un saludo|ciao|buongiorno|salve|grazie|saluti|cordiali saluti|olá|bom dia|obrigad[oa]|abraço|cumprimentos|atenciosamente|здравствуйте|добрый день|спасибо|с уважением)(?=$|[\s,!.])(?:\s[\p{L}.'’-]+){0,3}$/iu;

/**
 * True for words of a person that say nothing but that they are away: every clause of them is about the absence, a day, a greeting or a
 * name, and nothing is asked. Whoever says anything beside it has answered.
 */
export function isOnlyAbsence(text: string): boolean {
  const said = text.trim();
  if (said === '' || said.length > LONGEST || /[?¿？;]/.test(said) || !AWAY.test(said)) return false;
  // A dot after a figure or a short word belongs to a day or a title.
  const clauses = said.split(
    /(?<![\p{N}]|\b\p{L}{1,3})[.!](?=\s|$)|[,:\n–—()]|\s-\s|\s(?:but|so|and|und|aber|en(?! (?:cong|vacances|déplacement|elternzeit))|maar|et|mais|y|pero|e|ma|mas|и|но)\s/iu,
  );
  return clauses.length <= MOST_CLAUSES && clauses.map((clause) => clause.trim()).every(isAbout);
}

function isAbout(clause: string): boolean {
  const words = clause.split(/\s+/u).filter(Boolean);
  if (words.length === 0 || HELLO_AND_GOODBYE.test(clause)) return true;
  if (AWAY.test(clause) || NOTE_PARTS.some((part) => part.test(clause))) return true;
  if (words.length <= WORDS_OF_DATE && /\p{N}/u.test(clause)) return true;
  return words.length <= WORDS_OF_NAME && words.every((word) => /^\p{Lu}[\p{L}.'’-]*$/u.test(word));
}
