import { domainAndParents } from '@overture/domain/addresses/domain-name';
import {
  type DomainFilter,
  type LeadFinderFilters,
  locationKeys,
  type TagFilter,
} from '@overture/domain/finder/lead-finder';
import { parseWordPattern, type WordPart, type WordPattern } from '@overture/domain/finder/lead-words';
import { ProviderError } from '../../../kit/errors.ts';
import { ENGINE_LIMITS } from '../clickhouse.manifest.ts';
import type { BoundStatement } from '../clickhouse-query.api.ts';
import { EVERYBODY, REPLACED, termOf } from '../schema/lead-terms.transform.ts';

/** Sets of people: those with one of the terms, in all parts, or in one of them. */
type People = { one_of: string[] } | { all_of: People[] } | { any_of: People[] };

/** Segments of ids, both ends included; `to` null is all that follow. */
export type SegmentRange = { from: number; to: number | null };

/**
 * The people who pass the finder's filters, as a statement of one row for each segment of ids with the set `found`: the same leads for
 * which `matchesLead` of the domain is true. Every text of a person is a bound parameter; the statement itself is ours alone.
 * @param segments only these are looked at; @param asksEver adds the set `ever`, which holds also those who passed with facts that were
 * replaced since
 */
export function compileFilters(
  filters: LeadFinderFilters,
  segments: SegmentRange | null = null,
  asksEver = false,
): BoundStatement {
  const wanted = [
    ...compileLists(filters),
    ...compileTags(filters.job_title, (word) => [termOf.title_word(word)]),
    ...compileDomains(filters.company_domain),
    ...compileTags(filters.keywords, (word) => [termOf.title_word(word), termOf.other_word(word)]),
  ];
  const held = wanted.filter(({ is_excluded }) => !is_excluded).map(({ people }) => people);
  const excluded = wanted.filter(({ is_excluded }) => is_excluded).map(({ people }) => people);
  const sets = new SetNames();
  const all = sets.write({ all_of: held.length === 0 ? [{ one_of: [EVERYBODY] }] : held });
  const without = sets.write(anyOf([{ one_of: [REPLACED] }, ...excluded]));
  const ever = asksEver ? `, bitmapAndnot(${all}, ${sets.write(anyOf(excluded))}) AS ever` : '';
  const sql = `SELECT segment, bitmapAndnot(${all}, ${without}) AS found${ever} FROM (${sets.readSql(segments)})`;
  return { sql, params: sets.params() };
}

const TOO_MANY = 'These are too many words for one search. Please use fewer or shorter texts.';

/** The sets a statement reads, each once, under a name of ours. */
class SetNames {
  readonly #names = new Map<string, { name: string; terms: string[] }>();

  write(people: People): string {
    if ('one_of' in people) return this.#nameOf(people.one_of);
    if ('all_of' in people) return this.#join('bitmapAnd', people.all_of);
    return this.#join('bitmapOr', people.any_of);
  }

  /** All sets in one read of the index: they are a consistent snapshot. */
  readSql(segments: SegmentRange | null): string {
    const sets = [...this.#names.values()].map(
      ({ name }) => `groupBitmapMergeStateIf(lead_ids, has({${name}:Array(String)}, term)) AS ${name}`,
    );
    const from = segments === null || segments.from === 0 ? '' : ` AND segment >= ${segments.from}`;
    const to = segments === null || segments.to === null ? '' : ` AND segment <= ${segments.to}`;
    return `SELECT segment, ${sets.join(', ')} FROM lead_terms WHERE term IN {terms:Array(String)}${from}${to} GROUP BY segment`;
  }

  params(): Record<string, unknown> {
    const sets = [...this.#names.values()];
    return {
      terms: [...new Set(sets.flatMap(({ terms }) => terms))],
      ...Object.fromEntries(sets.map(({ name, terms }) => [name, terms])),
    };
  }

  #nameOf(terms: string[]): string {
    const key = JSON.stringify(terms);
    const known = this.#names.get(key);
    if (known !== undefined) return known.name;
    if (this.#names.size === ENGINE_LIMITS.sets) throw new ProviderError('rejected', TOO_MANY, { concerns: 'service' });
    const name = `s${this.#names.size}`;
    this.#names.set(key, { name, terms });
    return name;
  }

  /** Halved again and again: hundreds of tags must not nest hundreds deep. */
  #join(name: 'bitmapAnd' | 'bitmapOr', people: readonly People[]): string {
    const [first, ...others] = people;
    if (first === undefined) return this.#nameOf([]);
    if (others.length === 0) return this.write(first);
    const half = people.length >> 1;
    return `${name}(${this.#join(name, people.slice(0, half))}, ${this.#join(name, people.slice(half))})`;
  }
}

