import { toWorkingDay } from '@overture/domain/inbound/later/later-period';
import { findLaterDay, findLaterWish } from '@overture/domain/inbound/later/later-wish';
import type { ReplyClass } from '@overture/domain/inbound/reply-classes';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { cutText } from '@overture/domain/text/text-bounds';
import type * as Chrono from 'chrono-node';

/** Absences say when they end at their beginning. */
const MAX_READ = 1000;
const LONGEST_IN_DAYS = 120;
/** Of the clause with a wish: a longer one may take the readers half a second. */
const LONGEST_CLAUSE = 300;
const DAY_IN_MS = 86_400_000;

/** Eight languages; days before months, as all of them but one country write. */
const listReaders = (chrono: typeof Chrono): Chrono.Chrono[] => [
  chrono.en.GB,
  chrono.de.casual,
  chrono.nl.casual,
  chrono.fr.casual,
  chrono.es.casual,
  chrono.it.casual,
  chrono.pt.casual,
  chrono.ru.casual,
];

/** Sentences that say nothing of an absence name other days: of an event, of a delivery. */
const ABOUT_ABSENCE =
  /\b(?:out of|away|absent|absence|back|return\w*|leave|holiday|vacation|available|reachable|until|till|through|urlaub|abwesen\w*|rückkehr|zurück|wieder|bis|erreichbar|büro|terug|vakantie|afwezig\w*|bereikbaar|kantoor|tot|retour|congés?|absente?|jusqu|vacances|bureau|vacaciones|fuera|vuelvo|volveré|regres\w*|hasta|oficina|ferie|assente|rientr\w*|torner\w*|ufficio|fino|férias|ausente|volt\w*|regresso|escritório|até|urlop\w*|nieobecn\w*|biurze|biurem|wrac\w*|wróc\w*|powr\w*|weer|vrij|aanwezig|travel\w*|reincorpor\w*|congreso|vuelta|retorn\w*|ritorn\w*|do\s\d{1,2})|отпуск|отсутств|вернусь|верн[уё]|до\s|офис/i;

/**
 * The last day of an absence, as `YYYY-MM-DD`; null if the text names no day in the near future. Of a range or of several days
 * the last: a message one day late is better than one during the absence.
 * @param text the new text without quotation, of an unknown sender; it is cut
 */
export async function parseReturnDate(text: string, now: Date): Promise<string | null> {
  // Some 270 modules, loaded with the first absence.
  const readers = listReaders(await import('chrono-node'));
  const sentences = cutText(text, MAX_READ).split(/(?<![\p{N}\s]|\b\p{L}{1,4})[.!?](?=\s|$)|\n{1,9}/u);
  const days = sentences
    .filter((sentence) => ABOUT_ABSENCE.test(sentence))
    .map((sentence) => withBareDays(withWeeks(withNamedMonths(withYears(sentence, now)), now), now))
    .flatMap((sentence) => readers.flatMap((reader) => daysIn(reader, sentence, now)));
  return daysAhead(days, now, LONGEST_IN_DAYS).at(-1) ?? null;
}

/**
 * The day of a reply that asks to be contacted later, as `YYYY-MM-DD`: a day with its month, else the first working day of the named
 * month, quarter, season or week. Null for a text without such a wish, and for days that are too far away for a reminder.
 */
export async function parseLaterDay(text: string, now: Date): Promise<string | null> {
  const wish = findLaterWish(text);
  if (wish === null) return null;
  const exact = /\d/.test(wish.text) ? await firstDayWithMonth(wish.text, now) : null;
  const named = exact === null ? findLaterDay(wish, now) : toWorkingDay(exact, wish.is_after ? 1 : 0);
  return daysAhead(named === null ? [] : [named], now, INBOX_LIMITS.reminder_days - 1)[0] ?? null;
}

/** Weekdays do not count: German readers take `so` for a Sunday. */
async function firstDayWithMonth(clause: string, now: Date): Promise<string | null> {
  const readers = listReaders(await import('chrono-node'));
  const sentence = withWeeks(withNamedMonths(withYears(cutText(clause, LONGEST_CLAUSE), now)), now, () => true);
  const days = readers.flatMap((reader) => daysIn(reader, sentence, now, { needs_month: true }));
  return daysAhead(days, now, INBOX_LIMITS.reminder_days - 1)[0] ?? null;
}

function daysAhead(days: readonly string[], now: Date, most: number): string[] {
  const today = now.toISOString().slice(0, 10);
  const latest = new Date(now.getTime() + most * DAY_IN_MS).toISOString().slice(0, 10);
  return days.filter((day) => day > today && day <= latest).sort();
}

/** `14.12.` is a day to who writes so, and none to the readers without its year. */
function withYears(sentence: string, now: Date): string {
  return sentence.replace(/\b(\d{1,2})\.(\d{1,2})\.(?!\d)/g, (_, day: string, month: string) => {
    const isPast = Number(month) * 100 + Number(day) < (now.getUTCMonth() + 1) * 100 + now.getUTCDate();
    return `${day}.${month}.${now.getUTCFullYear() + (isPast ? 1 : 0)}`;
  });
}

const MONTHS = Array.from({ length: 12 }, (_, place) =>
  new Date(Date.UTC(2000, place)).toLocaleString('en', { month: 'long', timeZone: 'UTC' }),
);
const POLISH_MONTHS = new Map(
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia'
    .split(' ')
    .map((name, place) => [name, MONTHS[place]]),
);
const POLISH_WEEKDAYS: Readonly<Record<string, string>> = {
  pon: 'Monday',
  wto: 'Tuesday',
  sro: 'Wednesday',
  czw: 'Thursday',
  pia: 'Friday',
  sob: 'Saturday',
  nie: 'Sunday',
};
const plain = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Months and weekdays as the readers know them. None knows Polish: `11 września` is read as the English day, and `do` as a German Thursday.
 * The one that has days before months takes `October 19` for a month of 2019, and `mrt` is the Dutch March.
 */
