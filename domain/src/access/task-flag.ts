import type { FeatureFlag } from './feature-flags.ts';

/** The switch a research task needs; contact look-ups need none but that of research. */
export function flagOfTask(task: {
  organization_id: number | null;
  data_enrichment_type: string | null;
}): FeatureFlag | null {
  if (task.organization_id !== null) return 'custom_ai_research_tasks_enabled';
  return task.data_enrichment_type === null ? 'default_ai_research_tasks_enabled' : null;
}
