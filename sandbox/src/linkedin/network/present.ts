import { roll } from '../../web/company.ts';
import { connectionOf } from './messaging.ts';
import { type Seat, type SeatTier, typeOf } from './seats.ts';
import type { Engagement } from './sources.ts';
import { type Business, businessOf, idFor, type Member, slugOf } from './world.ts';

const FEATURES: Record<SeatTier, string[]> = {
  CLASSIC: [],
  PREMIUM: ['premium'],
  SALES_NAVIGATOR: ['premium', 'sales_navigator'],
  RECRUITER: ['premium', 'recruiter'],
};

const nameOf = (member: Member): string => `${member.first_name} ${member.last_name}`;
const pageOf = (member: Member): string => `https://www.linkedin.com/in/${member.public_identifier}`;
/** 1 to 3 by seat and member: everybody knows a few. Those with `friend` or `stranger` in their name are what it says, for all. */
export function distanceOf(seat: Seat, member: Member): number {
  const words = member.public_identifier.split('-');
  if (words.includes('friend')) return 1;
  const near = words.includes('stranger') ? 2 : 1;
  return [near, 2, 2, 2, 3, 3, 3, 3, 3, 3][roll(`${seat.member_number} ${member.number}`, 10)] as number;
}

export function presentSeat(seat: Seat, member: Member) {
  return {
    object: 'Account',
    id: seat.id,
    type: typeOf(seat),
    name: nameOf(member),
    created_at: seat.created_at,
    sources: [{ id: `${seat.id}_MESSAGING`, status: seat.status }],
    connection_params: {
      im:
        typeOf(seat) === 'LINKEDIN'
          ? {
              id: idFor(seat.id, member),
              username: nameOf(member),
              premiumFeatures: FEATURES[seat.tier],
              premiumContractId: null,
            }
          : connectionOf(seat, member),
    },
    groups: [],
  };
}

export function presentOwnProfile(seat: Seat, member: Member) {
  return {
    object: 'AccountOwnerProfile',
    provider: 'LINKEDIN',
    provider_id: idFor(seat.id, member),
    public_identifier: member.public_identifier,
    public_profile_url: pageOf(member),
    first_name: member.first_name,
    last_name: member.last_name,
    email: member.email,
    occupation: member.headline,
    location: member.location,
    entity_urn: `urn:li:fsd_profile:${idFor(seat.id, member)}`,
    object_urn: `urn:li:member:${member.number}`,
    profile_picture_url: null,
    premium: seat.tier !== 'CLASSIC',
    open_profile: false,
    recruiter: seat.tier === 'RECRUITER' ? { owner_seat_id: '1' } : null,
    sales_navigator: seat.tier === 'SALES_NAVIGATOR' ? { owner_seat_id: '1' } : null,
  };
}

/** Lists of engagement name people by the viewer's id, unless the number is even: LinkedIn is not consistent either. */
function presentAuthor(seat: Seat, { member, company }: Engagement) {
  if (member === null) {
    const business = businessOf(company ?? '');
    const profile_url = `https://www.linkedin.com/company/${business.public_identifier}/`;
    return { id: business.id, type: 'COMPANY', name: business.name, headline: '1,234 followers', profile_url };
  }
  return {
    id: idFor(seat.id, member),
    type: 'INDIVIDUAL',
    name: nameOf(member),
    headline: member.headline,
    profile_url: pageOf(member),
    network_distance: ['', 'FIRST_DEGREE', 'SECOND_DEGREE', 'THIRD_DEGREE'][distanceOf(seat, member)],
  };
}

export function presentReaction(seat: Seat, engagement: Engagement) {
  return { object: 'PostReaction', value: engagement.value, author: presentAuthor(seat, engagement) };
}

