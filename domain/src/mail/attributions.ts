import { withoutInvisible } from '../text/text.ts';
import { cutText, TEXT_BOUNDS } from '../text/text-bounds.ts';

/** Attribution lines are broken by mail programs at 70 to 80 characters: up to this many lines belong together. */
const MOST_LINES = 5;
const LONGEST = 500;

/** 'wrote:' in the languages of mail programs, as the last word before the colon, or in front of the name. */
const ENDS =
  /(?:\swrote|\sa écrit|\sescribi[óo]|\sescreveu|\sha scritto|\sschreef|\sgeschreven|\sschrieb|\sgeschrieben|\sskrev|\snapisa[łl](?:\(a\)|a)?|\spisze|\snapsal(?:\(a\)|a)?|\spíše|\skirjoitti|\srakst[īi]ja|\szīņoja|\s(?:пишет|писал|писала|написал|написала|написал\(а\)|пише|написав)|\sέγραψε|\syazd[ıi]|\sezt írta|\sírta|\sa scris|写道|寫道|のメール|님이 작성)\s?[:：]$/i;
/** The verb before the name: 'Op 2 mrt 2026 schreef Ada <ada@..>:'. */
const WITHIN = /\s(?:schreef|heeft|schrieb|skrev|wrote|napisał\(?a?\)?|odesílatel|lietotājs|от|wrote on|escreveu)\s/i;
/** How an attribution begins; several lines are put together only from such a line on. */
const STARTS =
  /^(?:on|am|op|le|el|en|il|em|no dia|den|dne|dnia|w dniu|в|во|a|\d{1,4}[ ./年-]|\d{1,2}:\d{2}|(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|ma|wo|vr|za|zo|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|gio|seg|ter|qua|qui|sex|man|tir|ons|tor|fre|lør|søn|mån|tis|tors|lör|sön|pon|wt|śr|czw|pt|sob|niedz|po|út|st|čt|pá|so|ne|ke|to|pe|la|su|pirmd|otrd|trešd|ceturtd|piektd|sestd|svētd|пн|вт|ср|чт|пт|сб|вс|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|בתאריך)[\p{L}]{0,8}\.?[, ])/iu;
const DATE = /\d{1,4}[./:-]\d{1,2}|\b\d{4}\b|\d{1,2}:\d{2}|\d{4}年/;
const ADDRESS = /[^\s<>@]@[^\s<>@]/;
/** '---- On Mon, 2 Mar 2026 09:05:00 +0100 Ada <ada@..> wrote ----' */
const FRAMED = /^-{2,}\s?on .{10,300}\swrote\s?-{2,}$/i;

/**
 * How many lines an attribution takes that begins at a line; 0 when none does. It must contain a date or an address, or have
 * quoted lines below it: otherwise prose would be cut.
 */
export function attributionLength(
  lines: readonly string[],
  index: number,
  isQuotedBelow: (from: number) => boolean,
): number {
  const first = bare(lines[index]);
  const framed = countFramedLines(lines, index);
  if (framed > 0) return framed;
  let joined = '';
  for (let count = 1; count <= MOST_LINES; count += 1) {
    const line = bare(lines[index + count - 1]);
    if (line === '') return 0;
    joined = joined === '' ? line : `${joined} ${line}`;
    if (joined.length > LONGEST) return 0;
    if (count > 1 && !canContinue(first, line, count)) return 0;
    if (isAttribution(joined, () => isQuotedBelow(index + count))) {
      return count > 1 && beginsLater(lines, index, count) ? 0 : count;
    }
  }
  return 0;
}

/** Other lines begin no attribution of several, but an address may have a second line of its own. */
const canContinue = (first: string, line: string, count: number): boolean =>
  STARTS.test(first) || (count === 2 && line.startsWith('<'));

/** Zoho's line between dashes, which other programs break. */
function countFramedLines(lines: readonly string[], index: number): number {
  if (!/^-{2,}\s?on\s/i.test(bare(lines[index]))) return 0;
  for (let count = 1; count <= MOST_LINES; count += 1) {
    const joined = lines
      .slice(index, index + count)
      .map(bare)
      .join(' ');
    if (joined.length > LONGEST || bare(lines[index + count - 1]) === '') return 0;
    if (FRAMED.test(joined)) return count;
  }
  return 0;
}

const bare = (line: string | undefined): string =>
  withoutInvisible(cutText(line ?? '', TEXT_BOUNDS.line))
    .replace(/^[ \t>*_]+/, '')
    .trim();

/** The last words of the reply are right above: the attribution is what comes after them. */
function beginsLater(lines: readonly string[], index: number, count: number): boolean {
  for (let later = index + 1; later < index + count; later += 1) {
    if (!STARTS.test(bare(lines[later]))) continue;
    const rest = lines
      .slice(later, index + count)
      .map(bare)
      .join(' ');
    if (isAttribution(rest, () => false)) return true;
  }
  return false;
}

function isAttribution(line: string, isQuotedBelow: () => boolean): boolean {
  const text = line.replace(/[*_]{1,3}$/, '');
  const hasDate = DATE.test(text);
  const hasAddress = ADDRESS.test(text);
  // A word of prose: only with both beside it.
  if (/\ssaid\s?:$/i.test(text)) return hasDate && hasAddress && STARTS.test(text);
  if (/\swrote$/i.test(text)) return hasDate && hasAddress && (/^on /i.test(text) || isQuotedBelow());
  return /[:：]$/.test(text) && endsWithColon(text, { hasDate, hasAddress }, isQuotedBelow);
}

function endsWithColon(
  text: string,
  { hasDate, hasAddress }: { hasDate: boolean; hasAddress: boolean },
  isQuotedBelow: () => boolean,
): boolean {
  if (ENDS.test(text)) return hasAddress || endsAsAttribution(text, hasDate, isQuotedBelow);
  if (WITHIN.test(text)) return (STARTS.test(text) && hasDate) || hasAddress || (hasDate && isQuotedBelow());
  // Gmail, Yandex and others in any language: a date, a name, an address, a colon.
  return hasDate && hasAddress && STARTS.test(text) && /[>)\]"'»]\s?[:：]$/.test(text);
}

/** A line that ends like an attribution and names no address. */
function endsAsAttribution(text: string, hasDate: boolean, isQuotedBelow: () => boolean): boolean {
  if (STARTS.test(text)) return hasDate || isQuotedBelow();
  return isQuotedBelow() || (hasDate && isNamed(text));
}

/** 'Ada King 2 Mar 2026 wrote:': short, and no sentence before it. */
const isNamed = (text: string): boolean => text.length < 120 && !/[.!?] /.test(text);
