import { actingEndpoints } from '@overture/contract/acting';
import type { User } from '@overture/contract/auth';
import { canUseAdminArea } from '@overture/domain/access/permissions';
import { type Path, pb } from '../navigation/paths.ts';
import { call } from './api-client.ts';

/** Where an operator or an agency continues after an impersonation. */
export const homeAfterActing = (user: User): Path => (canUseAdminArea(user) ? pb.adminDashboard() : pb.clients());

/**
 * After an impersonation ran out: back to the own session, with a reload that drops everything cached of the other user. Returns only where
 * the own session has ended too.
 */
export async function resumeOwnSession(): Promise<void> {
  const { data } = await call(actingEndpoints.resumeOwnSession).catch(() => ({ data: null }));
  if (!data) return;
  window.location.assign(homeAfterActing(data));
  await new Promise<never>(() => undefined);
}
