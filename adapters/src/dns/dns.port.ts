/** The result of a DNS query. `none`: the name has no such records; `unknown`: no answer in time. */
export type DnsRecords = { status: 'found' | 'none' | 'unknown'; records: string[] };

/** Questions to name servers. None of them throws, the signal included: what is not answered by then is `unknown`. */
export type DnsLookups = {
  /** Texts of a name, the parts of each joined. */
  findTexts(name: string, signal?: AbortSignal): Promise<DnsRecords>;
  /** Names of mail exchangers, best first; a null MX (RFC 7505) is an empty name. */
  findExchangers(name: string, signal?: AbortSignal): Promise<DnsRecords>;
  /** IPv4 and IPv6 addresses of a name; an address is its own. */
  findAddresses(name: string, signal?: AbortSignal): Promise<DnsRecords>;
  /** What a name is an alias of (CNAME). */
  findAliases(name: string, signal?: AbortSignal): Promise<DnsRecords>;
  /** Names of an address (PTR). */
  findNames(address: string, signal?: AbortSignal): Promise<DnsRecords>;
};

export type DnsPort = {
  /**
   * Look-ups for the sender whose mail goes to this server.
   * @param server `host:port`; null where mail leaves by a provider's own interface
   */
  openFor(server: string | null): DnsLookups;
  /** Look-ups for what a domain's owner wrote into its records. */
  openForDomain(domain: string): DnsLookups;
};