export function presentComment(seat: Seat, engagement: Engagement, index: number, now: number) {
  const { type, name, ...details } = presentAuthor(seat, engagement);
  return {
    object: 'Comment',
    id: String(7_000_000 + index),
    date: new Date(now - index * 3_600_000).toISOString(),
    author: name,
    author_details: { ...details, is_company: type === 'COMPANY' },
    text: engagement.text,
    reaction_counter: 0,
    reply_counter: 0,
  };
}

export type SearchProduct = 'classic' | 'sales_navigator' | 'recruiter';

/** Only the paid products name positions; a classic search shows the headline and nothing more. */
export function presentFound(seat: Seat, member: Member, product: SearchProduct) {
  const isPaid = product !== 'classic';
  const business = businessOf(member.company);
  return {
    type: 'PEOPLE',
    id: idFor(seat.id, member, isPaid ? 'paid' : 'classic'),
    public_identifier: member.public_identifier,
    public_profile_url: pageOf(member),
    name: nameOf(member),
    ...(isPaid ? { first_name: member.first_name, last_name: member.last_name } : {}),
    headline: member.headline,
    location: member.location,
    industry: isPaid ? member.industry : null,
    network_distance: `DISTANCE_${distanceOf(seat, member)}`,
    pending_invitation: false,
    premium: member.number % 3 === 0,
    open_profile: member.number % 11 === 0,
    ...(isPaid
      ? {
          current_positions: [
            { company: member.company, company_id: business.id, role: member.title, location: member.location },
          ],
        }
      : {}),
  };
}

/** Outside of the account's network: LinkedIn shows that a person exists, but not who. */
export function presentHidden(index: number) {
  return {
    type: 'PEOPLE',
    id: `hidden-${index}`,
    public_identifier: null,
    public_profile_url: null,
    name: 'LinkedIn Member',
    headline: 'Manager',
    network_distance: 'OUT_OF_NETWORK',
  };
}

/** @param distance 1 to 3 */
export function presentProfile(
  seat: Seat,
  member: Member,
  distance: number,
  invitation: { type: string; status: string } | null,
) {
  return {
    object: 'UserProfile',
    provider: 'LINKEDIN',
    provider_id: idFor(seat.id, member),
    public_identifier: member.public_identifier,
    first_name: member.first_name,
    last_name: member.last_name,
    headline: member.headline,
    location: member.location,
    network_distance: ['', 'FIRST_DEGREE', 'SECOND_DEGREE', 'THIRD_DEGREE'][distance],
    is_relationship: distance === 1,
    ...(invitation === null ? {} : { invitation }),
    is_open_profile: member.number % 11 === 0,
    can_send_inmail: seat.tier !== 'CLASSIC',
    ...(distance === 1 ? { contact_info: { emails: [member.email], phones: [] } } : {}),
    websites: distance === 1 ? [`https://${businessOf(member.company).domain}/`] : [],
  };
}

export function presentBusiness({ id, name, public_identifier, domain, facts }: Business) {
  return {
    object: 'CompanyProfile',
    id,
    name,
    public_identifier,
    profile_url: `https://www.linkedin.com/company/${public_identifier}/`,
    description: `${name} makes ${facts.trade}.`,
    industry: [facts.trade],
    employee_count: facts.employees,
    website: `https://${domain}/`,
    foundation_date: String(facts.founded_in),
    locations: [{ is_headquarter: true, city: facts.city, area: null, country: null }],
    logo: null,
  };
}

export function presentJobs(business: Business, now: number) {
  return business.facts.jobs.map((job, index) => ({
    type: 'JOB',
    id: String(4_000_000_000 + (roll(`${business.domain} job ${index}`, 100_000_000) >>> 0)),
    title: job.title,
    location: job.place,
    posted_at: new Date(now - (2 + index * 5) * 86_400_000).toISOString(),
    job_url: `https://www.linkedin.com/jobs/view/${slugOf(job.title)}-${index}`,
    company: { id: business.id, name: business.name, public_identifier: business.public_identifier },
  }));
}
