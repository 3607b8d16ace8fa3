import { type Band, COMPANY_SIZE_BANDS, REVENUE_BANDS } from '@overture/domain/finder/lead-finder';
import { termOf } from '../schema/lead-terms.transform.ts';

/** Lists the generator draws from, each as an array of the engine; those of the second have a folded twin. */
const LISTS = ['starts', 'ends', 'domains', 'industry_terms', 'places', 'place_terms'] as const;
const FOLDED_LISTS = [
  'first_names',
  'last_names',
  'titles',
  'specialties',
  'prefixes',
  'regions',
  'forms',
  'industries',
] as const;

/** The number of the band a value is in, as the domain says; 0 outside of all. */
function bandSql(bands: readonly Band<string>[], value: string): string {
  const branches = bands.flatMap(({ max }, at) => (max === null ? [] : [`${value} < ${max}`, String(at + 1)]));
  return `multiIf(${[...branches, String(bands.length)].join(', ')})`;
}

/** A batch small enough for its many columns to fit into the processor's cache. */
const BLOCK_ROWS = 1024;

const pick = (list: string, key: string): string => `${list}[1 + ${key} % length(${list})]`;

/**
 * Rows of the incoming table, generated inside the engine from `number`s and hashes: the same numbers and seed give the
 * same people. Large companies have many of the people (the share falls with the square root of the company's rank),
 * common titles most of them, and about every fifth person has a rare title.
 * @param words table of the lists; numbers `from` (included) to `to` (not included) are bound, as are `seed`, `base`
 * and `companies`
 */
export function sampleRowsSql(words: string): string {
  const arrayOf = (list: string, column: string): string =>
    `(SELECT arrayFlatten(groupArray(arrayWithConstant(times, ${column}))) FROM (SELECT times, ${column} FROM ${words} WHERE list = '${list}' ORDER BY place))`;
  const lists = [
    ...[...LISTS, ...FOLDED_LISTS].map((list) => `${arrayOf(list, 'value')} AS ${list}`),
    ...FOLDED_LISTS.map((list) => `${arrayOf(list, 'folded')} AS ${list}_folded`),
  ];
  const drawn = (salt: number): string => `cityHash64({seed:UInt64}, number, ${salt})`;
  const ofCompany = (salt: number): string => `cityHash64({seed:UInt64}, company, ${salt}, 'company')`;
  return `WITH ${lists.join(',\n')},
    toUInt64(floor({companies:UInt64} * pow(${drawn(1)} / 18446744073709551616., 2))) AS company,
    toUInt32({base:UInt32} + number + 1) AS id,
    toUInt32(intHash64(id) % 4294967291) AS code,
    ${drawn(2)} AS h_name, ${drawn(3)} AS h_title, ${drawn(4)} AS h_shape, ${drawn(5)} AS h_about, ${drawn(6)} AS h_contact, ${drawn(7)} AS h_place,
    ${pick('first_names', 'h_name')} AS first_name, ${pick('first_names_folded', 'h_name')} AS first_word,
    ${pick('last_names', 'intDiv(h_name, 4096)')} AS last_name,
    replaceAll(${pick('last_names_folded', 'intDiv(h_name, 4096)')}, ' ', '') AS last_word,
    ${titleSql()},
    ${companySql(ofCompany)},
    multiIf(h_shape % 7 < 4, concat(title, ' at ', company_name), h_shape % 7 < 6, concat('Helping teams with ', about), '') AS headline,
    multiIf(h_shape % 7 < 4, concat('at ', company_folded), h_shape % 7 < 6, concat('helping teams with ', about_folded), '') AS headline_folded,
    if(h_place % 10 < 7, company_place, ${pick('places', 'intDiv(h_place, 16)')}) AS home,
    if(h_place % 10 < 7, company_place_terms, ${pick('place_terms', 'intDiv(h_place, 16)')}) AS home_terms,
    arrayDistinct(splitByChar(' ', title_text)) AS title_words,
    arrayDistinct(splitByChar(' ', trimBoth(replaceRegexpAll(
      concat(headline_folded, ' ', company_folded, ' ', industry_folded, ' ', keywords_folded), ' +', ' ')))) AS about_words,
    if(h_contact % 10 < 7, concat(first_word, '.', last_word, toString(code % 89), '@', domain), '') AS mail,
    if(h_contact % 10 BETWEEN 5 AND 7, concat('+1555', leftPad(toString(intDiv(h_contact, 16) % 10000000), 7, '0')), '') AS phone
  SELECT id, 0, concat('in/', first_word, '-', last_word, '-', lower(hex(code))), mail, domain,
    arrayConcat([concat('${termOf.seniority('')}', title_parts[2]), concat('${termOf.department('')}', title_parts[3]),
        concat('z:', toString(${bandSql(COMPANY_SIZE_BANDS, 'employees')})), concat('r:', toString(${bandSql(REVENUE_BANDS, 'revenue')}))],
      splitByChar('\\n', industry_terms_of), splitByChar('\\n', home_terms), [concat('${termOf.company_domain('')}', domain)],
      if(mail = '', [], ['${termOf.contact('email')}']), if(phone = '', [], ['${termOf.contact('phone')}']),
      arrayMap(word -> concat('${termOf.title_word('')}', word), title_words),
      arrayMap(word -> concat('${termOf.other_word('')}', word), arrayExcept(about_words, title_words))),
    toJSONString([first_name, last_name, headline, title, title_parts[2], title_parts[3], home, phone, '',
      concat('in/', first_word, '-', last_word, '-', lower(hex(code))), mail]),
    toJSONString([company_name, domain, concat('https://www.linkedin.com/company/', company_slug), concat('https://www.', domain), '',
      industry_parts[1], industry_parts[2], company_place, keywords, toString(employees), toString(revenue)])
  FROM numbers({from:UInt64}, {to:UInt64} - {from:UInt64}) SETTINGS max_block_size = ${BLOCK_ROWS}`;
}

