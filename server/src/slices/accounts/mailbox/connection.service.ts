import type { MailboxConnection } from '@overture/adapters/mailbox/mailbox.port';
import type { SystemContext } from '../../../kernel/context.ts';
import { openSealedConnection } from './sealed-connection.service.ts';
import { createTokenSource } from './tokens.service.ts';

/** How to get into a sender's mailbox, whatever its type. Throws when it cannot be opened, see `openSealedConnection`. */
export function openConnection(
  ctx: SystemContext,
  account: { id: number; sealed_connection: Buffer },
): MailboxConnection {
  const stored = openSealedConnection(ctx, account.sealed_connection);
  if (stored.type === 'IMAP') return stored;
  const { type, email } = stored;
  return { type, email, tokens: createTokenSource(ctx, account.id, stored) };
}
