import { cutText, standsNear, TEXT_BOUNDS } from '../text/text-bounds.ts';

/** What a spam filter asks of the sender, in two parts. */
const ASKS = [
  {
    first: /(?:click|follow|visit|open) (?:on )?(?:the |this )?(?:link|url|button)/gi,
    second: /deliver|verif|confirm|release|human|real person/i,
    distance: 80,
    stops: /[\n]/,
  },
  {
    first: /\b(?:confirm|verify|prove|complete)\b/gi,
    second: /human|real person|not (?:a |an )?(?:spammer|robot|bot|automated)/i,
    distance: 60,
    stops: /[\n]/,
  },
  {
    first: /(?:not|isn['’]t) (?:yet )?(?:in|on) (?:my|our|the|his|her|their)/gi,
    second: /(?:approved|allowed|safe|guest|white ?list|allow ?list|contact list)/i,
    distance: 20,
    stops: /[.\n]/,
  },
];
const SAYS =
  /is protected by (?:spam ?arrest|boxbe|an? anti-?spam)|one[- ]time (?:confirmation|verification)|challenge[- ]response|added to (?:my|the) (?:waiting|pending) list|reply to this (?:message|e-?mail) to (?:confirm|verify|deliver)|(?:sender|address) (?:verification|confirmation) (?:required|request|needed)/i;
const SUBJECT_OR_WORDS = /spam|verif|confirm|human|deliver|waiting list/i;

/** A question of a spam filter to the sender: no answer of a person, and nothing is returned. */
export function isChallenge(mail: { subject: string | null; text: string | null }): boolean {
  const words = cutText(mail.text, TEXT_BOUNDS.diagnostic).replace(/\s+/g, ' ');
  const asks = ASKS.filter((ask) => standsNear(words, ask)).length;
  if (asks === 0 && !SAYS.test(words)) return false;
  // One question alone a person may ask too ('click the link to confirm our meeting'): the rest must be of delivering mail.
  const isOfMail = /(?:your|this) (?:e-?mail|message)|spam|white ?list|mailbox|sender/i.test(words);
  return (
    isOfMail &&
    SUBJECT_OR_WORDS.test(`${cutText(mail.subject, TEXT_BOUNDS.line)} ${words}`) &&
    (asks > 1 || SAYS.test(words) || /spam|deliver/i.test(words))
  );
}
