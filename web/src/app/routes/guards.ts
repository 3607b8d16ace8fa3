import { redirect } from '@tanstack/react-router';
import { userQuery } from '../../lib/session.ts';
import { queryClient } from '../query-client.ts';

/** Screens behind the sign-in: without a user (or with id 0) to /login (core-platform 2.2). */
export async function requireUser(): Promise<void> {
  const user = await queryClient.ensureQueryData(userQuery).catch(() => null);
  if (!user) throw redirect({ to: '/login' as string, replace: true });
}

/** A signed-in user who opens /verify-email goes to the dashboard (core-platform 2.2). */
export async function leaveWhenSignedIn(): Promise<void> {
  const user = await queryClient.ensureQueryData(userQuery).catch(() => null);
  if (user) throw redirect({ to: '/dashboard' as string, replace: true });
}

/** Loads who is looking before a public screen shows, behind the same spinner. */
export async function loadUser(): Promise<void> {
  await queryClient.ensureQueryData(userQuery).catch(() => null);
}
