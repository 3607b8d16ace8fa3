import type { Department, LeadFinderFilters, Seniority } from '@overture/domain/finder/lead-finder';

/**
 * A person of the lead database, as it is loaded. Texts are composed (NFC), trimmed, a single line; null where the source
 * names nothing.
 */
export type Lead = {
  first_name: string;
  last_name: string;
  headline: string | null;
  job_title: string | null;
  seniority: Seniority | null;
  department: Department | null;
  /** `domain/linkedin/linkedin-address` of the profile: the key identifies a person. Null only where an email does. */
  linkedin_key: string | null;
  linkedin_profile_url: string | null;
  /** Lower case. */
  email: string | null;
  phone_number: string | null;
  /** 'Amsterdam, North Holland, Netherlands' or less of it; null where unknown. */
  location: string | null;
  company: LeadCompany;
};

export type LeadCompany = {
  name: string | null;
  /** Registrable domain in lower case; excluded domains are compared with it. */
  domain: string | null;
  linkedin_url: string | null;
  website_url: string | null;
  logo_url: string | null;
  /** Main and sub-industry, in the words of the taxonomy. */
  industry: string | null;
  sub_industry: string | null;
  /** Where the company is; null where unknown. */
  location: string | null;
  /** What the company does: keywords or description, at most 2,000 characters. The finder's keywords look here too. */
  keywords: string | null;
  /** Employees, and yearly revenue in whole US dollars; null where unknown. A band of a source becomes a number within it. */
  employees: number | null;
  revenue_in_usd: number | null;
};

/**
 * `id` is the database's own: a decimal number as text. It leads to the person as long as they are in the database; an update may give
 * them another one beside it.
 */
export type StoredLead = Lead & { id: string };

/** `signal` ends the query in the engine as well; the reason it was aborted with is what is thrown. */
export type QueryOptions = {
  signal?: AbortSignal;
  /** Default 10,000; a query that takes longer is `unavailable` with the code `timeout`. */
  timeout_in_ms?: number;
};

/** What is looked for: the finder's filters (`matchesLead` says what they mean), and how many of one company may come. */
export type LeadQuery = {
  filters: LeadFinderFilters;
  /** 1 to 20; null is no cap. People without a known company are never capped. */
  max_leads_per_company: number | null;
  /**
   * Only people who are new since this position: who were loaded later, or whose facts changed later and who did not pass the filters
   * before. The cap counts them alone.
   */
  loaded_after?: string;
};

export type LeadPreview = {
  /** In the order in which `selectLeads` gives them. */
  leads: StoredLead[];
  /** Exact; what is left under the cap where the query has one. */
  total: number;
};

export type LeadSelection = {
  /** Only these leads (ids of a preview), even if they no longer match the query. Absent: all that match. */
  ids?: readonly string[];
  /** At most so many leads. */
  amount: number;
  /**
   * Returns which of these ids are already in the list; called with at most 1,000 leads, in order. They are skipped but
   * count towards their company's cap: the whole list respects it, and adding twice adds no new leads.
   */
  findListed?: (leads: readonly Pick<StoredLead, 'id' | 'linkedin_key' | 'email'>[]) => Promise<ReadonlySet<string>>;
  /** As `findListed`, asked after it: people of its answer are not wanted either, and counted apart. */
  findKnown?: LeadSelection['findListed'];
  /** True for a company's domain that must not be written to; asked once for each lead with a domain, after `findListed` of it. */
  isDomainExcluded?: (domain: string) => boolean;
};

/** What `selectLeads` passed over until it had enough. */
export type SelectionAccount = {
  selected: number;
  already_listed: number;
  already_known: number;
  excluded_domain: number;
  over_company_limit: number;
};

export type LoadAccount = {
  added: number;
  /** People who were there and now carry the newer facts. */
  updated: number;
  /** Rows of this batch about a person whom a later row of it describes. */
  superseded: number;
};

export type LeadDatabaseState = {
  /** `preparing`: being installed, started or filled; searching works as soon as leads are in it. */
  state: 'ready' | 'preparing' | 'off' | 'failed';
  /** Where the engine runs: in a process of ours, or on the server of the settings. */
  engine: 'embedded' | 'server';
  /** Exact number of leads; 0 while the engine is not there. */
  total_leads: number;
  /** 0 to 100 while it is preparing. */
  progress_percent: number | null;
  /** What a person should know or do; null while it is ready. */
  text: string | null;
};

/**
 * The lead database. All failures are a ProviderError: `unavailable` (not there, being prepared, restarting, too slow, cut off:
 * trying again is safe), `rejected` (the engine refuses the query) or `unknown_outcome` (a load that was cut off; loading the same
 * batch again settles it). The reason is fit to be shown.
 */
export type LeadDatabasePort = {
  /**
   * The leads of one page and the exact number of all. What is previewed is mostly selected next: an adapter may read it ahead. @param options.page 1-based; @param options.page_size default 25
   * @throws ProviderError
   */
  previewLeads(query: LeadQuery, options?: QueryOptions & { page?: number; page_size?: number }): Promise<LeadPreview>;

  /** The exact number of leads that pass. @throws ProviderError */
  countLeads(query: LeadQuery, options?: QueryOptions): Promise<number>;

  /**
   * The first leads of the query that are wanted, in its stable order, in batches of at most 1,000. The generator's return value is
   * the account.
   * @throws ProviderError
   */
  selectLeads(
    query: LeadQuery,
    selection: LeadSelection,
    options?: QueryOptions,
  ): AsyncGenerator<StoredLead[], SelectionAccount, void>;

  /**
   * Adds people, or updates those who are there: the same LinkedIn key, else (where either side has none) the same email. At most
   * 100,000 a call; rows of the same person in one batch: the last one holds. Totals are exact before and after.
   * @throws ProviderError
   */
  insertLeads(leads: readonly Lead[], options?: QueryOptions): Promise<LoadAccount>;

  /** The position after everybody who can be found now: a decimal number as text. People who are loaded later come after it. @throws ProviderError */
  getPosition(options?: QueryOptions): Promise<string>;

  /**
   * Job titles in their own spelling, the most frequent of a sample first. Titles that differ only in case count as one. @param limit at most 10,000
   * @throws ProviderError
   */
  listCommonTitles(limit: number, options?: QueryOptions): Promise<string[]>;

  /** What it can do right now. Never throws, never waits for the engine to start. */
  describe(): Promise<LeadDatabaseState>;

  /** Ends the engine's process where it is ours. Safe to call twice. */
  close(): Promise<void>;
};
