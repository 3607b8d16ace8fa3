import type { SystemContext } from '../../../kernel/context.ts';
import type { DomainRow } from './domains.store.ts';

const DNS_TIMEOUT_IN_MS = 5_000;

/** A name of its own: other records of the domain are not in the way. */
export const recordName = (domain: string): string => `_domain-challenge.${domain}`;
export const recordText = (token: string): string => `domain-verification=${token}`;

/** Whether the record is there; null where no name server said so or not. */
export async function findRecord(
  ctx: Pick<SystemContext, 'ports'>,
  { domain, token }: Pick<DomainRow, 'domain' | 'token'>,
): Promise<boolean | null> {
  const lookups = ctx.ports.dns.openForDomain(domain);
  const { status, records } = await lookups.findTexts(recordName(domain), AbortSignal.timeout(DNS_TIMEOUT_IN_MS));
  return status === 'unknown' ? null : records.some((record) => record.trim() === recordText(token));
}
