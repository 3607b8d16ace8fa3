import { createHash } from 'node:crypto';
import { isProviderError } from '@overture/adapters/kit/errors';
import type { SourceDocument } from '@overture/adapters/sources/sources.port';
import { isHealthyStatus } from '@overture/domain/accounts';
import { RESEARCH_SOURCE_LABELS, type ResearchSource } from '@overture/domain/money/credits';
import { foldCase } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Context } from '../../kernel/context.ts';
import { listAccounts } from '../accounts/index.ts';
import type { CellStep } from './cell-work.rules.ts';
import { type ResearchSubject, searchQuery } from './question.rules.ts';
import { findStoredSource, type SourceKey, type StoredSource, storeSource } from './research-sources.store.ts';
import { createSharedWork } from './shared-work.service.ts';

type Ctx = Pick<Context, 'transaction' | 'organization' | 'ports' | 'log'>;

export interface GatherRequest {
  kinds: readonly ResearchSource[];
  subject: ResearchSubject;
  question: string;
  is_about_person: boolean;
  /** Identifies the lead when the result is about the person. */
  prospect_id: number;
  signal: AbortSignal;
}

export interface GatheredSources {
  documents: SourceDocument[];
  steps: CellStep[];
  /** Failures that may pass, the first of each kind of source. */
  failures: unknown[];
}

/** `was_asked` is false when the source can't be used without a setting of ours. */
type FetchedSource = StoredSource & { was_asked?: false };

/** How long a source is cached (issue 3); an empty one may be fixed tomorrow. */
const KEPT_IN_DAYS = 7;
const NOTHING_KEPT_IN_DAYS = 1;

/** Colleagues are researched at the same time: their company is read once. */
const fetching = createSharedWork<StoredSource>();

/** Loads the sources of a task in parallel, from the cache where it is fresh. A failing one is reported and left out. */
export async function gatherSources(ctx: Ctx, request: GatherRequest): Promise<GatheredSources> {
  const gathered = await Promise.all([...new Set(request.kinds)].map((kind) => gatherOne(ctx, request, kind)));
  request.signal.throwIfAborted();
  return {
    documents: gathered.flatMap(({ documents }) => documents),
    steps: gathered.map(({ step }) => step),
    failures: gathered.flatMap(({ failure }) => (failure === undefined ? [] : [failure])),
  };
}

async function gatherOne(
  ctx: Ctx,
  request: GatherRequest,
  kind: ResearchSource,
): Promise<{ documents: SourceDocument[]; step: CellStep; failure?: unknown }> {
  const label = RESEARCH_SOURCE_LABELS[kind];
  const key = sourceKey(request, kind);
  const name = `${ctx.organization.id} ${key.kind} ${key.question} ${key.company}`;
  try {
    const { documents, reason } = await fetching.run(name, request.signal, (signal) =>
      loadSource(ctx, request, key, signal),
    );
    const detail = describeRead(kind, documents.length);
    if (documents.length > 0) return { documents, step: { label, outcome: 'found', detail } };
    return { documents, step: { label, outcome: 'not_found', detail: reason ?? 'There was nothing to read.' } };
  } catch (failure) {
    request.signal.throwIfAborted();
    if (!isProviderError(failure)) throw failure;
    return { documents: [], step: { label, outcome: 'failed', detail: failure.message }, failure };
  }
}

function describeRead(kind: ResearchSource, count: number): string {
  if (kind === 'GOOGLE_SEARCH' || kind === 'GOOGLE_NEWS')
    return count === 1 ? '1 result was read.' : `${count} results were read.`;
  return count === 1 ? '1 page was read.' : `${count} pages were read.`;
}

function sourceKey(
  { subject, question, is_about_person, prospect_id }: GatherRequest,
  kind: ResearchSource,
): SourceKey {
  const isSearch = kind === 'GOOGLE_SEARCH' || kind === 'GOOGLE_NEWS';
  const isPersonal = isSearch && (is_about_person || subject.company_name === null);
  const asked = isSearch ? searchQuery(kind, subject, question, is_about_person) : null;
  // Companies of one name may have different pages on LinkedIn.
  const hasOwnPage = kind === 'LINKEDIN_JOBS' && subject.website === null && subject.company_linkedin_url !== null;
  const company = hasOwnPage ? cutText(foldCase(subject.company_linkedin_url ?? ''), 300) : subject.key;
  return {
    company: isPersonal ? `prospect:${prospect_id}` : company,
    kind,
    question: asked === null ? '' : createHash('sha256').update(asked).digest('base64url').slice(0, 22),
  };
}

