import type { SsoDomain } from '@overture/contract/sso';
import { normalizeDomain } from '@overture/domain/addresses/domain-name';
import { isFreeMail } from '@overture/domain/addresses/free-mail';
import { registrableDomain } from '@overture/domain/addresses/registrable-domain';
import { newBase32 } from '../../../kernel/crypto.ts';
import { ApiError, orNotFound, sqlState, uniqueViolation } from '../../../kernel/errors.ts';
import type { Limit } from '../../../kernel/rate-limits.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { requireConfirmed } from '../../step-up/index.ts';
import { passDomainOn } from './domain-recheck.service.ts';
import { findRecord, recordName, recordText } from './domain-record.service.ts';
import * as store from './domains.store.ts';

const MAX_DOMAINS = 20;
const TOKEN_LIFETIME_IN_DAYS = 7;
/** 130 bits. */
const TOKEN_LENGTH = 26;
const CHECKS: Limit = { name: 'sso-domain-checks', points: 60, per_seconds: 3600 };

const newToken = (): string => newBase32(TOKEN_LENGTH);
export function presentDomain({ id, domain, token, verified_at, missing_since }: store.DomainRow): SsoDomain {
  return {
    id,
    domain,
    record_name: recordName(domain),
    record_text: recordText(token),
    verified_at: verified_at?.toISOString() ?? null,
    missing_since: missing_since?.toISOString() ?? null,
  };
}

export async function addDomain(ctx: SessionContext, given: string): Promise<SsoDomain> {
  requireConfirmed(ctx);
  const domain = normalizeDomain(given);
  if (domain === null) throw new ApiError('sso_domain_invalid');
  if (isFreeMail(`anyone@${domain}`) || registrableDomain(domain) === null)
    throw new ApiError('sso_domain_public', { domain });
  const organization_id = ctx.organization.id;
  const row = await ctx.transaction(async (tx) => {
    const known = await store.listDomains(tx, organization_id);
    if (known.length >= MAX_DOMAINS && !known.some((one) => one.domain === domain))
      throw new ApiError('sso_domains_full', { limit: String(MAX_DOMAINS) });
    return store.insertDomain(tx, {
      organization_id,
      domain,
      token: newToken(),
      lifetime_in_days: TOKEN_LIFETIME_IN_DAYS,
    });
  });
  return presentDomain(row);
}

/** Checks the record now. An expired text is replaced: a former owner of the domain may have left it there. */
export async function checkDomain(ctx: SessionContext, id: number): Promise<boolean> {
  const row = orNotFound(await ctx.transaction((tx) => store.findDomain(tx, id)));
  await ctx.rate_limits.spend(CHECKS.name, String(ctx.organization.id), CHECKS.points, CHECKS.per_seconds);
  if (!row.verified_at && row.token_expires_at <= ctx.clock.now()) {
    const renewed = { token: newToken(), lifetime_in_days: TOKEN_LIFETIME_IN_DAYS };
    await ctx.transaction((tx) => store.renewToken(tx, id, renewed));
    return false;
  }
  const isThere = (await findRecord(ctx, row)) === true;
  if (isThere && !row.verified_at) await claimDomain(ctx, row);
  try {
    await ctx.transaction(async (tx) => {
      await store.recordCheck(tx, id, isThere);
      if (isThere && !row.verified_at)
        await recordSecurityEvent(tx, {
          event: 'sso_domain_verified',
          subject: { kind: 'setting', label: row.domain },
        });
    });
  } catch (error) {
    throw sqlState(error) === uniqueViolation ? new ApiError('sso_domain_taken', { domain: row.domain }) : error;
  }
  return isThere;
}

/**
 * A domain belongs to one organization. A domain verified elsewhere passes on if its old record is gone: the current manager of
 * the domain decides.
 * @throws sso_domain_taken while both records exist, or no name server answers
 */
async function claimDomain(ctx: SessionContext, row: store.DomainRow): Promise<void> {
  const owner = await ctx.system.systemRead((tx) => store.findVerified(tx, row.domain));
  if (!owner || owner.organization_id === row.organization_id) return;
  if ((await findRecord(ctx, owner)) !== false) throw new ApiError('sso_domain_taken', { domain: row.domain });
  await passDomainOn(ctx.system, owner);
}

export async function deleteDomain(ctx: SessionContext, id: number): Promise<void> {
  requireConfirmed(ctx);
  await ctx.transaction(async (tx) => {
    const { domain } = orNotFound(await store.deleteDomain(tx, id));
    await recordSecurityEvent(tx, { event: 'sso_domain_removed', subject: { kind: 'setting', label: domain } });
  });
}
