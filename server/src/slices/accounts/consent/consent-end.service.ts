import type { OauthProvider } from '@overture/adapters/mailbox/mailbox.port';
import { z } from 'zod';
import type { SystemContext } from '../../../kernel/context.ts';
import { deleteJobSecret, findJobSecret } from '../../../kernel/db/job-secrets.ts';
import { DatabaseUnavailable } from '../../../kernel/db/outage.ts';
import { openSealedConnection, parseConnection, type StoredConnection } from '../../mailbox-connections/index.ts';
import { hasConsentedSender } from '../accounts.store.ts';

/** Task that gives a removed mailbox's consent back to its provider. */
export const revokeConsentTask = 'mailbox-consent-end';

const payloadSchema = z.union([
  z.object({ secret_id: z.number().int() }),
  // Of jobs that a version before 0154 added.
  z.object({ sealed: z.base64() }),
]);

export async function revokeConsent(ctx: SystemContext, payload: Record<string, unknown>): Promise<void> {
  const given = payloadSchema.parse(payload);
  let stored: StoredConnection | null;
  try {
    stored =
      'sealed' in given
        ? openSealedConnection(ctx, Buffer.from(given.sealed, 'base64'))
        : await findKept(ctx, given.secret_id);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    ctx.log.warn({ err: error }, 'consent of a removed mailbox not given back, its connection is unreadable');
    return;
  }
  if (stored !== null && stored.type !== 'IMAP')
    await endConsent(ctx, stored.type, stored.email, stored.tokens.refresh_token);
  if ('secret_id' in given) await deleteJobSecret(ctx, given.secret_id);
}

async function findKept(ctx: SystemContext, id: number): Promise<StoredConnection | null> {
  const secret = await findJobSecret(ctx, id);
  return secret === null ? null : parseConnection(secret);
}

/**
 * Revokes consent unless a sender of any organization still uses it: providers revoke all tokens a person ever granted to this
 * installation, not one.
 */
export async function endConsent(
  ctx: SystemContext,
  type: OauthProvider,
  email: string,
  refresh_token: string,
): Promise<void> {
  if (await ctx.systemTransaction((tx) => hasConsentedSender(tx, type, email))) return;
  await ctx.ports.mail_oauth[type].revokeTokens(refresh_token);
}