async function loadSource(
  ctx: Ctx,
  request: GatherRequest,
  key: SourceKey,
  signal: AbortSignal,
): Promise<StoredSource> {
  const stored = await ctx.transaction((tx) => findStoredSource(tx, key));
  if (stored !== null) return stored;
  const fetched = await fetchSource(ctx, request, key.kind, signal);
  // Missing lead data may be filled within a minute.
  if (fetched.was_asked === false) return fetched;
  const days = fetched.documents.length > 0 ? KEPT_IN_DAYS : NOTHING_KEPT_IN_DAYS;
  await ctx.transaction((tx) => storeSource(tx, key, fetched, days));
  return fetched;
}

/** @throws ProviderError for temporary failures and missing settings; an absent page is a result */
async function fetchSource(
  ctx: Ctx,
  request: GatherRequest,
  kind: ResearchSource,
  signal: AbortSignal,
): Promise<FetchedSource> {
  try {
    return await querySource(ctx, request, kind, signal);
  } catch (error) {
    const isFinal =
      isProviderError(error, 'not_found') || (isProviderError(error, 'rejected') && error.code !== 'not_configured');
    if (isFinal) return { documents: [], reason: error.message };
    throw error;
  }
}

async function querySource(
  ctx: Ctx,
  { subject, question, is_about_person }: GatherRequest,
  kind: ResearchSource,
  signal: AbortSignal,
): Promise<FetchedSource> {
  const { sources } = ctx.ports;
  if (kind === 'GOOGLE_SEARCH' || kind === 'GOOGLE_NEWS') {
    const query = searchQuery(kind, subject, question, is_about_person);
    if (query === null) return nothingRead('The company is not known.');
    const documents = await (kind === 'GOOGLE_NEWS'
      ? sources.searchNews({ query, signal })
      : sources.searchWeb({ query, signal }));
    return { documents, reason: null };
  }
  if (kind === 'LINKEDIN_JOBS') return loadJobs(ctx, subject, signal);
  if (subject.website === null) return nothingRead(noWebsite(subject));
  const asked = { website: subject.website, signal };
  const documents = await (kind === 'BUILT_WITH' ? sources.detectTechnologies(asked) : sources.fetchWebsite(asked));
  return { documents, reason: kind === 'BUILT_WITH' ? 'None of the technologies we know shows on the website.' : null };
}

async function loadJobs(ctx: Ctx, subject: ResearchSubject, signal: AbortSignal): Promise<FetchedSource> {
  const { website, company_linkedin_url } = subject;
  const linkedin_account_id = company_linkedin_url === null ? null : await findLinkedinAccount(ctx);
  if (website === null && linkedin_account_id === null) {
    const missing =
      company_linkedin_url === null ? 'Its page on LinkedIn is not known either.' : 'No LinkedIn account is connected.';
    return nothingRead(`${noWebsite(subject)} ${missing}`);
  }
  const company_name = subject.company_name ?? '';
  return {
    documents: await ctx.ports.sources.listJobs({
      company_name,
      website,
      company_linkedin_url,
      linkedin_account_id,
      signal,
    }),
    reason: null,
  };
}

const noWebsite = ({ has_shared_page }: ResearchSubject): string =>
  has_shared_page
    ? 'The website that is known is a page on a site that many share.'
    : 'The company’s website is not known.';

const nothingRead = (reason: string): FetchedSource => ({ documents: [], reason, was_asked: false });

async function findLinkedinAccount(ctx: Ctx): Promise<string | null> {
  const accounts = await ctx.transaction((tx) => listAccounts(tx, ctx.organization.id));
  const healthy = accounts.find(
    ({ account_type, status, provider_account_id }) =>
      account_type === 'LINKEDIN' && provider_account_id !== null && isHealthyStatus(status),
  );
  return healthy?.provider_account_id ?? null;
}
