import { findMailProvider } from '@overture/domain/addresses/mail-providers';
import { getProviderGroup, providerGroupByMx } from '@overture/domain/sending/sender-choice';
import type { SystemContext } from '../../../../kernel/context.ts';
import { claimDomains, saveProviders } from '../leads/mail-providers.store.ts';

const MAX_DOMAINS_PER_ROUND = 40;
const CONCURRENT_QUERIES = 8;
const DEADLINE_IN_MS = 4000;

/**
 * Detects by DNS which provider hosts leads' mailboxes before they are due; the tick itself sends no query. Until a name server answers the
 * provider is unknown, and an earlier result is kept.
 */
export async function detectMailProviders(system: SystemContext, signal: AbortSignal): Promise<void> {
  const domains = await system.systemTransaction((tx) => claimDomains(tx, MAX_DOMAINS_PER_ROUND));
  for (let first = 0; first < domains.length && !signal.aborted; first += CONCURRENT_QUERIES) {
    const asked = domains
      .slice(first, first + CONCURRENT_QUERIES)
      .map((domain) => detectProvider(system, domain, signal));
    // A domain that can't be queried must not block the others.
    const answers = await Promise.allSettled(asked);
    for (const answer of answers)
      if (answer.status === 'rejected') system.log.warn({ err: answer.reason }, 'mail provider lookup failed');
    const answered = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    await system.systemTransaction((tx) => saveProviders(tx, answered));
  }
}

/** Empty without an answer. */
async function detectProvider({ ports }: SystemContext, domain: string, signal: AbortSignal) {
  const email = `x@${domain}`;
  if (findMailProvider(email)) return [{ domain, provider_group: getProviderGroup({ email }) }];
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_IN_MS)]);
  const { status, records } = await ports.dns.openForDomain(domain).findExchangers(domain, deadline);
  return status === 'unknown' ? [] : [{ domain, provider_group: providerGroupByMx(records) }];
}
