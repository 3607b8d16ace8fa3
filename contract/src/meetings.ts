import { RIGHTS } from '@overture/domain/access/permissions';
import { BOOKING_OUTCOMES, BOOKING_PROVIDERS, MEETING_LIMITS, MEETING_STATUSES } from '@overture/domain/meetings';
import { z } from 'zod';
import { done, endpoint, idSchema } from './endpoint.ts';

const connectionSchema = z.object({
  id: z.number().int(),
  provider: z.enum(BOOKING_PROVIDERS),
  name: z.string(),
  /** Where the provider posts to. */
  webhook_url: z.string(),
  last_received_at: z.iso.datetime().nullable(),
  /** What became of the last message; null before the first. */
  last_outcome: z.enum(BOOKING_OUTCOMES).nullable(),
  /** When a message with a wrong signature came last. */
  last_refused_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});
export type BookingConnection = z.output<typeof connectionSchema>;

const meetingSchema = z.object({
  id: z.number().int(),
  provider: z.enum(BOOKING_PROVIDERS),
  /** Kind of the meeting, as the provider calls it. */
  title: z.string(),
  status: z.enum(MEETING_STATUSES),
  starts_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});
export type Meeting = z.output<typeof meetingSchema>;

const changed = {
  recorded: { event: 'setting_changed', subject: 'setting' },
  roles: RIGHTS.integrations,
  touches: ['booking_connections'],
} as const;

export const meetingsEndpoints = {
  listBookingConnections: endpoint('GET /booking-connections/', {
    summary: 'Connected booking pages of Cal.com and Calendly',
    shows: ['booking_connections'],
    roles: RIGHTS.integrations,
    ok: z.object({
      booking_connections: z.array(connectionSchema).max(MEETING_LIMITS.connections),
      max_booking_connections: z.number().int(),
    }),
  }),
  createBookingConnection: endpoint('POST /booking-connections/', {
    ...changed,
    summary: 'Connect a booking page; its signing secret is in this response only',
    body: z.object({
      provider: z.enum(BOOKING_PROVIDERS),
      name: z.string().trim().min(1).max(MEETING_LIMITS.name_max),
    }),
    while_acting: 'refused',
    errors: ['conflict'],
    status: 201,
    ok: z.object({ booking_connection: connectionSchema, secret: z.string() }),
  }),
  rotateBookingSecret: endpoint('POST /booking-connections/{id}/rotate-secret/', {
    ...changed,
    summary: 'Make a new signing secret; messages with the former one are refused from now on',
    while_acting: 'refused',
    ok: z.object({ booking_connection: connectionSchema, secret: z.string() }),
  }),
  deleteBookingConnection: endpoint('DELETE /booking-connections/{id}/', {
    ...changed,
    summary: 'Disconnect a booking page; its meetings stay',
    ok: done,
  }),
  listBookingDeliveries: endpoint('GET /booking-connections/{id}/deliveries/', {
    summary: 'What the last messages of a booking page led to, without names',
    shows: ['booking_connections'],
    roles: RIGHTS.integrations,
    ok: z.object({
      deliveries: z
        .array(z.object({ outcome: z.enum(BOOKING_OUTCOMES), received_at: z.iso.datetime() }))
        .max(MEETING_LIMITS.deliveries_shown),
    }),
  }),
  listLeadMeetings: endpoint('GET /prospects/{prospectId}/meetings/', {
    summary: 'Meetings that a lead booked, the latest first',
    params: z.object({ prospectId: idSchema }),
    shows: ['leads'],
    ok: z.object({ meetings: z.array(meetingSchema).max(MEETING_LIMITS.shown_of_lead) }),
  }),
};
