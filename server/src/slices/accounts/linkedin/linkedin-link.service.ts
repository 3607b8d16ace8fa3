import { isProviderError } from '@overture/adapters/kit/errors';
import type { HostedLinkRequest } from '@overture/adapters/linkedin/linkedin.port';
import { SEAT_TYPES, type SeatType } from '@overture/domain/accounts';
import type { TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { urlOfRequest } from '../../brand-hosts/index.ts';
import * as store from '../accounts.store.ts';
import { requireFreeSlot } from '../slots.service.ts';
import { linkExpiry, notifyKey, writeReference } from './linkedin-link.rules.ts';

interface LinkInput {
  account_type?: SeatType | null | undefined;
  expiresOn?: string | null | undefined;
  account_id?: number | null | undefined;
  is_risk_accepted?: boolean | null | undefined;
}

/** Limit of hosted pages and sign-ins per organization: each is a call to the provider. */
const linksPerHour = 60;

/** Where the provider reports hosted pages and all other events. */
export const linkedinPaths = { notify: '/webhooks/linkedin/connected', events: '/webhooks/linkedin' } as const;

/**
 * The address of the provider's page on which a LinkedIn account is connected. It is made at the click, because such pages
 * die early. Connecting again needs no free place.
 */
export async function createLinkedinLink(ctx: SessionContext, input: LinkInput): Promise<string> {
  const expiresAt = linkExpiry(input.expiresOn, ctx.clock.now());
  if (expiresAt === null) throw new ApiError('bad_request', { reason: 'expiresOn must be in the future.' });
  const account = input.account_id ? await findSeat(ctx, input.account_id) : null;
  const account_type = (account?.account_type as SeatType | undefined) ?? input.account_type ?? 'LINKEDIN';
  if (account === null && account_type === 'LINKEDIN') await requireFreeSlot(ctx, 'linkedin');
  await requireProvider(ctx);
  if (input.is_risk_accepted) await ctx.transaction(recordRiskAccepted);
  const reference = writeReference(ctx.vault, {
    organization_id: ctx.organization.id,
    user_id: ctx.user.id,
    role: ctx.user.role,
    account_id: account?.id ?? null,
    expires_at: expiresAt,
    issued_at: ctx.clock.now(),
  });
  const home = await urlOfRequest(ctx.system);
  const base = {
    reference,
    expires_at: expiresAt,
    success_url: `${home}/senders?linkStatus=success${account ? `&account_id=${account.id}` : ''}`,
    failure_url: `${home}/senders?linkStatus=failure`,
    notify_url: `${ctx.config.APP_URL}${linkedinPaths.notify}?key=${notifyKey(ctx.vault, reference)}`,
  };
  return requestLink(ctx, base, account_type, account?.provider_account_id ?? null);
}

/** Records that the user accepted the risk of automated LinkedIn. */
export const recordRiskAccepted = (tx: TransactionContext): Promise<void> =>
  recordSecurityEvent(tx, { event: 'linkedin_risk_accepted', subject: { kind: 'sender', label: 'LinkedIn' } });

/** Counts a provider call that connects an account. @throws ApiError not_configured, rate_limited */
export async function requireProvider(ctx: SessionContext): Promise<void> {
  if (!ctx.ports.linkedin.is_configured) {
    throw new ApiError('not_configured', { vendor: 'LinkedIn', settings: 'UNIPILE_API_URL and UNIPILE_API_KEY' });
  }
  await ctx.rate_limits.spend('linkedin-link', String(ctx.organization.id), linksPerHour, 3600);
}

async function findSeat(ctx: SessionContext, id: number): Promise<store.AccountRow> {
  const row = orNotFound(await ctx.transaction((tx) => store.findAccount(tx, id)));
  if (!(SEAT_TYPES as readonly string[]).includes(row.account_type)) throw new ApiError('not_found');
  return row;
}

async function requestLink(
  ctx: SessionContext,
  base: Omit<HostedLinkRequest, 'kind' | 'account_id'>,
  account_type: SeatType,
  seatId: string | null,
): Promise<string> {
  const { seats } = ctx.ports.linkedin;
  try {
    const create = async () => (await seats.createHostedLink({ ...base, kind: 'create', account_type })).url;
    if (seatId === null) return await create();
    try {
      return (await seats.createHostedLink({ ...base, kind: 'reconnect', account_id: seatId })).url;
    } catch (error) {
      // The provider lost the account: a new one replaces it in the same sender.
      if (!isProviderError(error, 'not_found')) throw error;
      return await create();
    }
  } catch (error) {
    if (!isProviderError(error)) throw error;
    ctx.log.warn({ kind: error.kind, reason: error.reason }, 'no page to connect a LinkedIn account');
    throw new ApiError('unavailable');
  }
}
