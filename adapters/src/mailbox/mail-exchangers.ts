import { Resolver } from 'node:dns/promises';

/** A person waits for the answer while typing an address. */
const TIMEOUT_IN_MS = 2_000;

/** `unknown`: no answer, which says nothing about the domain. Exchangers are sorted, the best first. */
export type MailExchangers = { status: 'accepts' | 'refuses' | 'unknown'; exchangers: string[] };

/** Responses of a name server that mean "no records". All others mean "unknown". */
const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA']);

/** Names of a domain's mail exchangers, best first; empty without any or without an answer in time. Uses DNS only. */
export async function findMailExchangers(domain: string): Promise<string[]> {
  return (await lookUpMailExchangers(domain)).exchangers;
}

/**
 * Whether a domain takes mail. A null MX (RFC 7505) refuses it; so, for our purposes, does a domain without any MX, though
 * RFC 5321 would try its address: companies that receive mail publish one.
 * @param servers `address:port` of name servers to ask instead of the system's
 * @throws the signal's reason
 */
export async function lookUpMailExchangers(
  domain: string,
  options: { servers?: readonly string[]; signal?: AbortSignal | undefined } = {},
): Promise<MailExchangers> {
  const resolver = new Resolver({ timeout: TIMEOUT_IN_MS, tries: 1 });
  if (options.servers?.length) resolver.setServers(options.servers);
  const cancel = () => resolver.cancel();
  options.signal?.throwIfAborted();
  options.signal?.addEventListener('abort', cancel, { once: true });
  try {
    const records = await resolver.resolveMx(domain);
    const exchangers = records
      .sort((a, b) => a.priority - b.priority)
      .map((record) => record.exchange.replace(/\.$/, ''))
      .filter((name) => name !== '');
    return { status: exchangers.length > 0 ? 'accepts' : 'refuses', exchangers };
  } catch (error) {
    options.signal?.throwIfAborted();
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { status: NOTHING_THERE.has(code) ? 'refuses' : 'unknown', exchangers: [] };
  } finally {
    options.signal?.removeEventListener('abort', cancel);
  }
}