function withNamedMonths(sentence: string): string {
  return sentence
    .replace(/(\d)\s?[-–]\s?(?=\d{1,2}\.\d{1,2}\.)/g, '$1 - ')
    .replace(
      /\bdo (poniedzia|wtork|[sś]rody|czwartk|pi[aą]tk|soboty|niedziel)\p{L}{0,4}/giu,
      (_, name: string) => `until ${POLISH_WEEKDAYS[plain(name).slice(0, 3)]}`,
    )
    .replace(/\bdo (?=(?:dnia )?\d{1,2}[. ])/gi, 'until ')
    .replace(/\b(\d{1,2})\.?\s(\p{L}{4,12})/gu, (written, day: string, name: string) => {
      const month = POLISH_MONTHS.get(plain(name));
      return month === undefined ? written : `${day} ${month}`;
    })
    .replace(/\b(\d{1,2})\smrt\b/gi, '$1 maart')
    .replace(
      /\b(jan(?:uary)?|feb(?:ruary)?|march|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?\s(\d{1,2})(?:st|nd|rd|th)?(?:\s?[-–]\s?(\d{1,2}))?(?![\d:/.-]\d|[\da-z]|,?\s\d{4})/gi,
      (_, month: string, first: string, last?: string) => `${first}${last === undefined ? '' : ` - ${last}`} ${month}`,
    );
}

/** `hasta el 20`, `até dia 30`: the next day of that number. */
function withBareDays(sentence: string, now: Date): string {
  const bare =
    /\b(até|hasta|jusqu['’]au|fino al|bis zum|tot|until|till|on|dia|día)\s(?:the\s|el\s|o\s|le\s)?(?:dia\s|día\s)?(\d{1,2})(?:st|nd|rd|th|er)?(?=\s{0,3}(?:[,;!]|\.(?!\d)|$)|\s(?:e|y|et|and)\s)/giu;
  return sentence.replace(bare, (written, before: string, day: string) => {
    const next = nextOf(Number(day), now);
    return next === null ? written : `${before} ${next}`;
  });
}

function nextOf(day: number, now: Date): string | null {
  if (day < 1 || day > 31) return null;
  for (let months = 0; months < 3; months += 1) {
    const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, day));
    if (date.getUTCDate() === day && date > now) return date.toISOString().slice(0, 10);
  }
  return null;
}

/** `until week 38`: away through the Sunday before it, since the lead is back in that week; any other week counts as a whole. */
function withWeeks(sentence: string, now: Date, isBackIn = (before: string) => COMES_BACK.has(before)): string {
  const weeks =
    /(?:\b(\p{L}{2,8})\s)?\b(?:calendar week|kalenderwoche|week|wk|kw|semaine|semana|settimana|tydzień|tygodnia)\.?\s(\d{1,2})\b/giu;
  return sentence.replace(weeks, (written, before: string | undefined, week: string) => {
    const sunday = findSunday(Number(week), now);
    if (sunday === null) return written;
    const isBefore = isBackIn((before ?? '').toLowerCase());
    const day = new Date(sunday.getTime() - (isBefore ? 7 * DAY_IN_MS : 0)).toISOString().slice(0, 10);
    return `${before ?? ''} ${day}`;
  });
}

const COMES_BACK = new Set(
  'until till back from ab bis wieder tot vanaf jusqu jusque hasta desde fino dalla até a do od'.split(' '),
);

/** The Sunday of a week by ISO 8601, in this year or the next. */
function findSunday(week: number, now: Date): Date | null {
  if (week < 1 || week > 53) return null;
  for (const year of [now.getUTCFullYear(), now.getUTCFullYear() + 1]) {
    const fourth = Date.UTC(year, 0, 4);
    const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_IN_MS;
    const sunday = new Date(monday + (week * 7 - 1) * DAY_IN_MS);
    if (sunday.getTime() > now.getTime()) return sunday;
  }
  return null;
}

function daysIn(
  reader: Chrono.Chrono,
  sentence: string,
  now: Date,
  { needs_month }: { needs_month: boolean } = { needs_month: false },
): string[] {
  const at = { instant: now, timezone: 0 };
  // Looking ahead only, a range that has begun would be next year's; looking around, a weekday may be the last one.
  const found = [...reader.parse(sentence, at, { forwardDate: true }), ...reader.parse(sentence, at)];
  return found.flatMap(({ start, end }) => {
    const last = needs_month ? start : (end ?? start);
    const isNamed = (last.isCertain('day') && last.isCertain('month')) || (!needs_month && last.isCertain('weekday'));
    return isNamed ? [toDay(last)] : [];
  });
}

function toDay(part: Chrono.ParsedComponents): string {
  const two = (amount: number | null): string => String(amount ?? 0).padStart(2, '0');
  return `${part.get('year')}-${two(part.get('month'))}-${two(part.get('day'))}`;
}

/** The day that a reply of a class names: the last of an absence, or the one on which the lead wants to be contacted again. */
export async function parseNamedDay(replyClass: ReplyClass, text: string, now: Date): Promise<string | null> {
  if (replyClass === 'out_of_office') return await parseReturnDate(text, now);
  return replyClass === 'neutral' ? await parseLaterDay(text, now) : null;
}
