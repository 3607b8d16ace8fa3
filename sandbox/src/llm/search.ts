/** Words that name values, as a model would read them in a sentence about people. */
const INDUSTRIES: readonly (readonly [RegExp, string])[] = [
  [/paper mill/i, 'Paper and Forest Product Manufacturing'],
  [/software/i, 'Software Development'],
  [/brewer/i, 'Breweries'],
];
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/german/i, 'Germany'],
  [/dutch|netherlands/i, 'Netherlands'],
  [/ruritania/i, 'Ruritania'],
];

const namesIn = (sentence: string, names: readonly (readonly [RegExp, string])[]): string[] =>
  names.filter(([words]) => words.test(sentence)).map(([, name]) => name);

/** Filters for a sentence like "heads of sales at Dutch software companies over 200 people who like sailing". */
export function answerSearch(prompt: string) {
  const sentence = /<sentence>\n(.*)\n<\/sentence>/.exec(prompt)?.[1] ?? '';
  const [wanted = '', unwanted = ''] = sentence.split(/\b(?:but not|except)\b/i);
  const title = /^(\w+?)s? of (\w+)/i.exec(sentence);
  const more = /over (\d{1,9})/.exec(sentence)?.[1];
  const rest = / (who .*)$/.exec(sentence)?.[1];
  return {
    job_titles: title === null ? [] : [`${title[1]} of ${title[2]}`],
    excluded_job_titles: [],
    seniorities: [],
    departments: [],
    places: namesIn(wanted, PLACES),
    excluded_places: namesIn(unwanted, PLACES),
    industries: namesIn(wanted, INDUSTRIES),
    excluded_industries: namesIn(unwanted, INDUSTRIES),
    keywords: [],
    excluded_keywords: [],
    company_domains: [],
    excluded_company_domains: [],
    min_employees: more === undefined ? null : Number(more) + 1,
    max_employees: null,
    min_revenue_in_usd: null,
    max_revenue_in_usd: null,
    contact: /with an? email/i.test(sentence) ? ['email'] : [],
    not_expressed: rest === undefined ? [] : [rest],
  };
}
