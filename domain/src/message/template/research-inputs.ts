import { parseCustomKey } from '../../leads/custom-columns.ts';
import { parseResearchKey } from './research-names.ts';

/** Fields of a lead that a question of research can name. Contact data is never sent to a model. */
export const RESEARCH_LEAD_INPUTS = {
  first_name: 'First name',
  last_name: 'Last name',
  full_name: 'Name',
  job_title: 'Job title',
  headline: 'Headline',
  location: 'Location',
  industry: 'Industry',
  company_name: 'Company',
  company_website: 'Company website',
  company_size: 'Employees',
  company_revenue: 'Revenue',
} as const;
export type ResearchLeadInput = keyof typeof RESEARCH_LEAD_INPUTS;

/** Different columns that one question can name. */
export const MAX_RESEARCH_INPUTS = 20;

const NAME = /\{\{\s{0,20}((?:custom|research)\.[\p{L}\p{N}_]{1,60}|\w{1,40})\s{0,20}\}\}/gu;

/** The text with each name in double braces replaced; what `replace` leaves out stays as it is. */
export function replaceNames(prompt: string, replace: (name: string) => string | undefined): string {
  return prompt.replace(NAME, (whole, name: string) => replace(name) ?? whole);
}

/** True for names of fields, and of custom and research columns, whether those exist or not. */
function isResearchInput(name: string): boolean {
  return Object.hasOwn(RESEARCH_LEAD_INPUTS, name) || parseCustomKey(name) !== null || parseResearchKey(name) !== null;
}

/** The columns that a question names, each once, in their order. */
export function listInputs(prompt: string): string[] {
  const names = [...prompt.matchAll(NAME)].map(([, name]) => name ?? '');
  return [...new Set(names)].filter((name) => isResearchInput(name));
}

/** The keys of research tasks that a question names. */
export function listResearchKeys(prompt: string): string[] {
  return listInputs(prompt).flatMap((name) => parseResearchKey(name) ?? []);
}

/**
 * The way on which a task comes to need its own result, as keys from the task to itself, or null.
 * @param prompts the questions of all tasks by their keys
 */
export function findInputCycle(key: string, prompts: ReadonlyMap<string, string>): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [key];
  for (const current of queue) {
    for (const next of listResearchKeys(prompts.get(current) ?? '')) {
      if (next === key) return [...walkBack(current, key, cameFrom), key];
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, current);
      queue.push(next);
    }
  }
  return null;
}

function walkBack(end: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [end];
  for (let current = end; current !== start; ) {
    current = cameFrom.get(current) ?? start;
    way.unshift(current);
  }
  return way;
}
