import { normalizeEmail } from '../addresses/email-address.ts';
import { cutText } from '../text/text-bounds.ts';

/** A person a message names instead of its writer; each part only where the text says it. */
export interface Referral {
  name: string | null;
  email: string | null;
  linkedin_url: string | null;
}

const MOST_READ = 4_000;
const MOST_WORDS = 800;
const PROFILE = /linkedin\.com\/in\/([\p{L}\p{N}_-]{2,100})/iu;
const PARTICLES = new Set('van de der den von zu da di dos das del della la le el ten ter af al bin'.split(' '));
/** Capitalized words in front of a name. */
const NOT_NAMES = new Set(
  `hi hello hey dear please thanks thank best kind regards my our the you your she he her his i we it mr mrs ms dr prof contact reach speak talk ask try head director manager chief officer vp ceo cto cfo cmo coo sales marketing it hr team office department
   hallo beste geachte dank bedankt neem mijn collega groet groeten vriendelijke met mevrouw meneer dhr mevr
   guten tag sehr geehrte geehrter liebe lieber herr frau bitte mein meine meinen meiner kollege kollegin kollegen danke vielen mit freundlichen grüßen viele grüße wenden sie ihnen ansprechpartner
   bonjour bonsoir merci monsieur madame mon ma votre collègue cordialement bien contactez
   hola buenos buenas estimado estimada gracias señor señora mi compañero compañera saludos atentamente contacte
   buongiorno salve gentile grazie signor signora dott dottor il la mio mia collega cordiali saluti contatti
   olá ola bom boa prezado prezada obrigado obrigada senhor senhora meu minha colega atenciosamente cumprimentos fale
   здравствуйте добрый день уважаемый уважаемая спасибо мой моя коллега уважением обратитесь пожалуйста напишите`.split(
    /\s+/,
  ),
);

/**
 * The person a text sends us to. An address other than the writer's is the surest sign; the name is the one beside it, or else
 * the only full name in the text.
 * @param own addresses of the writer and of us, which name no new person
 */
export function findReferral(
  text: string,
  own: readonly (string | null)[],
  ownNames: readonly string[],
): Referral | null {
  const read = cutText(text, MOST_READ);
  const known = own.map((address) => (address === null ? null : normalizeEmail(address)));
  const email = addressesIn(read).find((address) => !known.includes(address));
  const profile = PROFILE.exec(read)?.[1];
  const names = namesIn(read).filter((name) => !isOwnName(name, ownNames));
  const name = bestName(names, email ?? null) ?? (email ? nameOfAddress(email) : null);
  if (!email && !profile && name === null) return null;
  return {
    name,
    email: email ?? null,
    linkedin_url: profile === undefined ? null : `https://www.linkedin.com/in/${profile}/`,
  };
}

/** Words with an at sign, without brackets and punctuation around them. */
function addressesIn(text: string): string[] {
  return text.split(/[\s<>()[\]"';,:]/).flatMap((word) => {
    if (!word.includes('@')) return [];
    let end = word.length;
    while ('.!?'.includes(word[end - 1] ?? ' ')) end -= 1;
    return normalizeEmail(word.slice(0, end)) ?? [];
  });
}

/** Two or three words written large in a row, with the particles of names between them. */
function namesIn(text: string): string[] {
  const names: string[] = [];
  for (const line of text.split(/[.!?;:,()\n]+/)) {
    const words = line.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
    for (let start = 0; start < words.length; start += 1) {
      const end = nameEnd(words, start);
      if (end === null) continue;
      names.push(words.slice(start, end).join(' '));
      start = end - 1;
    }
  }
  return names;
}

function nameEnd(words: readonly string[], start: number): number | null {
  if (!isNameWord(words[start])) return null;
  let end = start + 1;
  let count = 1;
  while (count < 3) {
    let next = end;
    while (next - end < 2 && PARTICLES.has((words[next] ?? '').toLowerCase())) next += 1;
    if (!isNameWord(words[next])) break;
    end = next + 1;
    count += 1;
  }
  return count >= 2 ? end : null;
}

function isNameWord(word: string | undefined): boolean {
  return (
    word !== undefined && /^\p{Lu}[\p{Ll}'’-]+(?:-?\p{Lu}\p{Ll}+)?$/u.test(word) && !NOT_NAMES.has(word.toLowerCase())
  );
}

function isOwnName(name: string, own: readonly string[]): boolean {
  const parts = name.toLowerCase().split(' ');
  return own.some((other) => other !== '' && parts.includes(other.toLowerCase()));
}

function bestName(names: readonly string[], email: string | null): string | null {
  if (email === null) return names[0] ?? null;
  const local = email.split('@')[0] ?? '';
  return (
    names.find((name) =>
      name
        .toLowerCase()
        .split(' ')
        .some((part) => local.includes(part)),
    ) ??
    names[0] ??
    null
  );
}

/** `petra.kok@` is Petra Kok; `info@` names no person. */
function nameOfAddress(email: string): string | null {
  const parts = (email.split('@')[0] ?? '').split(/[._]/).filter((part) => /^[a-z]{2,20}$/.test(part));
  if (parts.length < 2) return null;
  return parts.map((part) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`).join(' ');
}
