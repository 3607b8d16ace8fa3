/** An answer parted from what it quotes. `reply` is empty when a person wrote nothing new. */
export type TrimmedReply = { reply: string; quoted: string };

const MAX_LINES = 20_000;
/** Attribution lines are broken by mail programs at 70 to 80 characters: up to this many lines belong together. */
const ATTRIBUTION_LINES = 4;
const ATTRIBUTION_LENGTH = 400;

/** 'On <date>, <name> wrote:' in the eight languages; a date or an address must stand in it, so that prose is not cut. */
const ATTRIBUTIONS = [
  /^on .+ wrote:$/i,
  /^op .+ (?:schreef|heeft) .*(?:geschreven)?:$/i,
  /^.+ schreef op .+:$/i,
  /^(?:am|on) .+ schrieb .*:$/i,
  /^.+ schrieb am .+:$/i,
  /^le .+ a écrit\s?:$/i,
  /^(?:el|en) .+ escribi[óo]:$/i,
  /^il .+ ha scritto:$/i,
  /^(?:em|a|no dia) .+ escreveu:$/i,
  /^.+ (?:пишет|писал|писала|написал|написала|написал\(а\)):$/i,
  /^(?:пн|вт|ср|чт|пт|сб|вс),? .+<[^<>\s]+@[^<>\s]+>:$/i,
  /^\d{4}-\d{2}-\d{2} .+<[^<>\s]+@[^<>\s]+>:$/,
];
const ATTRIBUTION_EVIDENCE = /\d{1,4}[./:-]\d{1,2}|\d{4}|@/;

/** '----- Original Message -----' and its translations. */
const ORIGINAL_MESSAGE =
  /^[ \t]*-{2,}\s*(?:original message|forwarded message|oorspronkelijk bericht|doorgestuurd bericht|ursprüngliche nachricht|weitergeleitete nachricht|message d[’']origine|message original|message transféré|mensaje original|mensaje reenviado|messaggio originale|messaggio inoltrato|mensagem original|mensagem encaminhada|исходное сообщение|пересылаемое сообщение|original-nachricht|original appointment)\s*-{2,}[ \t]*$/i;

const HEADER_FROM = /^[ \t]*\*?(?:from|von|van|de|da|от|от кого)\s?:\*?\s+\S/i;
const HEADER_OTHER =
  /^[ \t]*\*?(?:sent|date|to|subject|gesendet|datum|an|betreff|verzonden|aan|onderwerp|envoyé|date|à|objet|enviado(?: el| em)?|fecha|para|asunto|inviato|data|a|oggetto|assunto|отправлено|дата|кому|тема)\s?:\*?/i;

/**
 * Parts a plain-text mail into what its sender wrote and what it quotes. Knows attribution lines and Outlook's header blocks in eight
 * languages and quote marks; an answer written below or between quoted lines is kept.
 */
export function trimReply(text: string): TrimmedReply {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n', MAX_LINES);
  const kept: string[] = [];
  const quoted: string[] = [];
  for (let index = 0; index < lines.length; ) {
    if (startsHeaderBlock(lines, index)) {
      quoted.push(...lines.slice(index));
      break;
    }
    const attribution = attributionLength(lines, index);
    if (attribution > 0) {
      const rest = index + attribution;
      // Without quote marks below, everything below an attribution is the quoted mail.
      const end = hasQuoteMarks(lines, rest) ? rest : lines.length;
      quoted.push(...lines.slice(index, end));
      index = end;
      continue;
    }
    const line = lines[index] ?? '';
    (isQuotedLine(line) ? quoted : kept).push(line);
    index += 1;
  }
  return { reply: tidy(kept), quoted: tidy(quoted) };
}

function isQuotedLine(line: string): boolean {
  return /^\s{0,3}>/.test(line);
}

function hasQuoteMarks(lines: readonly string[], from: number): boolean {
  const next = lines.slice(from, from + 5).find((line) => line.trim() !== '');
  return next !== undefined && isQuotedLine(next);
}

/** How many lines an attribution takes that begins at a line; 0 when none does. */
function attributionLength(lines: readonly string[], index: number): number {
  let joined = '';
  for (let count = 1; count <= ATTRIBUTION_LINES; count += 1) {
    const line = (lines[index + count - 1] ?? '').replace(/^[ \t>]+/, '').trim();
    if (line === '') return 0;
    joined = joined === '' ? line : `${joined} ${line}`;
    if (joined.length > ATTRIBUTION_LENGTH) return 0;
    if (joined.endsWith(':') && isAttribution(joined)) return count;
  }
  return 0;
}

function isAttribution(line: string): boolean {
  return ATTRIBUTION_EVIDENCE.test(line) && ATTRIBUTIONS.some((pattern) => pattern.test(line));
}

/** 'Original Message' lines, and From: with another header line within the next three. */
function startsHeaderBlock(lines: readonly string[], index: number): boolean {
  const line = (lines[index] ?? '').slice(0, ATTRIBUTION_LENGTH);
  if (ORIGINAL_MESSAGE.test(line)) return true;
  if (/^_{10,}\s*$/.test(line))
    return lines.slice(index + 1, index + 3).some((next) => HEADER_FROM.test(next.slice(0, ATTRIBUTION_LENGTH)));
  if (!HEADER_FROM.test(line)) return false;
  const following = lines
    .slice(index + 1, index + 4)
    .filter((next) => HEADER_OTHER.test(next.slice(0, ATTRIBUTION_LENGTH)));
  return following.length >= 2;
}

function tidy(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
