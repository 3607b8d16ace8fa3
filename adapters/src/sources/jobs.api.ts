import { isProviderError, ProviderError } from '../kit/errors.ts';
import type { LinkedinJob, LinkedinPort } from '../linkedin/linkedin.port.ts';
import { sourcesManifest } from './sources.manifest.ts';
import type { JobsQuestion, SourceDocument } from './sources.port.ts';
import { chooseCareerPages, USUAL_CAREER_PATHS } from './website/page-links.transform.ts';
import type { PageReader } from './website/page-reader.api.ts';

const MOST_CAREER_PAGES = 2;

/** Open positions from LinkedIn where an account is named and it answers, else from the careers page. */
export async function fetchOpenJobs(
  linkedin: Pick<LinkedinPort, 'reading'> | null,
  reader: PageReader,
  question: JobsQuestion,
): Promise<SourceDocument[]> {
  const company = companyIdentifier(question.company_linkedin_url);
  if (linkedin !== null && question.linkedin_account_id !== null && company !== null) {
    try {
      return await fetchLinkedinJobs(linkedin, question.linkedin_account_id, company, question.company_name);
    } catch (error) {
      // The account may be limited or signed out: the careers page needs none.
      if (!isProviderError(error)) throw error;
      question.signal?.throwIfAborted();
    }
  }
  if (question.website === null) return [];
  return fetchCareersPage(reader, question.website, question.signal);
}

/** The name or number of a company in the address of its LinkedIn page. */
function companyIdentifier(url: string | null): string | null {
  const found = /linkedin\.com\/(?:company|school|showcase)\/([^/?#]{1,200})/i.exec(url ?? '')?.[1];
  try {
    return found === undefined ? null : decodeURIComponent(found);
  } catch {
    return null;
  }
}

async function fetchLinkedinJobs(
  { reading }: Pick<LinkedinPort, 'reading'>,
  account_id: string,
  identifier: string,
  company_name: string,
): Promise<SourceDocument[]> {
  const company = await reading.getCompany(account_id, identifier);
  const jobs = await reading.searchJobs(account_id, { company_id: company.id, limit: sourcesManifest.limits.jobs });
  const url = `https://www.linkedin.com/company/${encodeURIComponent(identifier)}/jobs/`;
  const name = company.name || company_name;
  const number = jobs.length === sourcesManifest.limits.jobs ? `at least ${jobs.length}` : String(jobs.length);
  // None at all is an answer too.
  const count = jobs.length === 0 ? 'no' : number;
  return [
    {
      url,
      fetched_url: url,
      title: `Open positions of ${name} on LinkedIn`,
      text: [`${name} has ${count} open positions on LinkedIn.`, ...jobs.map(describeJob)].join('\n'),
      fetched_at: new Date(),
    },
  ];
}

function describeJob({ title, location, posted_at }: LinkedinJob): string {
  const place = location === null ? '' : ` in ${location}`;
  return `Open position: ${title}${place}${posted_at === null ? '' : `, posted on ${posted_at.toISOString().slice(0, 10)}`}.`;
}

async function fetchCareersPage(
  reader: PageReader,
  website: string,
  signal: AbortSignal | undefined,
): Promise<SourceDocument[]> {
  const home = await reader.fetchHome(website, signal);
  const linked = chooseCareerPages(home.links, (url) => reader.isSameSite(url, home.url), MOST_CAREER_PAGES);
  const urls = linked.length > 0 ? linked : USUAL_CAREER_PATHS.map((path) => new URL(path, home.url).href);
  const pages = await Promise.all(urls.map((url) => reader.fetchPage(url, signal).catch(ignoreMissing)));
  return pages.flatMap((page) =>
    page === null || page.text === ''
      ? []
      : [
          {
            url: page.url,
            fetched_url: page.fetched_url,
            title: page.title,
            text: page.text,
            fetched_at: page.fetched_at,
          },
        ],
  );
}

/** A page that cannot be read is no reason to fail: the other one may say it all. */
function ignoreMissing(error: unknown): null {
  if (error instanceof ProviderError) return null;
  throw error;
}
