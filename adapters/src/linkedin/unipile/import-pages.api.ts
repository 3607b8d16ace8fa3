import { z } from 'zod';
import { ProviderError } from '../../kit/errors.ts';
import type { LinkedinPerson, PageRequest, PeoplePage } from '../linkedin.port.ts';
import { parseComment, parseFoundPerson, parseReaction } from './people.transform.ts';
import { unipileManifest } from './unipile.manifest.ts';
import type { UnipileClient } from './unipile-client.api.ts';
import {
  commentShape,
  foundPersonShape,
  listShape,
  postShape,
  reactionShape,
  searchShape,
} from './unipile-shapes.api.ts';

/** Where in a source we are; kept as JSON between pages. `at` is the provider's own cursor. */
const positionSchema = z.object({
  part: z.enum(['reactions', 'comments', 'found']),
  at: z.string().nullable(),
  social_id: z.string().nullable(),
  total: z.number().nullable(),
});
type PagePosition = z.output<typeof positionSchema>;

const { limits } = unipileManifest;

/** See `LinkedinReading.readPage`. */
export async function fetchImportPage(
  client: UnipileClient,
  account_id: string,
  { source, cursor, limit }: PageRequest,
): Promise<PeoplePage> {
  const position = cursor === null ? null : parsePosition(cursor);
  switch (source.kind) {
    case 'linkedin-post':
      return fetchPost(client, account_id, position ?? (await openPost(client, account_id, source.post_urn)), limit);
    case 'linkedin-group':
      // No call lists a group's members; Sales Navigator searches by group.
      return fetchSearch(client, account_id, position, Math.min(limit, limits.paid_search_per_page), {
        api: 'sales_navigator',
        category: 'people',
        groups: [source.group_id],
      });
    case 'linkedin-search':
      return fetchSearch(client, account_id, position, Math.min(limit, limits.classic_search_per_page), {
        url: source.url,
      });
    case 'sales-navigator':
    case 'recruiter':
      return fetchSearch(client, account_id, position, Math.min(limit, limits.paid_search_per_page), {
        url: source.url,
      });
  }
}

function parsePosition(cursor: string): PagePosition {
  try {
    return positionSchema.parse(JSON.parse(cursor));
  } catch (cause) {
    throw new ProviderError('rejected', 'This position in the list cannot be read.', { concerns: 'message', cause });
  }
}

/** Reactions and comments hang on the id that the post's own page answers, not on the number in the address. */
async function openPost(client: UnipileClient, account_id: string, urn: string): Promise<PagePosition> {
  const id = urn.startsWith('urn:li:activity:') ? urn.slice('urn:li:activity:'.length) : urn;
  const post = await client.read(postShape, `/posts/${encodeURIComponent(id)}`, { account_id });
  const total =
    post.reaction_counter == null && post.comment_counter == null
      ? null
      : (post.reaction_counter ?? 0) + (post.comment_counter ?? 0);
  return { part: 'reactions', at: null, social_id: post.social_id, total };
}

async function fetchPost(
  client: UnipileClient,
  account_id: string,
  position: PagePosition,
  limit: number,
): Promise<PeoplePage> {
  const { part, at, social_id, total } = position;
  const query = { account_id, limit: Math.min(limit, limits.engagement_per_page), cursor: at };
  const answer = await client.read(listShape, `/posts/${encodeURIComponent(social_id ?? '')}/${part}`, query);
  const isOver = !answer.cursor || answer.cursor === at;
  const next: PagePosition | null = isOver
    ? part === 'reactions'
      ? { part: 'comments', at: null, social_id, total }
      : null
    : { part, at: answer.cursor ?? null, social_id, total };
  const read = (item: unknown): LinkedinPerson | null => {
    if (part === 'reactions') {
      const parsed = reactionShape.safeParse(item);
      return parsed.success ? parseReaction(parsed.data) : null;
    }
    const parsed = commentShape.safeParse(item);
    return parsed.success ? parseComment(parsed.data) : null;
  };
  return gatherPage(answer.items, read, next, total);
}

async function fetchSearch(
  client: UnipileClient,
  account_id: string,
  position: PagePosition | null,
  limit: number,
  question: Record<string, unknown>,
): Promise<PeoplePage> {
  const at = position?.at ?? null;
  const answer = await client.ask(searchShape, '/linkedin/search', { account_id, limit, cursor: at }, question);
  const total = answer.paging?.total_count ?? position?.total ?? null;
  const isOver = !answer.cursor || answer.cursor === at || answer.items.length === 0;
  const next: PagePosition | null = isOver
    ? null
    : { part: 'found', at: answer.cursor ?? null, social_id: null, total };
  const read = (item: unknown): LinkedinPerson | null => {
    const parsed = foundPersonShape.safeParse(item);
    return parsed.success ? parseFoundPerson(parsed.data) : null;
  };
  return gatherPage(answer.items, read, next, total);
}

function gatherPage(
  items: readonly unknown[],
  read: (item: unknown) => LinkedinPerson | null,
  next: PagePosition | null,
  total: number | null,
): PeoplePage {
  const people = items.flatMap((item) => read(item) ?? []);
  return { people, skipped: items.length - people.length, cursor: next && JSON.stringify(next), total };
}
