import { RIGHTS } from '@overture/domain/access/permissions';
import { CHECK_STATUSES } from '@overture/domain/deliverability/deliverability';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { done, endpoint } from './endpoint.ts';

const count = z.number().int();
const moment = z.string().nullable();

/** What `overture doctor` and the admin area look at, in this order. */
export const CHECK_AREAS = ['settings', 'machine', 'database', 'work', 'address', 'services', 'mail_domains'] as const;

const findingSchema = z.object({
  area: z.enum(CHECK_AREAS),
  /** What was looked at. */
  title: z.string(),
  status: z.enum(CHECK_STATUSES),
  text: z.string(),
  /** What to do; null where nothing is. */
  advice: z.string().nullable(),
});
export type SystemFinding = z.output<typeof findingSchema>;

/** The installation itself, for who runs it. */
export const adminSystemEndpoints = {
  getSystem: endpoint('GET /admin/system/', {
    summary: 'Versions, room, workers, jobs and how calls to the outside went',
    roles: RIGHTS.installation,
    ok: z.object({
      version: z.string(),
      node_version: z.string(),
      database_version: z.string(),
      database_bytes: z.number(),
      free_bytes: z.number(),
      workers: z
        .array(z.object({ id: z.string(), beat_at: z.string(), is_alive: z.boolean() }))
        .max(LIST_LIMITS.workers),
      jobs: z
        .array(
          z.object({
            task: z.string(),
            waiting: count,
            running: count,
            failing: count,
            oldest_at: moment,
            last_error: z.string().nullable(),
          }),
        )
        .max(LIST_LIMITS.workers),
      /** Actions that are to leave: due now, and being sent. */
      sending: z.object({ due: count, dispatching: count, unconfirmed: count }),
      adapters: z
        .array(
          z.object({
            adapter: z.string(),
            succeeded_at: moment,
            failed_at: moment,
            failures: z.number(),
            last_error: z.string().nullable(),
          }),
        )
        .max(LIST_LIMITS.fixed),
    }),
  }),
  checkSystem: endpoint('GET /admin/system/checks/', {
    summary: 'Ask everything this installation depends on, each within a time limit: what the command `doctor` says',
    roles: RIGHTS.installation,
    errors: ['rate_limited'],
    ok: z.object({ findings: z.array(findingSchema).max(LIST_LIMITS.fixed) }),
  }),
  sendTestMail: endpoint('POST /admin/test-mail/', {
    summary: 'Send a mail by SMTP_URL to an address, to see whether it arrives',
    touches: 'nothing',
    roles: RIGHTS.installation,
    body: z.object({ to: z.email().max(254) }),
    errors: ['conflict', 'not_configured', 'rate_limited'],
    ok: done,
  }),
};
