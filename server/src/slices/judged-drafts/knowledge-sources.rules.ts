import { isBlank } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { QuotedSource } from '../quoted-sources/index.ts';

/** What an organization says about itself, as far as a message may use it. */
const KNOWLEDGE_FIELDS = {
  name: 'Company name',
  product_description: 'Product',
  usp_description: 'Unique selling points',
  icp_description: 'Ideal customers',
  case_studies: 'Case studies',
  pain_points: 'Pain points',
  objections: 'Objections',
  competitors: 'Competitors',
} as const;
type KnowledgeField = keyof typeof KNOWLEDGE_FIELDS;
type Knowledge = Readonly<Partial<Record<KnowledgeField, string | null>>>;

const LONGEST_FIELD = 4_000;

/** Fields of the knowledge base as sources K1, K2, ... */
export function knowledgeSources(knowledge: Knowledge): QuotedSource[] {
  const fields = Object.keys(KNOWLEDGE_FIELDS) as KnowledgeField[];
  return fields
    .map((field) => ({ title: KNOWLEDGE_FIELDS[field], text: cutText(knowledge[field], LONGEST_FIELD).trim() }))
    .filter(({ text }) => text !== '')
    .map(({ title, text }, index) => toSource(`K${index + 1}`, title, text));
}

export function toSource(id: string, title: string, text: string): QuotedSource {
  return { id, title, text, url: id, fetched_url: id };
}

/** Fields that say nothing yet, by their names on the screen. */
export function listKnowledgeGaps(knowledge: Knowledge): string[] {
  const fields = Object.keys(KNOWLEDGE_FIELDS) as KnowledgeField[];
  return fields.filter((field) => isBlank(knowledge[field])).map((field) => KNOWLEDGE_FIELDS[field]);
}
