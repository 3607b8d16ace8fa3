import { z } from 'zod';
import {
  type BookingFormat,
  type BookingKind,
  type BookingMessage,
  bookingId,
  instant,
  toEmails,
  toTitle,
} from './booking-message.rules.ts';

/* https://cal.com/docs/developing/guides/automation/webhooks, version 2021-10-20 of the messages. */

const attendees = z.array(z.object({ email: z.string().nullish(), noShow: z.boolean().nullish() })).max(1000);

const bookingSchema = z.object({
  createdAt: instant,
  payload: z.object({
    uid: bookingId,
    rescheduleUid: bookingId.nullish(),
    eventTitle: z.string().nullish(),
    type: z.string().nullish(),
    startTime: instant,
    endTime: instant.nullish(),
    attendees,
  }),
});

const noShowSchema = z.object({ createdAt: instant, payload: z.object({ bookingUid: bookingId, attendees }) });

/** One that must be confirmed first is booked for us: the lead has acted, and another mail would only disturb. */
const KINDS: Readonly<Record<string, BookingKind>> = {
  BOOKING_CREATED: 'booked',
  BOOKING_REQUESTED: 'booked',
  BOOKING_RESCHEDULED: 'rescheduled',
  BOOKING_CANCELLED: 'cancelled',
  BOOKING_REJECTED: 'cancelled',
};

function parseBooking(kind: BookingKind, json: unknown): BookingMessage {
  const { createdAt, payload } = bookingSchema.parse(json);
  return {
    kind,
    uid: payload.uid,
    previous_uid: payload.rescheduleUid ?? null,
    emails: toEmails(payload.attendees.map(({ email }) => email)),
    title: toTitle(payload.eventTitle || payload.type),
    starts_at: payload.startTime,
    ends_at: payload.endTime ?? null,
    made_at: createdAt,
  };
}

/** Null where it says nothing about an attendee: the host did not come. */
function parseNoShow(json: unknown): BookingMessage | null {
  const { createdAt, payload } = noShowSchema.parse(json);
  const missed = payload.attendees.filter(({ noShow }) => noShow === true);
  const concerned = missed.length > 0 ? missed : payload.attendees;
  const emails = toEmails(concerned.map(({ email }) => email));
  if (emails.length === 0) return null;
  return {
    kind: missed.length > 0 ? 'no_show' : 'showed',
    uid: payload.bookingUid,
    previous_uid: null,
    emails,
    title: '',
    starts_at: null,
    ends_at: null,
    made_at: createdAt,
  };
}

export const calComFormat: BookingFormat = {
  provider: 'cal_com',
  findSignature(headers) {
    const signature = headers['x-cal-signature-256'];
    return typeof signature === 'string' ? { signature, prefix: '' } : null;
  },
  parse(json) {
    const { triggerEvent } = z.object({ triggerEvent: z.string() }).parse(json);
    if (triggerEvent === 'BOOKING_NO_SHOW_UPDATED') return parseNoShow(json);
    const kind = Object.hasOwn(KINDS, triggerEvent) ? KINDS[triggerEvent] : undefined;
    return kind === undefined ? null : parseBooking(kind, json);
  },
};
