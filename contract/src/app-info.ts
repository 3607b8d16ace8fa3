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
      sandboxed: z.array(z.string()),
      /** Page that shows the mails the sandbox received, where there is one. */
      sandbox_url: z.string().nullable(),
      /** Mail servers of the sandbox, on which any address signs in with this password; null where there is none. */
      sandbox_mail: z.object({ imap: mailAddress, smtp: mailAddress, password: z.string() }).nullable(),
      time_travel: z.boolean(),
      /** True while sending is held because the database is older than the installation remembers. */
      sending_held: z.boolean(),
    }),
  }),
  releaseSendingHold: endpoint('POST /app/release-sending-hold/', {
    summary: 'Confirms that a restored database may send again',
    roles: ['ADMIN', 'USER'],
    ok: z.object({ success: z.literal(true) }),
  }),
  createLiveTicket: endpoint('POST /live/ticket/', {
    summary: 'One-use ticket (30 s) that opens the live connection without a cookie',
    ok: z.object({ ticket: z.string(), expires_in_seconds: z.number().int() }),
  }),
  getClock: endpoint('GET /dev/clock/', {
    summary: 'The installation clock (TIME_TRAVEL=on)',
    errors: ['time_travel_off'],
    ok: z.object({ now: z.iso.datetime() }),
  }),
  advanceClock: endpoint('POST /dev/clock/', {
    summary: 'Moves the installation clock forward (TIME_TRAVEL=on)',
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
