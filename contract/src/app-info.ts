import { RIGHTS } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const mailAddress = z.object({ host: z.string(), port: z.number().int(), secure: z.boolean() });

/** The installation: what runs on stand-ins, the clock of development, live tickets. */
export const appInfoEndpoints = {
  getAppInfo: endpoint('GET /app/', {
    summary: 'Version, and what is simulated by the sandbox',
    auth: 'public',
    ok: z.object({
      version: z.string(),
      /** Vendors answered by the sandbox, in words ("Email"); empty in production. */
      sandboxed: z.array(z.string()).max(LIST_LIMITS.fixed),
      /** Page that shows the mails the sandbox received, where there is one. */
      sandbox_url: z.string().nullable(),
      /** Mail servers of the sandbox, on which any address signs in with this password; null where there is none. */
      sandbox_mail: z.object({ imap: mailAddress, smtp: mailAddress, password: z.string() }).nullable(),
      time_travel: z.boolean(),
      /** Other providers by whose word people can sign in here. */
      sign_in_with: z.array(z.enum(['google'])).max(LIST_LIMITS.fixed),
      /** New organizations begin with a free trial and pay for a plan afterwards. */
      has_trial: z.boolean(),
      /** Who may open an account; `domains` of email addresses, for that mode only. */
      sign_ups: z.object({ mode: z.enum(['open', 'invited', 'domains', 'closed']), domains: z.array(z.string()) }),
    }),
  }),
  getSendingHold: endpoint('GET /app/sending-hold/', {
    summary: 'Whether sending is held because the database may lack what this installation sent, and why',
    shows: ['sending_hold'],
    ok: z.object({
      hold: z.object({ held_since: z.iso.datetime(), reason: z.string().nullable() }).nullable(),
    }),
  }),
  releaseSendingHold: endpoint('POST /app/release-sending-hold/', {
    recorded: { event: 'hold_released' },
    summary: 'Confirms that a restored or promoted database may send again',
    touches: ['sending_hold'],
    roles: RIGHTS.installation,
    ok: z.object({ success: z.literal(true) }),
  }),
  createLiveTicket: endpoint('POST /live/ticket/', {
    summary: 'One-use ticket (30 s) that opens the live connection without a cookie',
    touches: 'nothing',
    roles: 'own',
    while_acting: 'open',
    ok: z.object({ ticket: z.string(), expires_in_seconds: z.number().int() }),
  }),
  getClock: endpoint('GET /dev/clock/', {
    summary: 'The installation clock (TIME_TRAVEL=on)',
    errors: ['time_travel_off'],
    ok: z.object({ now: z.iso.datetime() }),
  }),
  advanceClock: endpoint('POST /dev/clock/', {
    summary: 'Moves the clock of the whole installation forward (TIME_TRAVEL=on)',
    touches: 'nothing',
    roles: RIGHTS.settings,
    body: z.object({
      advance_in_seconds: z
        .number()
        .int()
        .min(1)
        .max(366 * 24 * 3600),
    }),
    errors: ['time_travel_off'],
    ok: z.object({ now: z.iso.datetime() }),
  }),
};
