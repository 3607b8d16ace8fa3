import { createHmac } from 'node:crypto';
import { z } from 'zod';

/* Messages of booking pages as their providers publish them. What they do not publish is refused here: a wrong test must fail. */

const instant = z.iso.datetime();
const language = z.strictObject({ locale: z.string() });

/** https://cal.com/docs/developing/guides/automation/webhooks */
const calComBooking = z.strictObject({
  triggerEvent: z.enum([
    'BOOKING_CREATED',
    'BOOKING_REQUESTED',
    'BOOKING_RESCHEDULED',
    'BOOKING_CANCELLED',
    'BOOKING_REJECTED',
  ]),
  createdAt: instant,
  payload: z.strictObject({
    type: z.string(),
    title: z.string(),
    description: z.string().optional(),
    additionalNotes: z.string().optional(),
    startTime: instant,
    endTime: instant,
    organizer: z.strictObject({ id: z.number(), name: z.string(), email: z.string(), timeZone: z.string(), language }),
    attendees: z.array(z.strictObject({ email: z.string(), name: z.string(), timeZone: z.string(), language })).min(1),
    location: z.string().optional(),
    uid: z.string(),
    bookingId: z.number(),
    rescheduleUid: z.string().optional(),
    cancellationReason: z.string().optional(),
    eventTitle: z.string(),
    eventTypeId: z.number(),
    length: z.number(),
    status: z.enum(['ACCEPTED', 'PENDING', 'CANCELLED', 'REJECTED']),
    metadata: z.record(z.string(), z.unknown()).optional(),
  }),
});
const calComNoShow = z.strictObject({
  triggerEvent: z.literal('BOOKING_NO_SHOW_UPDATED'),
  createdAt: instant,
  payload: z.strictObject({
    bookingUid: z.string(),
    bookingId: z.number(),
    attendees: z.array(z.strictObject({ email: z.string(), noShow: z.boolean() })),
    message: z.string(),
  }),
});
const calComPing = z.strictObject({
  triggerEvent: z.literal('PING'),
  createdAt: instant,
  payload: z.record(z.string(), z.unknown()),
});

/** https://developer.calendly.com/docs/webhooks/overview */
const calendlyInvitee = z.strictObject({
  event: z.enum(['invitee.created', 'invitee.canceled', 'invitee_no_show.created', 'invitee_no_show.deleted']),
  created_at: instant,
  created_by: z.url(),
  payload: z.strictObject({
    uri: z.url(),
    email: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    name: z.string(),
    status: z.enum(['active', 'canceled']),
    timezone: z.string(),
    event: z.url(),
    rescheduled: z.boolean(),
    old_invitee: z.url().nullable(),
    new_invitee: z.url().nullable(),
    cancel_url: z.url(),
    reschedule_url: z.url(),
    no_show: z.strictObject({ uri: z.url(), created_at: instant }).nullable(),
    scheduled_event: z.strictObject({
      uri: z.url(),
      name: z.string(),
      status: z.enum(['active', 'canceled']),
      start_time: instant,
      end_time: instant,
      event_guests: z.array(z.strictObject({ email: z.string(), created_at: instant, updated_at: instant })),
    }),
    created_at: instant,
    updated_at: instant,
  }),
});

const schemas = {
  cal_com: z.union([calComBooking, calComNoShow, calComPing]),
  calendly: calendlyInvitee,
};
export type BookingPage = keyof typeof schemas;

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** A signed request as the provider sends it. Throws for a message that it would not send. */
export function signBookingMessage(
  provider: BookingPage,
  message: unknown,
  secret: string,
): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(schemas[provider].parse(message));
  const type = { 'content-type': 'application/json' };
  if (provider === 'cal_com') return { headers: { ...type, 'x-cal-signature-256': hmac(secret, body) }, body };
  const at = Math.floor(Date.now() / 1000);
  return { headers: { ...type, 'calendly-webhook-signature': `t=${at},v1=${hmac(secret, `${at}.${body}`)}` }, body };
}
