import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import type { OutputType } from '@overture/domain/leads/lead-columns';
import { CONTACT_LOOKUP_COSTS, costResearch, type ResearchSource } from '@overture/domain/money/credits';
import { isBlank } from '@overture/domain/text/text';
import { useState } from 'react';
import { ApiError, errorMessage } from '../../lib/api/api-client.ts';
import { serverErrors } from '../../lib/api/form-schema.ts';
import { useUser } from '../../lib/api/session.ts';
import { type TableRequest, useStartResearch } from './runs/use-start-research.ts';
import { t } from './texts.ts';

export interface TaskDraft {
  name: string;
  prompt: string;
  output_type: OutputType;
  required_sources: ResearchSource[];
  runs_with_empty: boolean;
}

const blank: TaskDraft = {
  name: '',
  prompt: '',
  output_type: 'SHORT_TEXT',
  required_sources: [],
  runs_with_empty: false,
};

interface TaskFormInput {
  searchId: number;
  table: TableRequest;
  /** Left out for a new task. */
  task: EnrichmentPrompt | undefined;
  isColumn: boolean;
  onStarted: () => void;
}

export type TaskFormState = ReturnType<typeof useTaskForm>;

function toDraft({ name, prompt, output_type, required_sources, runs_with_empty }: TaskDraft): TaskDraft {
  return { name, prompt, output_type, required_sources: [...required_sources], runs_with_empty };
}

/** True where a draft asks for something else than the task it began with. */
function isOtherTask(draft: TaskDraft, before: TaskDraft): boolean {
  return (
    draft.name.trim() !== before.name ||
    draft.prompt.trim() !== before.prompt.trim() ||
    draft.output_type !== before.output_type ||
    draft.runs_with_empty !== before.runs_with_empty ||
    !sameSet(draft.required_sources, before.required_sources)
  );
}

const sameSet = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((item) => right.includes(item));

/** Draft of a research task with what may be changed in it, what it costs and how it starts. */
export function useTaskForm({ searchId, table, task, isColumn, onStarted }: TaskFormInput) {
  const flags = useUser().organization.branding_settings;
  const [draft, setDraft] = useState<TaskDraft>(() => toDraft(task ?? blank));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const rules = describeDraft(task, draft, isColumn, flags.custom_ai_research_tasks_enabled);
  const start = useStartResearch(searchId, table, {
    onStarted,
    onRefused: (error) => {
      const found = findProblems(error);
      setProblems(found);
      return Object.keys(found).length > 0;
    },
  });

  function change(next: Partial<TaskDraft>) {
    setDraft((current) => ({ ...current, ...next }));
    setProblems({});
  }
  function run(prospect_limit: number) {
    if (isColumn) return start.mutate({ kind: 'continue', prompt_id: task?.id, prospect_limit });
    start.mutate({
      kind: 'add',
      prompt_id: rules.promptId,
      ...draft,
      name: draft.name.trim(),
      prospect_limit,
    });
  }
  return {
    draft,
    problems,
    setProblems,
    isColumn,
    ...rules,
    costPerLead: calculateCost(task, draft, rules.isFixed),
    /** Other lists that a change reaches as well. */
    otherLists: rules.isChanged && rules.isOwn ? (task?.searches.filter((id) => id !== searchId).length ?? 0) : 0,
    canStart: canStartDraft(draft, rules.isLookup),
    isPending: start.isPending,
    change,
    run,
  };
}

/** What may be changed in a task, and which task its start uses. */
function describeDraft(task: EnrichmentPrompt | undefined, draft: TaskDraft, isColumn: boolean, mayCustomize: boolean) {
  const isLookup = task?.is_data_enrichment ?? false;
  const isChanged = isOtherTask(draft, task ?? blank);
  const isOwn = task !== undefined && task.organization_id !== null;
  return {
    isLookup,
    isChanged,
    isOwn,
    isFixed: isLookup || isColumn || (task !== undefined && !mayCustomize),
    /**
     * The task that is started; undefined if the start creates one. A changed built-in task becomes a task of the organization;
     * its own tasks are changed themselves.
     */
    promptId: isColumn || isOwn || !isChanged ? task?.id : undefined,
  };
}

function canStartDraft(draft: TaskDraft, isLookup: boolean): boolean {
  if (isBlank(draft.name)) return false;
  return isLookup || (draft.required_sources.length > 0 && !isBlank(draft.prompt));
}

function calculateCost(task: EnrichmentPrompt | undefined, draft: TaskDraft, isFixed: boolean): number {
  if (task?.data_enrichment_type) return CONTACT_LOOKUP_COSTS[task.data_enrichment_type];
  return task && isFixed ? task.cost_per_lead : costResearch(draft.required_sources, 1);
}

/** What the server refused, by field. */
function findProblems(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'research_name_taken') return { name: errorMessage(error, t('name_taken')) };
  if (error.code === 'research_sources_missing') return { required_sources: errorMessage(error, t('no_sources')) };
  return serverErrors(error);
}
