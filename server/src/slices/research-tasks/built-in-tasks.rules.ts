import type { OutputType } from '@overture/domain/leads/lead-columns';
import type { ContactLookup, ResearchSource } from '@overture/domain/money/credits';

/** A task as columns, runs and filters use it, built-in or of an organization. */
export interface ResearchTask {
  id: number;
  /** Null for built-in tasks. */
  organization_id: number | null;
  name: string;
  /** The task's key in messages: `{{ research.recent_news }}`. Contact look-ups have none: they fill fields. */
  key: string | null;
  prompt: string;
  output_type: OutputType;
  required_sources: readonly ResearchSource[];
  data_enrichment_type: ContactLookup | null;
  icon: string | null;
  /** A shorter heading for its column. */
  alias: string | null;
  /** Whether it runs for leads for which a column that the question names is empty. */
  runs_with_empty: boolean;
  version: number;
  /** The version since which the question is what it is. */
  question_version: number;
}

/** Ids of organizations' tasks begin here. */
export const FIRST_CUSTOM_TASK = 1000;

const UNCHANGED = { runs_with_empty: true, version: 1, question_version: 1 };

const lookUp = (id: number, type: ContactLookup, name: string, alias: string, icon: string): ResearchTask => ({
  id,
  organization_id: null,
  name,
  key: null,
  prompt: '',
  output_type: 'SHORT_TEXT',
  required_sources: [],
  data_enrichment_type: type,
  icon,
  alias,
  ...UNCHANGED,
});

const research = (
  id: number,
  name: string,
  output_type: OutputType,
  required_sources: readonly ResearchSource[],
  given: { key: string; icon: string; prompt: string },
): ResearchTask => ({
  id,
  organization_id: null,
  name,
  output_type,
  required_sources,
  data_enrichment_type: null,
  alias: null,
  ...UNCHANGED,
  ...given,
});

/** The built-in tasks. Results store their ids: they never change and are never reused. */
export const BUILT_IN_TASKS: readonly ResearchTask[] = [
  lookUp(1, 'FIND_EMAIL', 'Find email', 'Found email', 'mail'),
  lookUp(2, 'FIND_PHONE', 'Find phone number', 'Found phone number', 'phone'),
  lookUp(3, 'FIND_WEBSITE', 'Find company website', 'Found website', 'globe'),
  research(11, 'Company summary', 'LONG_TEXT', ['COMPANY_WEBSITE'], {
    key: 'company_summary',
    icon: 'building',
    prompt:
      'Which products or services does the company of this lead offer, and to which customers? Answer in two or three plain sentences that also say what sets it apart, in the words of its own website but without advertising language.',
  }),
  research(12, 'Recent news', 'LONG_TEXT', ['GOOGLE_NEWS'], {
    key: 'recent_news',
    icon: 'newspaper',
    prompt:
      'Name the most important news about the company of this lead in the last six months (launches, partnerships, new executives, expansion, awards) in one or two sentences, with the month. Leave out share prices and news about other companies of a similar name.',
  }),
  research(13, 'Is hiring', 'BOOLEAN', ['LINKEDIN_JOBS'], {
    key: 'is_hiring',
    icon: 'users',
    prompt:
      'Is the company of this lead hiring at the moment? Yes when at least one open position is listed, no when its list of open positions is empty. Name the kinds of positions in the explanation.',
  }),
  research(14, 'Technology stack', 'SHORT_TEXT', ['BUILT_WITH'], {
    key: 'technology_stack',
    icon: 'layers',
    prompt:
      'List the most telling technologies the company of this lead uses on its website (shop, content, analytics, marketing, CRM, support), separated by commas, at most ten.',
  }),
  research(15, 'Target customers', 'SHORT_TEXT', ['COMPANY_WEBSITE', 'GOOGLE_SEARCH'], {
    key: 'target_customers',
    icon: 'target',
    prompt:
      'Who are the customers the company of this lead sells to? Answer in one short phrase that names kind, size and industry, such as: mid-sized logistics companies in Europe.',
  }),
  research(16, 'Sells to businesses', 'BOOLEAN', ['COMPANY_WEBSITE'], {
    key: 'sells_to_businesses',
    icon: 'briefcase',
    prompt:
      'Are the customers to whom the company of this lead sells its products mainly other businesses? Yes for business-to-business, no when it mainly sells to consumers.',
  }),
  research(17, 'ICP fit', 'SCORE', ['COMPANY_WEBSITE', 'GOOGLE_SEARCH'], {
    key: 'icp_fit',
    icon: 'gauge',
    prompt:
      'How well does the company of this lead fit this ideal customer profile: {{icp_description}} 5: everything known fits; 3: some of it fits; 1: it clearly does not fit. Explain which points of the profile decided it.',
  }),
  research(18, 'Recent funding', 'SHORT_TEXT', ['GOOGLE_NEWS', 'GOOGLE_SEARCH'], {
    key: 'recent_funding',
    icon: 'coins',
    prompt:
      'What was the last funding round of the company of this lead? Answer with round, amount, month and leading investors, such as: Series B, $40M, May 2026, led by Northern Capital.',
  }),
  research(19, 'Year founded', 'NUMBER', ['COMPANY_WEBSITE', 'GOOGLE_SEARCH'], {
    key: 'year_founded',
    icon: 'calendar',
    prompt: 'In which year was the company of this lead founded? Answer with the year as a number.',
  }),
];

const byId = new Map(BUILT_IN_TASKS.map((task) => [task.id, task]));

export function findBuiltInTask(id: number): ResearchTask | undefined {
  return byId.get(id);
}

/** The built-in task with this key in messages. */
export function findBuiltInId(key: string): number | null {
  return BUILT_IN_TASKS.find((task) => task.key === key)?.id ?? null;
}

/** Replaces an ideal customer profile that was not written yet: what most companies that sell to businesses look for. */
const ANY_PROFILE =
  'an established business with more than ten employees, a website that shows what it sells, and signs of growth such as open positions, new products or new markets.';

/** Instructions with the organization's facts filled in; variables of the lead stay. */
export function fillOrganization(
  prompt: string,
  organization: { icp_description: string | null; product_description: string | null },
): string {
  const values: Record<string, string> = {
    icp_description: organization.icp_description?.trim() || ANY_PROFILE,
    product_description: organization.product_description?.trim() || 'our product',
  };
  return prompt.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : whole,
  );
}
