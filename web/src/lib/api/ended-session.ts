import { rememberReturnPath } from '../navigation/return-path.ts';
import { readStored, writeStored } from '../storage.ts';

/** Before the sign-in page opens: the page is remembered, unless it was of another user's account. */
export async function leaveEndedSession(path: string): Promise<void> {
  if (!readStored('acting', false)) return rememberReturnPath(path);
  writeStored('acting', undefined);
  const { resumeOwnSession } = await import('./own-session.ts');
  await resumeOwnSession();
}
