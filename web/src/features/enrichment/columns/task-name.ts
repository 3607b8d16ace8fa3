import type { EnrichmentPrompt } from '@overture/contract/enrichment';

/** Heading of a task's column: its shorter name where it has one. */
export function columnName(task: Pick<EnrichmentPrompt, 'name' | 'alias'>): string {
  return task.alias || task.name;
}
