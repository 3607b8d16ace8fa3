import { RIGHTS } from '@overture/domain/access/permissions';
import { ADMIN_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { signedInSchema } from './auth.ts';
import { done, endpoint, unused } from './endpoint.ts';

const reasonBody = z.object({
  /** Written to the security log of both organizations. */
  reason: unused(z.string().trim().max(ADMIN_LIMITS.note_max)),
});

export const actingEndpoints = {
  impersonate: endpoint('POST /admin/impersonate/{userId}/', {
    summary: 'Sign in as another user for an hour; the own session waits',
    touches: 'nothing',
    roles: RIGHTS.installation,
    while_acting: 'refused',
    body: reasonBody,
    errors: ['step_up_needed', 'conflict'],
    ok: signedInSchema,
  }),
  impersonateClient: endpoint('POST /agency/impersonate/{userId}/', {
    summary: 'Sign in as a user of an own client for an hour, unless the client refuses it; the own session waits',
    touches: 'nothing',
    roles: RIGHTS.agency,
    for_agencies: true,
    while_acting: 'refused',
    body: reasonBody,
    errors: ['step_up_needed', 'conflict'],
    ok: signedInSchema,
  }),
  openClientWorkspace: endpoint('POST /agency/clients/{id}/workspace/', {
    summary:
      'Work in the organization of an own client that no user has joined yet, for an hour; the own session waits',
    touches: 'nothing',
    roles: RIGHTS.agency,
    for_agencies: true,
    while_acting: 'refused',
    body: reasonBody,
    errors: ['step_up_needed', 'conflict'],
    ok: signedInSchema,
  }),
  getAgencyAccess: endpoint('GET /organization/agency-access/', {
    summary: 'Whether the agency of this organization may sign in as its people; null without an agency',
    shows: ['agency_access'],
    roles: RIGHTS.agency,
    ok: z.object({ is_open: z.boolean().nullable() }),
  }),
  changeAgencyAccess: endpoint('PUT /organization/agency-access/', {
    summary:
      'Allow or forbid the agency to sign in as users of this organization; forbidding ends its sessions immediately',
    touches: ['agency_access'],
    roles: RIGHTS.agency,
    while_acting: 'refused',
    body: z.object({ is_open: z.boolean() }),
    errors: ['conflict'],
    ok: done,
  }),
  resumeOwnSession: endpoint('POST /auth/acting/resume/', {
    summary: 'Return to the own session after an impersonation ran out; null if there is none to return to',
    touches: 'nothing',
    auth: 'public',
    errors: ['rate_limited'],
    ok: signedInSchema,
  }),
  endActing: endpoint('POST /auth/acting/end/', {
    summary: 'Stop acting for another user: back to the own session, or signed out if it has ended',
    touches: 'nothing',
    roles: 'own',
    while_acting: 'open',
    before_second_factor: true,
    errors: ['conflict'],
    ok: signedInSchema,
  }),
};
