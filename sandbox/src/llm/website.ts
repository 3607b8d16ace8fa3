import { contentWords, type GivenSource, hits, sentencesOf, withRelated } from './answer.ts';

/** What each field is usually written with. */
const TELLING: Record<string, string> = {
  product_description: 'software product service platform offer build',
  usp_description: 'only first faster easier independent trusted',
  case_studies: 'customer customers case result saved',
  icp_description: 'companies teams manufacturers retailers clients for',
  pain_points: 'problem manual slow late errors',
};

/** Passes on, for each field, the sentences of the page that share most words with it; the name is the title of the first page. */
export function describeWebsite(pages: readonly GivenSource[]) {
  const [home] = pages;
  const fields = Object.entries(TELLING).flatMap(([field, words]) => {
    const wanted = withRelated(contentWords(words));
    const [best] = pages
      .flatMap(({ id, text }) => sentencesOf(text).map((quote) => ({ page: id, quote, count: hits(wanted, quote) })))
      .filter(({ count, quote }) => count > 0 && quote.length <= 300)
      .sort((one, other) => other.count - one.count);
    return best ? [{ field, text: best.quote, page: best.page }] : [];
  });
  const name = home?.title.split(/[|,:–-]/)[0]?.trim();
  return { fields: home && name ? [{ field: 'name', text: name, page: home.id }, ...fields] : fields };
}