/** A title alone, or with what its holder works on, where, and in which place. */
function titleSql(): string {
  return `splitByChar('|', ${pick('titles', 'h_title')}) AS title_parts, ${pick('titles_folded', 'h_title')} AS title_folded,
    h_shape % 100 AS shape,
    ${pick('specialties', 'h_about')} AS about, ${pick('specialties_folded', 'h_about')} AS about_folded,
    ${pick('regions', 'intDiv(h_about, 4096)')} AS region, ${pick('regions_folded', 'intDiv(h_about, 4096)')} AS region_folded,
    ${pick('prefixes', 'intDiv(h_about, 1048576)')} AS prefix, ${pick('prefixes_folded', 'intDiv(h_about, 1048576)')} AS prefix_folded,
    multiIf(shape < 55, title_parts[1], shape < 80, concat(title_parts[1], ', ', about),
      shape < 92, concat(title_parts[1], ' ', about, ' - ', region), concat(prefix, ' ', title_parts[1], ', ', about)) AS title,
    multiIf(shape < 55, title_folded, shape < 80, concat(title_folded, ' ', about_folded),
      shape < 92, concat(title_folded, ' ', about_folded, ' ', region_folded),
      concat(prefix_folded, ' ', title_folded, ' ', about_folded)) AS title_text`;
}

/** What everybody at a company shares follows from the company's number alone; its name is its own. */
function companySql(ofCompany: (salt: number) => string): string {
  const round = 'intDiv(company, length(starts) * length(ends) * length(forms))';
  const start = 'starts[1 + company % length(starts)]';
  const end = 'ends[1 + intDiv(company, length(starts)) % length(ends)]';
  const form = (list: string): string => pick(list, 'intDiv(company, length(starts) * length(ends))');
  const about = (salt: number, list: string): string => pick(list, ofCompany(salt));
  const spread = `pow(10, (${ofCompany(2)} / 18446744073709551616. - 0.6) * 1.6)`;
  return `if(${round} = 0, '', concat(' ', toString(${round} + 1))) AS counter,
    concat(${start}, ${end}, ' ', ${form('forms')}, counter) AS company_name,
    concat(lower(${start}), ${end}, ' ', ${form('forms_folded')}, counter) AS company_folded,
    replaceAll(company_folded, ' ', '-') AS company_slug,
    concat(replaceAll(company_folded, ' ', ''), '.', ${pick('domains', ofCompany(1))}) AS domain,
    least(toUInt64(75 * sqrt({companies:UInt64} / (company + 0.5)) * ${spread}), 700000) AS employees,
    employees * (40000 + ${ofCompany(3)} % 260000) AS revenue,
    splitByChar('|', ${about(4, 'industries')}) AS industry_parts, ${about(4, 'industries_folded')} AS industry_folded,
    ${about(4, 'industry_terms')} AS industry_terms_of,
    ${about(5, 'places')} AS company_place, ${about(5, 'place_terms')} AS company_place_terms,
    concat(${about(6, 'specialties')}, ', ', ${about(7, 'specialties')}, ', ', ${about(8, 'specialties')}) AS keywords,
    concat(${about(6, 'specialties_folded')}, ' ', ${about(7, 'specialties_folded')}, ' ', ${about(8, 'specialties_folded')}) AS keywords_folded`;
}
