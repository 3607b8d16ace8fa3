/** A text that was really fetched, and from where. Only such documents may be named as the source of an answer. */
export type SourceDocument = {
  /** Its address in the web: absolute, http or https. */
  url: string;
  /** Where it was really read and can be opened: the same, except in front of a stand-in. */
  fetched_url: string;
  title: string;
  /** Readable text without markup. */
  text: string;
  fetched_at: Date;
};

export type SearchQuestion = {
  query: string;
  /** How many results at most; default 8. */
  limit?: number;
  signal?: AbortSignal;
};

export type WebsiteQuestion = {
  /** A domain or the address of a page, as a lead or a user wrote it: untrusted. */
  website: string;
  /** How many pages at most, the home page included; default 5. */
  max_pages?: number;
  signal?: AbortSignal;
};

export type JobsQuestion = {
  company_name: string;
  /** Null where it is not known; then only LinkedIn can answer. */
  website: string | null;
  company_linkedin_url: string | null;
  /** The provider's id of a healthy LinkedIn account to ask with; null asks the careers page of the website. */
  linkedin_account_id: string | null;
  signal?: AbortSignal;
};

/**
 * Where research looks. Every call answers the documents it found, none when there is nothing; all failures are a
 * ProviderError: `not_found` (no such site), `rejected` (an address we do not connect to, a page we cannot read),
 * `rate_limited`, `auth_expired` (a search key) and `unavailable`.
 */
export type SourcesPort = {
  /** Web search results; the first few with the text of their page, the others with the result's excerpt. */
  searchWeb(question: SearchQuestion): Promise<SourceDocument[]>;
  /** News of the last months, newest first. */
  searchNews(question: SearchQuestion): Promise<SourceDocument[]>;
  /** The telling pages of a company's website as readable text, the home page first. */
  fetchWebsite(question: WebsiteQuestion): Promise<SourceDocument[]>;
  /** One document that lists the technologies found on the website, by category, each with what gave it away. */
  detectTechnologies(question: WebsiteQuestion): Promise<SourceDocument[]>;
  /** Open positions: from LinkedIn where an account is given, else from the website's careers page. */
  listJobs(question: JobsQuestion): Promise<SourceDocument[]>;
  close(): Promise<void>;
};
