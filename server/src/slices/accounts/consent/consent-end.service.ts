import type { OauthProvider } from '@overture/adapters/mailbox/mailbox.port';
import { z } from 'zod';
import type { SystemContext } from '../../../kernel/context.ts';
import { openSealedConnection, type StoredConnection } from '../mailbox/sealed-connection.service.ts';
import { hasConsentedSender } from '../mailbox/tokens.store.ts';

/** Task that gives a removed mailbox's consent back to its provider. */
export const giveConsentBackTask = 'mailbox-consent-end';

const payloadSchema = z.object({ sealed: z.base64() });

/** What the task needs; sealed, because jobs lie in the database as they are. */
export const consentPayload = (sealed: Buffer) => ({ sealed: sealed.toString('base64') });

export async function giveConsentBack(ctx: SystemContext, payload: Record<string, unknown>): Promise<void> {
  let stored: StoredConnection;
  try {
    stored = openSealedConnection(ctx, Buffer.from(payloadSchema.parse(payload).sealed, 'base64'));
  } catch (error) {
    ctx.log.warn({ err: error }, 'the consent of a removed mailbox cannot be read, so it was not given back');
    return;
  }
  if (stored.type !== 'IMAP') await endConsent(ctx, stored.type, stored.email, stored.tokens.refresh_token);
}

/**
 * Gives consent back unless a sender still lives by it, in whatever organisation: providers end all tokens that a person
 * ever gave to this installation, not one.
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
