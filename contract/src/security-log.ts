import { RIGHTS } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import {
  SECURITY_EVENT_KINDS,
  SECURITY_EVENT_NAMES,
  SECURITY_OUTCOMES,
  SECURITY_SUBJECTS,
  type SecurityEventKind,
} from '@overture/domain/security/events';
import { z } from 'zod';
import { actingKey } from './acting-key.ts';
import { cursorQuery, endpoint, idSchema, nextCursor, pageQuery, unused } from './endpoint.ts';

const kinds = Object.keys(SECURITY_EVENT_KINDS) as [SecurityEventKind, ...SecurityEventKind[]];

const filters = {
  kind: unused(z.enum(kinds)),
  outcome: unused(z.enum(SECURITY_OUTCOMES)),
  /** The person it concerns. */
  user_id: unused(idSchema),
  /** Days by UTC, both included. */
  from_day: unused(z.iso.date()),
  to_day: unused(z.iso.date()),
};

const personSchema = z.object({ id: z.number().int(), name: z.string(), email: z.string() });

const securityEventSchema = z.object({
  id: z.number().int(),
  event: z.enum(SECURITY_EVENT_NAMES),
  outcome: z.enum(SECURITY_OUTCOMES),
  /** The affected user; null for none, or for a deleted user. */
  user: personSchema.nullable(),
  /** The actor, if different; null when it was the user, no one, or a person outside of the organization. */
  actor: personSchema.nullable(),
  /** The API key by which a program did it. */
  api_key: actingKey.nullable(),
  /** True when a person outside of the organization did it for the user. */
  is_outside_actor: z.boolean(),
  /** The organization's agency by name, or "Support" for the operator; null for people who no longer exist. */
  outside_actor_name: z.string().nullable(),
  ip: z.string().nullable(),
  /** Two letters. */
  country: z.string().nullable(),
  device: z.string().nullable(),
  subject: z
    .object({ kind: z.enum(SECURITY_SUBJECTS), id: z.number().int().nullable(), label: z.string().nullable() })
    .nullable(),
  reason: z.string().nullable(),
  /** How often within the minute; from 16 on at least so often. */
  repeats: z.number().int(),
  occurred_at: z.string(),
});
export type SecurityEventItem = z.output<typeof securityEventSchema>;

export const securityLogEndpoints = {
  listSecurityEvents: endpoint('GET /organization/security-events/', {
    summary: 'The security log of the organization, newest first, 25 a page',
    roles: RIGHTS.security,
    query: z.object({ page: pageQuery, ...cursorQuery, ...filters }),
    errors: ['bad_request', 'cursor_invalid'],
    ok: z.object({
      ...nextCursor,
      events: z.array(securityEventSchema),
      /** Counted up to 10,000. */
      total_events: z.number().int(),
      /** Whom the log can be filtered by. */
      people: z.array(personSchema),
    }),
  }),
  downloadSecurityEvents: endpoint('GET /organization/security-events/csv/', {
    summary: 'The security log as a CSV file, newest first',
    recorded: { event: 'export_made' },
    roles: RIGHTS.security,
    query: z.object(filters),
    errors: ['bad_request'],
    ok: z.unknown(),
  }),
  checkSecurityLog: endpoint('GET /organization/security-events/check/', {
    summary:
      'Holds every finished day of the security log against the hash it was sealed with, and the chain of these hashes',
    roles: RIGHTS.security,
    ok: z.object({
      sealed_days: z.number().int(),
      sealed_events: z.number().int(),
      /** First day since which nothing was changed; null before the first day is sealed, or where the last one is broken. */
      unbroken_since: z.iso.date().nullable(),
      sealed_until: z.iso.date().nullable(),
      /** At most 50. `rows`: events of the day were changed, added or removed. `chain`: its seal, or the one before, was. */
      broken: z.array(z.object({ day: z.iso.date(), problem: z.enum(['rows', 'chain']) })).max(LIST_LIMITS.named),
    }),
  }),
};
