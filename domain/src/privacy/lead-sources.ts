import { say, toSay } from '../text/say.ts';

/** Ways in for leads, in the words that people and the notice page read. */
export const LEAD_SOURCES = toSay({
  csv: 'CSV file',
  finder: 'Lead finder',
  linkedin_post: 'LinkedIn post',
  linkedin_group: 'LinkedIn group',
  linkedin_search: 'LinkedIn search',
  sales_navigator: 'Sales Navigator',
  recruiter: 'LinkedIn Recruiter',
  tool_import: 'Another outreach tool',
  archive: 'Archive of another organization',
  referral: 'Named in a reply',
  messaging: 'Wrote to us',
  manual: 'Entered by hand',
  enrichment: 'Contact data provider',
  list: 'List',
  example: 'Example data',
  unknown: 'Before sources were recorded',
});

export type LeadSourceKind = keyof typeof LEAD_SOURCES;

/** Longest stored detail of a source: a file name, an address of a search, a provider. */
export const SOURCE_DETAIL_MAX = 300;

/** Sources listed for a lead, the first and the newest. */
export const MOST_SOURCES_SHOWN = 50;

interface ShownSource {
  kind: LeadSourceKind;
  detail: string;
  row: number | null;
}

/** `CSV file “leads.csv”, row 12`. */
export function describeSource({ kind, detail, row }: ShownSource): string {
  const source = say(LEAD_SOURCES[kind]);
  if (detail === '') return row === null ? source : say('{source}, row {row}', { source, row });
  return row === null
    ? say('{source} “{detail}”', { source, detail })
    : say('{source} “{detail}”, row {row}', { source, detail, row });
}
