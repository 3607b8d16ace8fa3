import type { Identity } from '@overture/adapters/identity/identity.port';
import { z } from 'zod';
import type { SystemContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { openNote, sealNote } from '../identities/sealed-note.service.ts';

/**
 * What came back from a provider, on its way to our own page: a sealed ticket that opens nothing without the cookie of the browser
 * that asked, or the session of who tries it.
 */
const TICKET_LIFETIME_IN_MINUTES = 5;

const outcomeSchema = z.object({
  organization_id: z.number(),
  is_test: z.boolean(),
  state: z.string(),
  /** The error that the tester sees; null on success. */
  problem: z.string().nullable(),
  identity: z
    .object({
      issuer: z.string(),
      subject: z.string(),
      email: z.string().nullable(),
      is_email_verified: z.boolean().nullable(),
      name: z.string().nullable(),
    })
    .nullable(),
});
export type Outcome = z.output<typeof outcomeSchema>;

/** Whom the organization's provider named. */
export interface SsoIdentity extends Identity {
  organization_id: number;
}

/** Our page to lead the browser to. */
export function leadOn(
  ctx: SystemContext,
  { organization_id, is_test, state }: Pick<Outcome, 'organization_id' | 'is_test' | 'state'>,
  identity: Identity | null,
  problem: string | null,
): string {
  const outcome: Outcome = { organization_id, is_test, state, problem, identity };
  const sso = sealNote(ctx, 'sso-outcome', outcome, TICKET_LIFETIME_IN_MINUTES);
  return is_test ? `${ctx.config.APP_URL}/settings/security?sso=${sso}` : loginPage(ctx, { sso });
}

export function loginPage(ctx: Pick<SystemContext, 'config'>, parameters: Record<string, string>): string {
  return `${ctx.config.APP_URL}/login?${new URLSearchParams(parameters)}`;
}

export const openOutcome = (ctx: Pick<SystemContext, 'vault' | 'clock'>, ticket: string): Outcome | null =>
  openNote(ctx, 'sso-outcome', ticket, outcomeSchema);

export function toIdentity({ organization_id, identity }: Outcome): SsoIdentity {
  if (!identity) throw new ApiError('sso_failed');
  return { ...identity, picture_url: null, organization_id };
}
