import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { done, endpoint } from './endpoint.ts';

/** The sign-in method: password, a code or link by mail, passkey, Google, or the organization's identity provider. */
const SIGN_IN_METHODS = ['password', 'code', 'link', 'passkey', 'google', 'sso'] as const;

const userSessionSchema = z.object({
  id: z.number().int(),
  /** Browser and system as they name themselves: "Chrome on Windows". */
  device: z.string(),
  /** Country of the address at sign-in, or "Private network" or "Unknown place". */
  place: z.string(),
  ip: z.string(),
  method: z.enum(SIGN_IN_METHODS),
  has_second_factor: z.boolean(),
  /** The session that asks. */
  is_current: z.boolean(),
  /** Who acts as this person in it: the agency's name, or "Support" for the operator; null for the person's own. */
  acted_by: z.string().nullable(),
  created_at: z.string(),
  /** Written at most every five minutes. */
  last_seen_at: z.string(),
});
export type UserSession = z.output<typeof userSessionSchema>;

export const sessionsEndpoints = {
  listSessions: endpoint('GET /user/sessions/', {
    summary: 'Where you are signed in: devices with place and last use, and who acts as you',
    shows: ['sessions'],
    before_second_factor: true,
    ok: z.object({ sessions: z.array(userSessionSchema).max(LIST_LIMITS.sessions) }),
  }),
  endSession: endpoint('DELETE /user/sessions/{id}/', {
    summary: 'Sign a device out; its live connections end with it',
    touches: ['sessions'],
    before_second_factor: true,
    roles: 'own',
    errors: ['step_up_needed'],
    ok: done,
  }),
  endOtherSessions: endpoint('POST /user/sessions/end-others/', {
    summary: 'Sign out everywhere else',
    touches: ['sessions'],
    before_second_factor: true,
    roles: 'own',
    errors: ['step_up_needed'],
    ok: z.object({ ended: z.number().int() }),
  }),
};
