import { ProviderError } from '@overture/adapters/kit/errors';
import type { MailboxConnection } from '@overture/adapters/mailbox/mailbox.port';
import type { SystemContext } from '../../kernel/context.ts';
import { createTokenSource, type TokenOwner } from '../../kernel/oauth/leased-tokens.ts';
import { type ConsentedConnection, openSealedConnection, sealConnection } from './sealed-connection.service.ts';

/** The connection to a sender's mailbox of any type. Throws when it can't be opened, see `openSealedConnection`. */
export function openConnection(
  ctx: SystemContext,
  account: { id: number; sealed_connection: Buffer },
): MailboxConnection {
  const stored = openSealedConnection(ctx, account.sealed_connection);
  if (stored.type === 'IMAP') return stored;
  const { type, email, tokens } = stored;
  return { type, email, tokens: createTokenSource(ctx, tokenOwner(ctx, account.id), tokens) };
}

function tokenOwner(ctx: SystemContext, id: number): TokenOwner {
  return {
    table: 'accounts',
    column: 'sealed_connection',
    id,
    deleted_column: 'deleted_at',
    noun: 'mailbox',
    open: (sealed) => openConsented(ctx, sealed).tokens,
    seal: (sealed, tokens) => sealConnection(ctx, { ...openConsented(ctx, sealed), tokens }),
    refresh: (sealed, refresh_token) =>
      ctx.ports.mail_oauth[openConsented(ctx, sealed).type].refreshTokens(refresh_token),
  };
}

function openConsented(ctx: SystemContext, sealed: Buffer): ConsentedConnection {
  const stored = openSealedConnection(ctx, sealed);
  if (stored.type === 'IMAP')
    throw new ProviderError('auth_expired', 'The mailbox was disconnected.', { concerns: 'sender' });
  return stored;
}
