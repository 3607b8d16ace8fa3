import { plainWords } from './find-phrases.ts';
import { CLOSERS, OPENERS } from './opt-out-courtesy.ts';

/** Longer signatures are not looked at. */
const MOST_LINES = 20;
const LONGEST_LINE = 100;
/** Articles and prepositions of names and titles, in any language. */
const LONGEST_SMALL_WORD = 3;
/** 'Directeur commercial', in words. */
const LONGEST_TITLE = 3;

const VALEDICTIONS = new Set(
  'regards wishes cheers sincerely greetings groet groeten grusse gruss mfg lg vg cordialement salutations bien amicalement saludos cordiales atentamente saluti distinti cordialmente atenciosamente cumprimentos abraco abracos уважением наилучшими пожеланиями pozdrawiam pozdrowieniami'.split(
    ' ',
  ),
);

/** Labels of numbers and addresses. */
const LABELS = new Set(
  'tel telefon telefono telefone telefoon telephone phone mobile mobil mobiel movil mob handy fax fon web www http https email mail office тел телефон моб факс'.split(
    ' ',
  ),
);

/** Lines that mail programs and phones add below a message: 'Sent from my iPhone'. */
const PROGRAMS =
  /iphone|ipad|android|outlook|galaxy|samsung|huawei|xiaomi|pixel|blackberry|yahoo|gmx|web\.de|gmail|proton|libero|mail\.ru|mail app|smartphone|mobiltelefon|handy|\bmobile?\b|мобильн|почты|телефон/i;
const SENDS =
  /sent|get|gesendet|geschickt|herunterladen|beziehen|holen|verstuurd|verzonden|downloaden|envoy|obten|télécharge|enviad|descarg|inviat|otti?en|scaric|obter|baix|отправлен|скачат|wysłan|pobierz/i;

/** Lawyers' words below a signature; nothing behind them is the sender's own. */
const NOTICES =
  /confidential|vertraulich|confidentiel|confidencial|confidenziale|riservat|vertrouwelijk|конфиденциал|poufn|disclaimer|intended (?:only|solely)|before printing|datenschutz|amtsgericht|registergericht|handelsregister/i;

/** True where all lines are a signature or what a mail program adds: a name, a role, a company, numbers, addresses, a valediction. */
export function areSignature(lines: readonly string[]): boolean {
  const end = lines.findIndex((line) => NOTICES.test(line));
  const own = end === -1 ? lines : lines.slice(0, end);
  return own.length <= MOST_LINES && own.every(isSignatureLine);
}

function isSignatureLine(line: string): boolean {
  if (line.length > LONGEST_LINE || line.includes('?')) return false;
  if (PROGRAMS.test(line) && SENDS.test(line)) return true;
  const words = plainWords(line);
  if (words.some((word) => VALEDICTIONS.has(word))) return true;
  return words.every((word) => OPENERS.has(word) || CLOSERS.has(word)) || isNamed(line);
}

/** Names and titles have capitals; numbers and addresses have no words of a sentence beside them. */
function isNamed(line: string): boolean {
  const written = line
    .split(/\s+/)
    .filter((word) => !/[@/]|\w\.\w/.test(word))
    .flatMap((word) => word.match(/\p{L}+/gu) ?? [])
    .filter((word) => !LABELS.has(plainWords(word)[0] ?? ''));
  const capital = written.filter(isCapital).length;
  const small = written.filter((word) => !isCapital(word) && word.length > LONGEST_SMALL_WORD).length;
  if (small === 0) return true;
  const isTitle = written.length <= LONGEST_TITLE && small === 1;
  return isCapital(written[0] ?? '') && (isTitle || small * 2 <= capital);
}

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);
