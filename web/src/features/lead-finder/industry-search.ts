import type { IndustryFilter } from '@overture/domain/finder/lead-finder';

/** How an industry is shown: a main one alone, a part with its main one. */
export function industryLabel({ industry, sub_industry }: IndustryFilter): string {
  return sub_industry === null ? industry : `${sub_industry} (${industry})`;
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Industries whose name has the text: names that begin with it first, main industries before their parts. At most 30. */
export function findIndustries(all: Readonly<Record<string, readonly string[]>>, text: string): IndustryFilter[] {
  const wanted = fold(text.trim());
  const candidates = Object.entries(all).flatMap(([industry, parts]) => [
    { industry, sub_industry: null as string | null, name: fold(industry) },
    ...parts.map((sub_industry) => ({ industry, sub_industry, name: fold(sub_industry) })),
  ]);
  const rank = (name: string, isPart: boolean) =>
    (name.startsWith(wanted) ? 0 : name.includes(` ${wanted}`) ? 2 : 4) + (isPart ? 1 : 0);
  return candidates
    .filter(({ name }) => name.includes(wanted))
    .sort(
      (one, other) =>
        rank(one.name, one.sub_industry !== null) - rank(other.name, other.sub_industry !== null) ||
        one.name.localeCompare(other.name),
    )
    .slice(0, 30)
    .map(({ industry, sub_industry }) => ({ industry, sub_industry }));
}
