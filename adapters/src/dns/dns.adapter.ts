import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { reverseName } from '@overture/domain/addresses/ip-range';
import { cutText } from '@overture/domain/text/text-bounds';
import type { DnsLookups, DnsPort, DnsRecords } from './dns.port.ts';

/** One try of one server, short because a user waits. */
const TIMEOUT_IN_MS = 2000;
const TRIES = 2;
/** Records of one name that are read, and characters of one: an answer has at most 64 KB anyway. */
const MAX_RECORDS = 5000;
const MAX_LENGTH = 65_535;

/** Responses of a name server that mean "no records". All others mean "unknown". */
const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA']);

export type DnsOptions = {
  /** `address:port` of name servers; the system's when empty. */
  servers: readonly string[];
  /** Mail servers (`host:port`) of a simulated world, and the name server that knows it. */
  stand_in: { mail_server: string; dns: string } | null;
};

/** Names that no real name server knows (RFC 6761): a simulated world has them to itself. */
const RESERVED = /\.(?:example|test)$/;

/** Asks name servers as the operating system (or the installation's settings) names them. */
export function createDns({ servers, stand_in }: DnsOptions): DnsPort {
  return {
    openFor: (server) => {
      const isSimulated = stand_in !== null && server === stand_in.mail_server && servers.length === 0;
      return createLookups(isSimulated ? [stand_in.dns] : servers);
    },
    openForDomain: (domain) => {
      const isSimulated = stand_in !== null && servers.length === 0 && RESERVED.test(domain);
      return createLookups(isSimulated ? [stand_in.dns] : servers);
    },
  };
}

function createLookups(servers: readonly string[]): DnsLookups {
  const ask = (
    signal: AbortSignal | undefined,
    question: (resolver: Resolver) => Promise<readonly string[]>,
  ): Promise<DnsRecords> => queryOnce(servers, signal, question);
  return {
    findTexts: (name, signal) =>
      ask(signal, async (resolver) => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    findExchangers: (name, signal) =>
      ask(signal, async (resolver) =>
        (await resolver.resolveMx(name))
          .sort((a, b) => a.priority - b.priority)
          .map(({ exchange }) => exchange.replace(/\.$/, '')),
      ),
    findAliases: (name, signal) => ask(signal, (resolver) => resolver.resolveCname(name)),
    async findAddresses(name, signal) {
      if (isIP(name)) return { status: 'found', records: [name] };
      const [v4, v6] = await Promise.all([
        ask(signal, (resolver) => resolver.resolve4(name)),
        ask(signal, (resolver) => resolver.resolve6(name)),
      ]);
      const records = [...v4.records, ...v6.records];
      if (records.length > 0) return { status: 'found', records };
      return v4.status === 'unknown' ? v4 : v6;
    },
    async findNames(address, signal) {
      const name = reverseName(address);
      // Not `reverse`: it reads the machine's own hosts file, which other machines don't see.
      return name === null ? { status: 'none', records: [] } : ask(signal, (resolver) => resolver.resolvePtr(name));
    },
  };
}

/** A resolver for each question: cancelling one would cancel all questions it has under way. */
async function queryOnce(
  servers: readonly string[],
  signal: AbortSignal | undefined,
  question: (resolver: Resolver) => Promise<readonly string[]>,
): Promise<DnsRecords> {
  if (signal?.aborted) return { status: 'unknown', records: [] };
  const cancel = () => resolver.cancel();
  const resolver = new Resolver({ timeout: TIMEOUT_IN_MS, tries: TRIES });
  try {
    if (servers.length > 0) resolver.setServers(servers);
    signal?.addEventListener('abort', cancel, { once: true });
    const records = (await question(resolver)).slice(0, MAX_RECORDS).map((text) => cutText(text, MAX_LENGTH));
    return { status: records.length > 0 ? 'found' : 'none', records };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { status: NOTHING_THERE.has(code) ? 'none' : 'unknown', records: [] };
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}
