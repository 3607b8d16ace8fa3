import { parseLinkedinCompany, parseLinkedinProfile } from '@overture/domain/linkedin/linkedin-address';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import type { z } from 'zod';
import type { LinkedinCompany, LinkedinJob, LinkedinPerson, LinkedinProfile } from '../linkedin.port.ts';
import type {
  commentShape,
  companyShape,
  foundJobShape,
  foundPersonShape,
  profileShape,
  reactionShape,
} from './unipile-shapes.api.ts';

type Author = z.output<typeof reactionShape>['author'];

/** A person who reacted; null for a company. */
export function parseReaction({ author }: z.output<typeof reactionShape>): LinkedinPerson | null {
  return author.type === 'COMPANY' ? null : parseAuthor(author, author.name);
}

/** A person who commented; null for a company. */
export function parseComment({ author, author_details }: z.output<typeof commentShape>): LinkedinPerson | null {
  const isCompany =
    author_details.type === 'COMPANY' || parseLinkedinCompany(author_details.profile_url ?? '') !== null;
  return isCompany ? null : parseAuthor(author_details, author_details.name ?? author);
}

function parseAuthor(author: Author, name: string | null | undefined): LinkedinPerson | null {
  return describePerson({ ...author, name: name ?? null });
}

/** A person found by a search; null for members LinkedIn hides. */
export function parseFoundPerson(item: z.output<typeof foundPersonShape>): LinkedinPerson | null {
  const position = item.current_positions?.[0];
  const company_id = position?.company_id;
  return describePerson({
    ...item,
    profile_url: item.public_profile_url ?? item.profile_url,
    job_title: position?.role,
    company_name: position?.company,
    company_linkedin_url: company_id == null ? null : `https://www.linkedin.com/company/${company_id}`,
  });
}

export function parseProfile(profile: z.output<typeof profileShape>): LinkedinProfile {
  const person = describePerson({ ...profile, id: profile.provider_id });
  return {
    ...(person ?? emptyPerson(profile.provider_id)),
    is_relationship: profile.is_relationship ?? false,
    invitation: parseInvitation(profile.invitation),
    can_send_inmail: (profile.can_send_inmail ?? false) || (profile.is_open_profile ?? false),
    emails: profile.contact_info?.emails ?? [],
    phones: profile.contact_info?.phones ?? [],
    websites: profile.websites ?? [],
  };
}

function parseInvitation(invitation: z.output<typeof profileShape>['invitation']): LinkedinProfile['invitation'] {
  const { type, status } = invitation ?? {};
  if (status != null && status !== 'PENDING') return null;
  if (type === 'SENT') return 'sent';
  return type === 'RECEIVED' ? 'received' : null;
}

export function parseCompany(company: z.output<typeof companyShape>): LinkedinCompany {
  const name = company.public_identifier ?? company.id;
  return {
    id: company.id,
    name: company.name,
    public_identifier: company.public_identifier ?? null,
    description: company.description ?? null,
    industry: (Array.isArray(company.industry) ? company.industry[0] : company.industry) ?? null,
    employee_count: company.employee_count ?? null,
    website: company.website ?? null,
    location: formatHeadquarters(company.locations),
    logo_url: company.logo ?? null,
    profile_url: parseLinkedinCompany(company.profile_url ?? '')?.url ?? `https://www.linkedin.com/company/${name}`,
  };
}

function formatHeadquarters(locations: z.output<typeof companyShape>['locations']): string | null {
  const headquarters = locations?.find((entry) => entry.is_headquarter) ?? locations?.[0];
  const location = [headquarters?.city, headquarters?.area, headquarters?.country].filter(Boolean).join(', ');
  return location === '' ? null : location;
}

export function parseJob(job: z.output<typeof foundJobShape>): LinkedinJob {
  const posted = Date.parse(job.posted_at ?? '');
  return {
    id: job.id,
    title: job.title,
    url: job.url ?? job.job_url ?? `https://www.linkedin.com/jobs/view/${encodeURIComponent(job.id)}/`,
    company_name: (typeof job.company === 'string' ? job.company : job.company?.name) ?? null,
    location: job.location ?? null,
    posted_at: Number.isNaN(posted) ? null : new Date(posted),
  };
}

type Described = {
  id: string;
  public_identifier?: string | null | undefined;
  profile_url?: string | null | undefined;
  name?: string | null | undefined;
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
  headline?: string | null | undefined;
  location?: string | null | undefined;
  industry?: string | null | undefined;
  job_title?: string | null | undefined;
  company_name?: string | null | undefined;
  company_linkedin_url?: string | null | undefined;
  profile_picture_url?: string | null | undefined;
  network_distance?: string | null | undefined;
};

/** LinkedIn's name for a member it hides. */
const HIDDEN = /^linkedin member$/i;

function describePerson(given: Described): LinkedinPerson | null {
  const whole = line(given.name) ?? '';
  if (HIDDEN.test(whole) || given.id === '') return null;
  const names = splitName(whole);
  const address = parseAddress(given);
  return {
    provider_id: given.id,
    public_identifier: address.public_identifier,
    profile_url: address.url,
    first_name: line(given.first_name) ?? names.first_name,
    last_name: line(given.last_name) ?? names.last_name,
    headline: line(given.headline),
    job_title: line(given.job_title),
    company_name: line(given.company_name),
    company_linkedin_url: line(given.company_linkedin_url),
    industry: line(given.industry),
    location: line(given.location),
    picture_url: given.profile_picture_url ?? null,
    network_distance: parseDistance(given.network_distance),
  };
}

const emptyPerson = (provider_id: string): LinkedinPerson => ({
  provider_id,
  public_identifier: null,
  profile_url: `https://www.linkedin.com/in/${encodeURIComponent(provider_id)}`,
  first_name: '',
  last_name: '',
  headline: null,
  job_title: null,
  company_name: null,
  company_linkedin_url: null,
  industry: null,
  location: null,
  picture_url: null,
  network_distance: null,
});

/** The name everybody knows a person by comes first; a provider id is the last resort. */
function parseAddress(given: Described): { url: string; public_identifier: string | null } {
  const named = given.public_identifier ?? '';
  const candidates = [named === '' ? '' : `https://www.linkedin.com/in/${named}`, given.profile_url ?? ''];
  for (const candidate of candidates) {
    const found = parseLinkedinProfile(candidate);
    const name = found?.key.startsWith('in/') ? found.key.slice(3) : null;
    if (found && name !== null && !/^AC[a-zA-Z]AA/.test(name)) return { url: found.url, public_identifier: name };
  }
  return { url: `https://www.linkedin.com/in/${encodeURIComponent(given.id)}`, public_identifier: null };
}

/** 'Ada King, MBA' is Ada King. Everything after the first word is the last name. */
function splitName(whole: string): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = (whole.split(',', 1)[0] ?? '').trim().split(' ');
  return { first_name, last_name: rest.join(' ') };
}

function line(text: string | null | undefined): string | null {
  const cleaned = cleanText(toSingleLine(text ?? ''));
  return cleaned === '' ? null : cleaned;
}

const DISTANCES: Record<string, number> = {
  DISTANCE_1: 1,
  DISTANCE_2: 2,
  DISTANCE_3: 3,
  FIRST_DEGREE: 1,
  SECOND_DEGREE: 2,
  THIRD_DEGREE: 3,
};

function parseDistance(word: string | null | undefined): number | null {
  return DISTANCES[word ?? ''] ?? null;
}

export function parseInstant(text: string | null | undefined): Date | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : new Date(at);
}
