import { z } from 'zod';
import {
  type BookingFormat,
  type BookingKind,
  bookingId,
  instant,
  toEmails,
  toTitle,
} from './booking-message.rules.ts';

/* https://developer.calendly.com/docs/webhooks/overview: an invitee is one booking of one person. */

const inviteeSchema = z.object({
  created_at: instant,
  payload: z.object({
    uri: bookingId,
    email: z.string(),
    rescheduled: z.boolean().nullish(),
    old_invitee: bookingId.nullish(),
    scheduled_event: z
      .object({
        name: z.string().nullish(),
        start_time: instant.nullish(),
        end_time: instant.nullish(),
        event_guests: z
          .array(z.object({ email: z.string().nullish() }))
          .max(1000)
          .nullish(),
      })
      .nullish(),
  }),
});

const KINDS: Readonly<Record<string, BookingKind>> = {
  'invitee.created': 'booked',
  'invitee.canceled': 'cancelled',
  'invitee_no_show.created': 'no_show',
  'invitee_no_show.deleted': 'showed',
};

/** Longer than any header of Calendly. */
const LONGEST_HEADER = 500;

export const calendlyFormat: BookingFormat = {
  provider: 'calendly',
  // The header: `t=1492774577,v1=5257a8…`.
  findSignature(headers) {
    const header = headers['calendly-webhook-signature'];
    if (typeof header !== 'string' || header.length > LONGEST_HEADER) return null;
    const parts = new Map(
      header.split(',').map((part) => [part.slice(0, part.indexOf('=')).trim(), part.slice(part.indexOf('=') + 1)]),
    );
    const [at, signature] = [parts.get('t'), parts.get('v1')];
    return at === undefined || signature === undefined ? null : { signature, prefix: `${at}.` };
  },
  parse(json) {
    const { event } = z.object({ event: z.string() }).parse(json);
    const kind = Object.hasOwn(KINDS, event) ? KINDS[event] : undefined;
    if (kind === undefined) return null;
    const { created_at, payload } = inviteeSchema.parse(json);
    // A moved booking comes as two messages, in any order. The one about the new booking names the former.
    if (kind === 'cancelled' && payload.rescheduled) return null;
    const { scheduled_event: meeting, old_invitee = null } = payload;
    // Only the invitee is marked as missing. Guests, whom the invitee brought, share everything else.
    const guests = kind === 'booked' || kind === 'cancelled' ? (meeting?.event_guests ?? []) : [];
    return {
      kind: kind === 'booked' && old_invitee !== null ? 'rescheduled' : kind,
      uid: payload.uri,
      previous_uid: old_invitee,
      emails: toEmails([payload.email, ...guests.map(({ email }) => email)]),
      title: toTitle(meeting?.name),
      starts_at: meeting?.start_time ?? null,
      ends_at: meeting?.end_time ?? null,
      made_at: created_at,
    };
  },
};
