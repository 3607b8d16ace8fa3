import type { EnrichmentPrompt } from '@overture/contract/enrichment';

/** Heading of a task's column: the name in its form; a look-up is named by what it finds. */
export function columnName(task: Pick<EnrichmentPrompt, 'name' | 'alias'>): string {
  return task.alias || task.name;
}
