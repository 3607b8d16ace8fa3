/** A snippet as messages use it, default or of an organization. */
export interface Segment {
  id: number;
  /** Null for default snippets. */
  organization_id: number | null;
  name: string;
  instructions: string;
  amount_of_sentences: number;
  /** Ids of research tasks. */
  enrichment_sources: readonly number[];
}

/** Ids of organizations' snippets begin here. */
export const FIRST_CUSTOM_SEGMENT = 1000;

const segment = (
  id: number,
  name: string,
  amount_of_sentences: number,
  enrichment_sources: readonly number[],
  instructions: string,
): Segment => ({ id, organization_id: null, name, instructions, amount_of_sentences, enrichment_sources });

/** The built-in snippets. Messages store their ids: they never change and are never reused. Their sources are built-in research tasks. */
export const DEFAULT_SEGMENTS: readonly Segment[] = [
  segment(
    1,
    'Opening line',
    1,
    [11],
    'Open the message with one specific thing the company of this lead makes or does, and for whom. Say it the way a colleague would who has read their website. No flattery, no question.',
  ),
  segment(
    2,
    'Recent news',
    1,
    [12],
    'Mention the most important news about the company of this lead from the last months, and when it was. Say it as an occasion to write, without congratulating twice.',
  ),
  segment(
    3,
    'Open positions',
    1,
    [13],
    'Mention which kinds of people the company of this lead is looking for at the moment, and what that says about where the company is going.',
  ),
  segment(
    4,
    'Technology they use',
    1,
    [14],
    'Mention one or two telling tools the company of this lead uses on its website, in passing, like a person who knows them.',
  ),
  segment(
    5,
    'Whom they serve',
    1,
    [15],
    'Say who the customers of the company of this lead are, in a way that shows you understand their market.',
  ),
  segment(
    6,
    'Growth and funding',
    1,
    [18],
    'Mention the last funding round or sign of growth of the company of this lead, with amount and month where they are known.',
  ),
  segment(
    7,
    'Why we write to you',
    2,
    [11, 12],
    'Connect something specific about the company of this lead with this offer: {{product_description}} The first sentence states the fact about them, the second why the offer may matter to them because of it.',
  ),
];

const byId = new Map(DEFAULT_SEGMENTS.map((one) => [one.id, one]));

export function findDefaultSegment(id: number): Segment | undefined {
  return byId.get(id);
}
