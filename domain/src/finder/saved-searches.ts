/** Saved searches of the finder: those that one user sees, and those of an organization. */
export const FINDER_SEARCHES = { seen: 50, of_organization: 300 } as const;

/** A saved search of the finder in the Monday email: who is new, or why it could not be counted. */
export type SearchNews = { name: string; new_count: number | null; problem: string | null };

/** Searches named in one email; the others are counted. */
const NAMED_SEARCHES = 20;

/** The words of the Monday email about saved searches; null where there is nothing to say. */
export function newLeadsMail(searches: readonly SearchNews[]): { subject: string; paragraphs: string[] } | null {
  const worth = searches.filter(({ new_count, problem }) => (new_count ?? 0) > 0 || problem !== null);
  if (worth.length === 0) return null;
  const total = searches.reduce((sum, { new_count }) => sum + (new_count ?? 0), 0);
  const named = worth.toSorted((one, other) => (other.new_count ?? 0) - (one.new_count ?? 0)).slice(0, NAMED_SEARCHES);
  const more = worth.length - named.length;
  return {
    subject: total > 0 ? `${leads(total)} in your saved searches` : 'A saved search could not be counted',
    paragraphs: [
      ...named.map(({ name, new_count, problem }) => `${name}: ${problem ?? leads(new_count ?? 0)}`),
      ...(more > 0 ? [`And ${more} more searches.`] : []),
    ],
  };
}

const leads = (count: number): string => `${count.toLocaleString('en')} new ${count === 1 ? 'lead' : 'leads'}`;
