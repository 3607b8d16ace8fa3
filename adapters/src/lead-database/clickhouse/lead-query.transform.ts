import {
  COMPANY_SIZES,
  type LeadFinderFilters,
  locationKeys,
  REVENUE_RANGES,
  type TagFilter,
  tagKey,
} from '@overture/domain/lead-finder';
import { readWordPattern, type WordPart, type WordPattern } from '@overture/domain/lead-words';

/** A condition over the table `leads`. Every text of a person is a bound parameter; the condition itself is ours alone. */
export type LeadCondition = { where: string; params: Record<string, unknown> };

type Bind = (type: string, value: unknown) => string;

/**
 * The finder's filters in SQL: the same leads for which `matchesLead` of the domain is true.
 * @param places names within the places asked for (`findPlaceNames`); null where none is asked for
 */
export function compileFilters(filters: LeadFinderFilters, places: readonly string[] | null): LeadCondition {
  const params: Record<string, unknown> = {};
  const bind: Bind = (type, value) => {
    const name = `p${Object.keys(params).length}`;
    params[name] = value;
    return `{${name}:${type}}`;
  };
  const conditions = [
    ...compileIndustries(filters, bind),
    ...compileBands('company_size_band', COMPANY_SIZES, filters.company_size, bind),
    ...compileBands('company_revenue_band', REVENUE_RANGES, filters.revenue, bind),
    ...compileChoice('seniority', filters.seniority, bind),
    ...compileChoice('department', filters.department, bind),
    ...compilePlaces(places, bind),
    ...compileTags('title_words', filters.job_title, bind),
    ...compileTags('all_words', filters.keywords, bind),
  ];
  return { where: conditions.length === 0 ? 'true' : conditions.join(' AND '), params };
}

/** Band 0 is unknown; the others count from 1 in the order of the dialog. */
export function bandNumber(labels: readonly string[], label: string | null): number {
  return label === null ? 0 : labels.indexOf(label) + 1;
}

function compileBands(column: string, labels: readonly string[], chosen: readonly string[], bind: Bind): string[] {
  if (chosen.length === 0) return [];
  const bands = chosen.map((label) => bandNumber(labels, label));
  return [`${column} IN ${bind('Array(UInt8)', bands)}`];
}

function compileChoice(column: string, chosen: readonly string[], bind: Bind): string[] {
  return chosen.length === 0 ? [] : [`${column} IN ${bind('Array(String)', chosen)}`];
}

/** Names as they stand in the table are found by their folded keys in a small table of all that occur. */
function compileIndustries({ industry: chosen }: LeadFinderFilters, bind: Bind): string[] {
  if (chosen.length === 0) return [];
  const mains = chosen.filter(({ sub_industry }) => sub_industry === null);
  const subs = chosen.flatMap(({ industry, sub_industry }) =>
    sub_industry === null ? [] : [`${tagKey(industry)}|${tagKey(sub_industry)}`],
  );
  const mainKeys = bind(
    'Array(String)',
    mains.map(({ industry }) => tagKey(industry)),
  );
  const subKeys = bind('Array(String)', subs);
  return [
    `(industry, sub_industry) IN (SELECT industry, sub_industry FROM lead_industries
      WHERE has(${mainKeys}, industry_key) OR has(${subKeys}, concat(industry_key, '|', sub_industry_key)))`,
  ];
}

/** Keys of the places asked for, as the table of all that occur has them; null where none is asked for. */
export function placeKeys({ prospect_location: places }: LeadFinderFilters): string[] | null {
  return places.length === 0 ? null : places.map(({ name }) => locationKeys(name)[0] ?? '');
}

/** Names stand in the statement: a list is held against the column's dictionary, a subquery against each row (four times slower). */
function compilePlaces(names: readonly string[] | null, bind: Bind): string[] {
  if (names === null) return [];
  return [names.length === 0 ? 'false' : `location IN ${bind('Array(String)', names)}`];
}

type WordColumn = 'title_words' | 'all_words';

function compileTags(column: WordColumn, tags: TagFilter, bind: Bind): string[] {
  const holds = (tag: string): string => compilePattern(column, readWordPattern(tag) ?? [], bind);
  return [
    ...tags.must.map(holds),
    ...(tags.can.length === 0 ? [] : [`(${tags.can.map(holds).join(' OR ')})`]),
    ...tags.doesnt.map((tag) => `NOT ${holds(tag)}`),
  ];
}

/** Words without other ways are asked for in one; each part with several ways holds where one of them does. */
function compilePattern(column: WordColumn, pattern: WordPattern, bind: Bind): string {
  const plain = pattern.flatMap((part) => (part.length === 1 ? (part[0] ?? []) : []));
  const conditions = [
    ...(plain.length === 0 ? [] : [hasAll(column, plain, bind)]),
    ...pattern.filter((part) => part.length > 1).map((part) => compilePart(column, part, bind)),
  ];
  return conditions.length === 0 ? 'true' : `(${conditions.join(' AND ')})`;
}

function compilePart(column: WordColumn, part: WordPart, bind: Bind): string {
  const single = part.flatMap((way) => (way.length === 1 ? way : []));
  const conditions = [
    ...(single.length === 0 ? [] : [`hasAnyTokens(${column}, ${bind('Array(String)', single)})`]),
    ...part.filter((way) => way.length > 1).map((way) => hasAll(column, way, bind)),
  ];
  return `(${conditions.join(' OR ')})`;
}

function hasAll(column: WordColumn, words: readonly string[], bind: Bind): string {
  return `hasAllTokens(${column}, ${bind('Array(String)', [...new Set(words)])})`;
}