type Wanted = { people: People; is_excluded: boolean };

function compileLists(filters: LeadFinderFilters): Wanted[] {
  const lists = [
    toIndustryTerms(filters.industry),
    filters.company_size.map(termOf.company_size),
    filters.revenue.map(termOf.revenue),
    filters.seniority.map(termOf.seniority),
    filters.department.map(termOf.department),
    toPlaceTerms(filters.prospect_location),
    ...filters.contact.map((kind) => [termOf.contact(kind)]),
  ];
  const exclusions = [toPlaceTerms(filters.excluded_location), toIndustryTerms(filters.excluded_industry)];
  const toWanted = (given: string[][], is_excluded: boolean): Wanted[] =>
    given.filter((terms) => terms.length > 0).map((terms) => ({ people: { one_of: terms }, is_excluded }));
  return [...toWanted(lists, false), ...toWanted(exclusions, true)];
}

const toPlaceTerms = (places: LeadFinderFilters['prospect_location']): string[] =>
  places.map(({ name }) => termOf.place(locationKeys(name)[0] ?? ''));

const toIndustryTerms = (industries: LeadFinderFilters['industry']): string[] =>
  industries.map(({ industry, sub_industry }) =>
    sub_industry === null ? termOf.industry(industry) : termOf.sub_industry(industry, sub_industry),
  );

/** A subdomain means the domain of its company. */
function compileDomains({ in: wanted, not_in: unwanted }: DomainFilter): Wanted[] {
  const at = (domains: readonly string[]): People => ({
    one_of: [...new Set(domains.flatMap(domainAndParents).map(termOf.company_domain))],
  });
  return [
    ...(wanted.length === 0 ? [] : [{ people: at(wanted), is_excluded: false }]),
    ...(unwanted.length === 0 ? [] : [{ people: at(unwanted), is_excluded: true }]),
  ];
}

type TermsOf = (word: string) => string[];

function compileTags(tags: TagFilter, termsOf: TermsOf): Wanted[] {
  const holds = (tag: string): People => compilePattern(parseWordPattern(tag) ?? [], termsOf);
  return [
    ...tags.must.map((tag) => ({ people: holds(tag), is_excluded: false })),
    ...(tags.can.length === 0 ? [] : [{ people: anyOf(tags.can.map(holds)), is_excluded: false }]),
    ...tags.doesnt.map((tag) => ({ people: holds(tag), is_excluded: true })),
  ];
}

/** Every part holds where one of its ways does. */
function compilePattern(pattern: WordPattern, termsOf: TermsOf): People {
  if (pattern.length === 0) return { one_of: [EVERYBODY] };
  return { all_of: pattern.map((part) => compilePart(part, termsOf)) };
}

function compilePart(part: WordPart, termsOf: TermsOf): People {
  return anyOf(
    part.map((way) => {
      const words = [...new Set(way)].map((word) => ({ one_of: termsOf(word) }));
      return words.length === 1 && words[0] ? words[0] : { all_of: words };
    }),
  );
}

/** Terms of which one is enough are read as one set. */
function anyOf(people: readonly People[]): People {
  const simple = people.map(unwrap);
  const terms = simple.flatMap((set) => ('one_of' in set ? set.one_of : []));
  const others = simple.filter((set) => !('one_of' in set));
  if (others.length === 0) return { one_of: [...new Set(terms)] };
  return { any_of: [...(terms.length === 0 ? [] : [{ one_of: [...new Set(terms)] }]), ...others] };
}

function unwrap(people: People): People {
  const [only, ...others] = 'all_of' in people ? people.all_of : [];
  return only !== undefined && others.length === 0 ? unwrap(only) : people;
}
