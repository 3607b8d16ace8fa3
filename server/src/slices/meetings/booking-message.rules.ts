import type { IncomingHttpHeaders } from 'node:http';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { type BookingProvider, MEETING_LIMITS } from '@overture/domain/meetings';
import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';

/** `showed`: a no-show was taken back. */
export type BookingKind = 'booked' | 'rescheduled' | 'cancelled' | 'no_show' | 'showed';

/** What a provider says about one booking. */
export interface BookingMessage {
  kind: BookingKind;
  uid: string;
  /** Id of the booking before it was moved. */
  previous_uid: string | null;
  /** Of the attendees; empty where the message names none. */
  emails: string[];
  title: string;
  starts_at: Date | null;
  ends_at: Date | null;
  /** When the provider made the message. */
  made_at: Date;
}

/** How one provider signs its messages, and what they say. */
export interface BookingFormat {
  provider: BookingProvider;
  /** The signature in hexadecimal, and what precedes the body in the signed text. Null without one. */
  findSignature(headers: IncomingHttpHeaders): { signature: string; prefix: string } | null;
  /** Null for a message about something else. Throws a ZodError for one that is not as documented. */
  parse(json: unknown): BookingMessage | null;
}

/** Instants beyond these years are mistakes, and PostgreSQL can't hold some of them. */
const FIRST_YEAR = 2000;
const LAST_YEAR = 2200;

export const instant = z
  .string()
  .max(64)
  .transform((text, context) => {
    const at = new Date(text);
    const year = at.getUTCFullYear();
    if (year >= FIRST_YEAR && year <= LAST_YEAR) return at;
    context.addIssue({ code: 'custom', message: 'Expected an ISO 8601 instant.' });
    return z.NEVER;
  });

export const bookingId = z.string().min(1).max(MEETING_LIMITS.uid_max).refine(hasNoNul);

function hasNoNul(text: string): boolean {
  return !text.includes('\0');
}

export const toTitle = (text: string | null | undefined): string =>
  cutText((text ?? '').replaceAll('\0', ''), MEETING_LIMITS.title_max);

/** The addresses of the first attendees, each once. */
export function toEmails(given: readonly (string | null | undefined)[]): string[] {
  const first = given.filter((_, index) => index < MEETING_LIMITS.attendees);
  const emails = first.flatMap((one) => normalizeEmail(one ?? '') ?? []);
  return [...new Set(emails)];
}
