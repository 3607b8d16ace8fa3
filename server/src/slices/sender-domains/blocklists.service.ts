import type { DnsLookups } from '@overture/adapters/dns/dns.port';
import {
  type Blocklist,
  type BlocklistResult,
  MOST_LISTED_ADDRESSES,
  toBlocklistName,
  toBlocklistState,
  toNeverListed,
} from '@overture/domain/deliverability/blocklists';

const DEADLINE_IN_MS = 8000;
/** A list is asked about a mailbox once a day; one that lists it, every hour: its removal should show soon. */
const NEXT_QUESTION_IN_SECONDS = { clear: 72_000, listed: 3600 } as const;

/** True where the lists are due to be asked about a mailbox. */
export function areBlocklistsDue(
  known: { blocklists: BlocklistResult[] | null; blocklists_age_in_seconds: number | null } | undefined,
): boolean {
  if (!known?.blocklists || known.blocklists_age_in_seconds === null) return true;
  const isListed = known.blocklists.some(({ state }) => state === 'listed');
  return known.blocklists_age_in_seconds >= NEXT_QUESTION_IN_SECONDS[isListed ? 'listed' : 'clear'];
}

/** Asks each list about the domain of a mailbox and the addresses of its own mail server. */
export async function findListings(
  dns: DnsLookups,
  lists: readonly Blocklist[],
  { domain, addresses }: { domain: string; addresses: readonly string[] },
): Promise<BlocklistResult[]> {
  const signal = AbortSignal.timeout(DEADLINE_IN_MS);
  const subjects = [domain, ...addresses.slice(0, MOST_LISTED_ADDRESSES)];
  const questions = lists.flatMap((list) =>
    subjects.flatMap((subject) => {
      const name = toBlocklistName(list, subject);
      return name === null ? [] : [{ list, subject, name }];
    }),
  );
  return Promise.all(
    questions.map(async ({ list, subject, name }): Promise<BlocklistResult> => {
      const state = toBlocklistState(await dns.findAddresses(name, signal));
      const isTrusted = state !== 'listed' || !(await answersEverything(dns, list, signal));
      return { list: list.name, subject, state: isTrusted ? state : 'refused' };
    }),
  );
}

/** A list that has ended may answer every question. */
async function answersEverything(dns: DnsLookups, list: Blocklist, signal: AbortSignal): Promise<boolean> {
  return toBlocklistState(await dns.findAddresses(toNeverListed(list), signal)) === 'listed';
}
