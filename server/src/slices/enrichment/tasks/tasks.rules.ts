import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import type { OutputType } from '@overture/domain/leads/lead-columns';
import { costContactLookup, costResearch, type ResearchSource } from '@overture/domain/money/credits';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import type { ResearchTask, TaskFields } from '../../research-tasks/index.ts';

/** A task as sent when starting research; missing fields are kept. */
export interface GivenTask {
  name?: string | null | undefined;
  prompt?: string | null | undefined;
  output_type?: OutputType | null | undefined;
  required_sources?: readonly ResearchSource[] | null | undefined;
  runs_with_empty?: boolean | null | undefined;
}

/** Credits one lead costs when something is found. */
export function costPerLead(task: Pick<ResearchTask, 'data_enrichment_type' | 'required_sources'>): number {
  return task.data_enrichment_type
    ? costContactLookup(task.data_enrichment_type, 1)
    : costResearch(task.required_sources, 1);
}

export function presentTask(task: ResearchTask, searches: readonly number[]): EnrichmentPrompt {
  return {
    id: task.id,
    name: task.name,
    key: task.key,
    prompt: task.prompt,
    output_type: task.output_type,
    required_sources: [...task.required_sources],
    organization_id: task.organization_id,
    is_data_enrichment: task.data_enrichment_type !== null,
    data_enrichment_type: task.data_enrichment_type,
    icon: task.icon,
    alias: task.alias,
    searches: [...searches],
    cost_per_lead: costPerLead(task),
    runs_with_empty: task.runs_with_empty,
    version: task.version,
    question_version: task.question_version,
  };
}

const BLANK: TaskFields = {
  name: '',
  prompt: '',
  output_type: 'SHORT_TEXT',
  required_sources: [],
  runs_with_empty: false,
};

/** The fields as they would be stored: given ones cleaned, the others as they were. */
export function mergeTask(given: GivenTask, before: TaskFields | null): TaskFields {
  const name = typeof given.name === 'string' ? toSingleLine(given.name.normalize('NFC')) : null;
  const prompt = typeof given.prompt === 'string' ? cleanText(given.prompt) : null;
  const kept = before ?? BLANK;
  return {
    name: name ?? kept.name,
    prompt: prompt ?? kept.prompt,
    output_type: given.output_type ?? kept.output_type,
    required_sources: [...new Set(given.required_sources ?? kept.required_sources)],
    runs_with_empty: given.runs_with_empty ?? kept.runs_with_empty,
  };
}

export type ChangedField = keyof TaskFields;

/** Which fields would change. The order of sources says nothing. */
export function changedFields(before: TaskFields, after: TaskFields): ChangedField[] {
  const sources = (fields: TaskFields): string => [...fields.required_sources].sort().join();
  const changed: ChangedField[] = [];
  if (before.name !== after.name) changed.push('name');
  if (before.prompt !== cleanText(after.prompt)) changed.push('prompt');
  if (before.output_type !== after.output_type) changed.push('output_type');
  if (sources(before) !== sources(after)) changed.push('required_sources');
  if (before.runs_with_empty !== after.runs_with_empty) changed.push('runs_with_empty');
  return changed;
}

/**
 * Why the fields can't be changed, or null: never those of contact look-ups, none of a column of this list, and not the format when results
 * exist.
 */
export function findLock(
  changed: readonly ChangedField[],
  task: { is_lookup: boolean; is_in_list: boolean; has_answers: boolean },
): string | null {
  if (changed.length === 0) return null;
  if (task.is_lookup) return 'This contact look-up cannot be changed.';
  if (task.is_in_list && changed.includes('required_sources')) {
    return 'The information sources cannot be changed once the task is in this list.';
  }
  if (task.is_in_list && changed.includes('output_type')) {
    return 'The result format cannot be changed once the task is in this list.';
  }
  if (task.is_in_list) return 'Name and instructions cannot be changed once the task is in this list.';
  return task.has_answers && changed.includes('output_type')
    ? 'The result format cannot be changed once leads were researched.'
    : null;
}
