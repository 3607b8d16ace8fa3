import { cutText } from '@overture/domain/text/text-bounds';
import type { CalendarReply, ParsedAttachment } from '../mailbox.port.ts';

/** Larger ones hold more than one appointment. */
const LARGEST_IN_BYTES = 200_000;
const MOST_LINES = 2_000;
const METHODS = ['REPLY', 'REQUEST', 'COUNTER'] as const;

/** What a person did with an appointment (RFC 5546): accepted or declined ours, or sent one. Null where the mail carries none. */
export function parseCalendar(attachments: readonly Pick<ParsedAttachment, 'content_type' | 'content'>[]) {
  const part = attachments.find(({ content_type }) => content_type.toLowerCase() === 'text/calendar');
  if (part === undefined || part.content.length > LARGEST_IN_BYTES) return null;
  return parseEvent(part.content.toString('utf8'));
}

function parseEvent(text: string): CalendarReply | null {
  // Unfolds long lines: a line that starts with a space or tab continues the previous one (RFC 5545, 3.1).
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/, MOST_LINES);
  const findValue = (name: string): string | null => {
    const line = lines.find((one) => one.toUpperCase().startsWith(name) && /^[:;]/.test(one.slice(name.length)));
    return line === undefined ? null : line.slice(line.indexOf(':') + 1).trim();
  };
  const method = METHODS.find((known) => known === findValue('METHOD')?.toUpperCase());
  if (method === undefined) return null;
  const attendee = lines.find((line) => /^ATTENDEE[:;]/i.test(line)) ?? '';
  return {
    method,
    answer: /PARTSTAT=([A-Z-]{1,20})/i.exec(cutText(attendee, 2_000))?.[1]?.toUpperCase() ?? null,
    summary: unescapeText(cutText(findValue('SUMMARY') ?? '', 300)) || null,
    starts_at: parseTime(findValue('DTSTART')),
  };
}

/** UTC alone is an instant; a time of a zone that only the mail defines is not guessed. */
function parseTime(value: string | null): Date | null {
  const match = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(value ?? '');
  if (match === null) return null;
  const [year, month, day, hour, minute] = match.slice(1).map(Number) as [number, number, number, number, number];
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute));
  return Number.isNaN(time.getTime()) ? null : time;
}

const unescapeText = (text: string): string =>
  text
    .replace(/\\n/gi, ' ')
    .replace(/\\([,;\\])/g, '$1')
    .trim();
