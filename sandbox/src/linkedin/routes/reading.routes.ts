import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { LinkedinSandbox } from '../linkedin-sandbox.ts';
import {
  presentBusiness,
  presentComment,
  presentFound,
  presentHidden,
  presentJobs,
  presentProfile,
  presentReaction,
  type SearchProduct,
} from '../network/present.ts';
import type { Seat } from '../network/seats.ts';
import { findPost, membersOfGroup, parseKeywords, searchMembers } from '../network/sources.ts';
import { getProfile } from '../network/targets.ts';
import { findBusiness, type Member } from '../network/world.ts';
import { invalid, missing, Problem } from '../problems.ts';
import { idParams, pageOf, pageQuery } from './seats.routes.ts';

const profileQuery = z.object({
  account_id: z.string().optional(),
  notify: z.stringbool().default(false),
});
const accountQuery = z.object({ account_id: z.string().optional() });
const ids = z.array(z.coerce.string()).max(100).optional();
const searchBody = z.union([
  z.object({ url: z.url() }),
  z.object({
    api: z.enum(['classic', 'sales_navigator', 'recruiter']),
    category: z.enum(['people', 'jobs']),
    keywords: z.string().optional(),
    groups: ids,
    company: ids,
    sort_by: z.string().optional(),
  }),
]);

/** Limits of LinkedIn itself: a search never returns more. */
const CEILINGS: Record<SearchProduct, { found: number; page: number }> = {
  classic: { found: 1000, page: 50 },
  sales_navigator: { found: 2500, page: 100 },
  recruiter: { found: 2500, page: 100 },
};
const LARGEST_ENGAGEMENT_PAGE = 100;
/** One in so many found by a classic search is hidden. */
const HIDDEN_EVERY = 25;

export function registerReadingRoutes(app: FastifyInstance, world: LinkedinSandbox): void {
  registerPosts(app, world);
  app.post('/api/v1/linkedin/search', async (request) => {
    const query = pageQuery.extend({ limit: z.coerce.number().int().min(1).default(10) }).parse(request.query);
    const seat = world.getReader(query.account_id);
    const body = searchBody.parse(request.body);
    if ('category' in body && body.category === 'jobs') return searchJobs(world, body.company ?? [], query);
    return searchPeople(seat, body, query);
  });
  app.get('/api/v1/users/:id', async (request) => {
    const { account_id, notify } = profileQuery.parse(request.query);
    const seat = world.getReader(account_id, 'visit');
    const { id } = idParams.parse(request.params);
    const member = getProfile(world, seat, id);
    if (notify) {
      world.visits.push({ account_id: seat.id, public_identifier: member.public_identifier });
      world.record(request, seat, member, 'visit', {});
    }
    const isInvited = world.network.pendingOf(seat).some((pending) => pending.member_number === member.number);
    const invitation = isInvited ? { type: 'SENT', status: 'PENDING' } : null;
    return presentProfile(seat, member, world.network.distance(seat, member), invitation);
  });
  app.get('/api/v1/linkedin/company/:id', async (request) => {
    world.getReader(accountQuery.parse(request.query).account_id);
    const business = findBusiness(idParams.parse(request.params).id);
    if (business === undefined) throw missing('There is no such company.');
    return presentBusiness(business);
  });
}

function registerPosts(app: FastifyInstance, world: LinkedinSandbox): void {
  const getPost = (params: unknown) => {
    const post = findPost(idParams.parse(params).id, world.sizes);
    if (post === undefined) throw missing('This post does not exist or is not visible to the account.');
    return post;
  };
  app.get('/api/v1/posts/:id', async (request) => {
    world.getReader(accountQuery.parse(request.query).account_id);
    const { id, social_id, reactions, comments } = getPost(request.params);
    const counters = { reaction_counter: reactions.length, comment_counter: comments.length, repost_counter: 0 };
    return { object: 'Post', provider: 'LINKEDIN', id, social_id, text: 'A post of the sandbox.', ...counters };
  });
  for (const part of ['reactions', 'comments'] as const) {
    app.get(`/api/v1/posts/:id/${part}`, async (request) => {
      const query = pageQuery.parse(request.query);
      const seat = world.getReader(query.account_id);
      if (!idParams.parse(request.params).id.startsWith('urn:li:')) throw invalid('Use the social_id of the post.');
      const { items, cursor, from } = pageOf(getPost(request.params)[part], query, LARGEST_ENGAGEMENT_PAGE);
      if (part === 'reactions') {
        return { object: 'PostReactionList', items: items.map((entry) => presentReaction(seat, entry)), cursor };
      }
      const now = world.now();
      const comments = items.map((entry, index) => presentComment(seat, entry, from + index, now));
      return { object: 'CommentList', items: comments, cursor };
    });
  }
}

type Page = z.output<typeof pageQuery>;

function searchPeople(seat: Seat, body: z.output<typeof searchBody>, query: Page) {
  const { product, members } = 'url' in body ? parseSearchUrl(new URL(body.url)) : parseSearchIds(body);
  requireProduct(seat, product);
  const { found, page } = CEILINGS[product];
  const { items, cursor, from } = pageOf(members.slice(0, found), query, page);
  return {
    object: 'LinkedinSearch',
    items: items.map((member, index) =>
      product === 'classic' && (from + index) % HIDDEN_EVERY === HIDDEN_EVERY - 1
        ? presentHidden(from + index)
        : presentFound(seat, member, product),
    ),
    paging: { start: from, page_count: items.length, total_count: members.length },
    cursor,
  };
}

function parseSearchUrl(url: URL): { product: SearchProduct; members: Member[] } {
  const product: SearchProduct | null = url.pathname.startsWith('/search/results/people')
    ? 'classic'
    : url.pathname.startsWith('/sales/search/people')
      ? 'sales_navigator'
      : /^\/(recruiter|talent)\/(search|hire)/.test(url.pathname)
        ? 'recruiter'
        : null;
  if (product === null) throw invalid('This address is not a search.');
  return { product, members: searchMembers(parseKeywords(url)) };
}

function parseSearchIds(body: Exclude<z.output<typeof searchBody>, { url: string }>) {
  const group = body.groups?.[0];
  if (group !== undefined && body.api !== 'sales_navigator') throw invalid('groups is a filter of sales_navigator.');
  const members = group === undefined ? searchMembers(body.keywords ?? '') : membersOfGroup(group);
  return { product: body.api, members };
}

/** A seat searches with what it pays for. */
function requireProduct(seat: Seat, product: SearchProduct): void {
  const needed = { classic: null, sales_navigator: 'SALES_NAVIGATOR', recruiter: 'RECRUITER' }[product];
  if (needed !== null && seat.tier !== needed) {
    throw new Problem(403, 'feature_not_subscribed', `The account has no ${product} subscription.`);
  }
}

function searchJobs(world: LinkedinSandbox, companies: string[], query: Page) {
  const jobs = companies.flatMap((id) => {
    const business = findBusiness(id);
    return business === undefined ? [] : presentJobs(business, world.now());
  });
  const { items, cursor, from } = pageOf(jobs, query, CEILINGS.classic.page);
  const paging = { start: from, page_count: items.length, total_count: jobs.length };
  return { object: 'LinkedinSearch', items, paging, cursor };
}
