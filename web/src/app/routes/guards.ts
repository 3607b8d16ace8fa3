import type { User } from '@overture/contract/auth';
import { canUseAdminArea, canUseAgencyArea } from '@overture/domain/access/permissions';
import { redirect } from '@tanstack/react-router';
import { leaveEndedSession } from '../../lib/api/ended-session.ts';
import { serverNow } from '../../lib/api/server-clock.ts';
import { userQuery } from '../../lib/api/session.ts';
import { adoptLanguage, loadAgain } from '../../lib/language/language.ts';
import { queryClient } from '../query-client.ts';

interface Asked {
  location: { href: string };
}

/** Before anything is drawn: the page asked for opens in the language of its reader. */
async function openInLanguage(user: User, { href }: Asked['location']): Promise<void> {
  if (!adoptLanguage(user)) return;
  loadAgain(href);
  await new Promise(() => undefined);
}

/** Screens behind the sign-in: without a user (or with id 0) to /login, and back here afterwards. */
export async function requireUser({ location }: Asked): Promise<User> {
  const user = await queryClient.ensureQueryData(userQuery).catch(() => null);
  if (user) await openInLanguage(user, location);
  // The server refuses everything else until a required second factor is set up.
  if (user?.second_factor_due_at && new Date(user.second_factor_due_at) <= serverNow())
    throw redirect({ to: '/second-factor' as string, replace: true });
  if (user) return user;
  await leaveEndedSession(location.href).catch(() => undefined);
  throw redirect({ to: '/login' as string, replace: true });
}

/** The admin area; everybody else goes to the start. */
export async function requireAdmin(): Promise<void> {
  const user = await queryClient.ensureQueryData(userQuery).catch(() => null);
  if (!user || !canUseAdminArea(user)) throw redirect({ to: '/' as string, replace: true });
}

/** The agency area, for white-label agencies; everybody else goes to the start. */
export async function requireAgency(): Promise<void> {
  const user = await queryClient.ensureQueryData(userQuery).catch(() => null);
  if (!user || !canUseAgencyArea(user)) throw redirect({ to: '/' as string, replace: true });
}

/** The set-up of a required second factor is for every signed-in user. */
export async function requireSignedIn({ location }: Asked): Promise<void> {
  const user = await queryClient.ensureQueryData(userQuery).catch(() => null);
  if (!user) throw redirect({ to: '/login' as string, replace: true });
  await openInLanguage(user, location);
}

/** A signed-in user who opens /verify-email goes to the dashboard. */
export async function leaveWhenSignedIn(): Promise<void> {
  const user = await queryClient.ensureQueryData(userQuery).catch(() => null);
  if (user) throw redirect({ to: '/dashboard' as string, replace: true });
}

/**
 * The sign-in page redirects signed-in users too, except when a provider has just sent them back: a user who signs in again to confirm
 * their identity gets another session from it and continues there.
 */
export async function leaveUnlessReturning({ search }: { search: { code?: unknown; sso?: unknown } }): Promise<void> {
  if (search.code === undefined && search.sso === undefined) await leaveWhenSignedIn();
}

/** Loads who is looking before a public screen shows, behind the same spinner. */
export async function loadUser(): Promise<void> {
  await queryClient.ensureQueryData(userQuery).catch(() => null);
}
