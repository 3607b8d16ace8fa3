import { cutText } from '@overture/domain/text/text-bounds';
import type { SystemContext } from '../../kernel/context.ts';
import { hashToken } from '../../kernel/crypto.ts';
import type { UserRow } from '../users/index.ts';
import * as users from '../users/index.ts';

type DeviceUser = Pick<UserRow, 'id' | 'password_hash'>;

/** A browser that several people share remembers the last of them. */
const MAX_PEOPLE = 5;
const PURPOSE = 'known-device';

/**
 * A browser that signed in before keeps a signed note of it: guesses by others cannot lock the owner out. The note alone opens
 * nothing: the password is still needed. It is bound to the password, and becomes invalid with it.
 */
export interface KnownDevice {
  /** What wrong passwords of this very browser are counted on. */
  key: string;
}

/** The notes of a cookie: `user.issued.signature`, joined by `~`. */
export function findKnownDevice(
  ctx: Pick<SystemContext, 'vault'>,
  user: DeviceUser | undefined,
  cookie: string | undefined,
): KnownDevice | null {
  if (!user) return null;
  for (const note of parseNotes(cookie)) {
    const [id = '', issued = '', signature = ''] = note.split('.');
    if (id === String(user.id) && ctx.vault.verify(PURPOSE, signedText(user, issued), signature)) {
      return { key: `${id}.${issued}` };
    }
  }
  return null;
}

/** The cookie after a sign-in: the user's note first, those of others behind it. */
export async function rememberDevice(ctx: SystemContext, userId: number, cookie: string | undefined): Promise<string> {
  const user = await ctx.systemTransaction((tx) => users.findUser(tx, userId));
  const others = parseNotes(cookie).filter((note) => !note.startsWith(`${userId}.`));
  if (!user) return others.join('~');
  const known = findKnownDevice(ctx, user, cookie);
  const issued = known ? (known.key.split('.')[1] ?? '') : ctx.clock.now().getTime().toString(36);
  const own = `${userId}.${issued}.${ctx.vault.sign(PURPOSE, signedText(user, issued))}`;
  return [own, ...others].slice(0, MAX_PEOPLE).join('~');
}

function signedText(user: DeviceUser, issued: string): string {
  return `${user.id}:${issued}:${hashToken(user.password_hash ?? '').toString('base64url')}`;
}

function parseNotes(cookie: string | undefined): string[] {
  return cutText(cookie ?? '', 1000)
    .split('~')
    .slice(0, MAX_PEOPLE)
    .filter(Boolean);
}

/** Who asks, as far as signing in and up must know. */
export interface Visitor {
  ip: string;
  /** Notes of a browser that signed in before. */
  device: string | undefined;
  /** Of the registration this browser made. */
  ticket: string | undefined;
  /** Hands the browser the ticket of its registration. */
  keepTicket(ticket: string): void;
}
