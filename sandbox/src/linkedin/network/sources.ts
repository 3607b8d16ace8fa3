import { roll } from '../../web/company.ts';
import { allMembers, type Member } from './world.ts';

/** A person who reacted or commented; `company` for a page that did. */
export type Engagement = { member: Member | null; company: string | null; value: string; text: string };

export type Post = { id: string; social_id: string; reactions: Engagement[]; comments: Engagement[] };

const REACTIONS = ['LIKE', 'PRAISE', 'APPRECIATION', 'EMPATHY', 'INTEREST', 'ENTERTAINMENT'];
/** Every so many reactions one is a company's. */
const COMPANY_EVERY = 12;

export type SourceSizes = Map<string, { reactions: number; comments: number }>;

/** Any number is a post, except those that end with 404. Who reacted depends on the number alone. */
export function findPost(identifier: string, sizes: SourceSizes): Post | undefined {
  const number = /(\d{6,25})$/.exec(identifier)?.[1];
  if (number === undefined || number.endsWith('404')) return undefined;
  const size = sizes.get(number);
  const reactions = size?.reactions ?? 30 + roll(`reactions ${number}`, 170);
  const comments = size?.comments ?? 4 + roll(`comments ${number}`, 26);
  const people = walk(`post ${number}`, reactions + comments);
  const engage = (index: number): Engagement => ({
    member: index % COMPANY_EVERY === COMPANY_EVERY - 1 ? null : (people[index] as Member),
    company: index % COMPANY_EVERY === COMPANY_EVERY - 1 ? (people[index] as Member).company : null,
    value: REACTIONS[roll(`${number} ${index}`, REACTIONS.length)] as string,
    text: 'Well said, thanks for sharing.',
  });
  return {
    id: number,
    social_id: `urn:li:activity:${number}`,
    reactions: Array.from({ length: reactions }, (_, index) => engage(index)),
    // Every third comment is by a person who reacted as well.
    comments: Array.from({ length: comments }, (_, index) =>
      engage(index % 3 === 0 && index < reactions ? index : reactions + index),
    ),
  };
}

const searches = new Map<string, Member[]>();
const SEARCHES_KEPT = 20;

/** Matches of a people search: a member's line must contain all words of `keywords`; no words match all members. */
export function searchMembers(keywords: string): Member[] {
  const known = searches.get(keywords);
  if (known !== undefined) return known;
  const words = keywords.toLowerCase().split(/\W+/).filter(Boolean);
  const found = allMembers()
    .filter((member) => {
      const line = `${member.first_name} ${member.last_name} ${member.headline} ${member.location} ${member.industry}`;
      const text = line.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    // Not in order of number: a search has an order of its own.
    .map((member) => ({ member, order: roll(`${keywords} ${member.number}`, 1_000_000_007) }))
    .sort((a, b) => a.order - b.order)
    .map(({ member }) => member);
  if (searches.size >= SEARCHES_KEPT) searches.clear();
  searches.set(keywords, found);
  return found;
}

/** Members of a group; a number that ends with 404 has none we may see. */
export function membersOfGroup(group: string): Member[] {
  if (group.endsWith('404')) return [];
  return walk(`group ${group}`, 120 + roll(`group ${group}`, 600));
}

/** The keywords of a search address: plain in a classic one, inside `query=(...)` in the others. */
export function parseKeywords(url: URL): string {
  const plain = url.searchParams.get('keywords') ?? url.searchParams.get('searchKeyword');
  if (plain !== null) return plain;
  const query = url.searchParams.get('query') ?? new URLSearchParams(url.hash.slice(1)).get('query') ?? '';
  return decodeURIComponent(/keywords:([^,()]*)/.exec(query)?.[1] ?? '');
}

/** Different members in an order that depends on the words alone. */
function walk(words: string, amount: number): Member[] {
  const members = allMembers();
  const start = roll(`${words} start`, members.length);
  // A step without a common divisor visits everybody before it repeats (5000 = 2^3 * 5^4).
  const step = 10 * roll(`${words} step`, 400) + 7;
  return Array.from({ length: Math.min(amount, members.length) }, (_, index) => {
    return members[(start + index * step) % members.length] as Member;
  });
}
