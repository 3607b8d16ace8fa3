import type { ImapConnection } from '@overture/adapters/mailbox/mailbox.port';
import { z } from 'zod';
import type { SystemContext, TransactionContext } from '../../kernel/context.ts';
import { tokensSchema } from '../../kernel/oauth/leased-tokens.ts';
import { findSealedConnection } from './mailbox-connections.store.ts';

export const sealPurpose = 'mailbox';

const serverSchema = z.object({
  host: z.string(),
  port: z.number(),
  secure: z.boolean(),
  username: z.string(),
  password: z.string(),
});
const storedSchema = z.union([
  // Written before there were other types, it names none.
  z.object({ type: z.literal('IMAP').default('IMAP'), email: z.string(), imap: serverSchema, smtp: serverSchema }),
  z.object({ type: z.enum(['GOOGLE', 'MICROSOFT']), email: z.string(), tokens: tokensSchema }),
]);

/** The sealed credentials of a sender: servers with their passwords, or tokens. */
export type StoredConnection = z.output<typeof storedSchema>;
export type ConsentedConnection = Exclude<StoredConnection, ImapConnection>;

export function sealConnection(ctx: Pick<SystemContext, 'vault'>, stored: StoredConnection): Buffer {
  return ctx.vault.seal(sealPurpose, JSON.stringify(stored));
}

/** Throws when SECRET_KEY is not the one it was sealed with, in words for the operator. */
export function openSealedConnection(ctx: Pick<SystemContext, 'vault'>, sealed: Buffer): StoredConnection {
  try {
    return parseConnection(ctx.vault.open(sealPurpose, sealed));
  } catch (cause) {
    throw new Error("the saved login of a mailbox can't be read", { cause });
  }
}

export const parseConnection = (text: string): StoredConnection => storedSchema.parse(JSON.parse(text));

/** A mailbox sender's stored connection; null when it was removed. Keep it in memory no longer than needed. */
export async function getStoredConnection(
  tx: Pick<TransactionContext, 'db' | 'vault'>,
  accountId: number,
): Promise<StoredConnection | null> {
  const sealed = await findSealedConnection(tx, accountId);
  return sealed && openSealedConnection(tx, sealed);
}
