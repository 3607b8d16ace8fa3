import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { CONTACT_LOOKUP_COSTS, costResearch } from '@overture/domain/money/credits';
import { isBlank } from '@overture/domain/text/text';
import { useState } from 'react';
import { ApiError, errorMessage } from '../../lib/api/api-client.ts';
import { serverErrors } from '../../lib/api/form-schema.ts';
import { useUser } from '../../lib/api/session.ts';
import { useEditQuestion } from './runs/use-edit-question.tsx';
import { type TableRequest, useStartResearch } from './runs/use-start-research.ts';
import { BLANK_DRAFT, isOtherTask, type TaskDraft, toDraft } from './task-draft.ts';
import { t } from './texts.ts';

interface TaskFormInput {
  searchId: number;
  table: TableRequest;
  /** Left out for a new task. */
  task: EnrichmentPrompt | undefined;
  isColumn: boolean;
  onStarted: () => void;
}

export type TaskFormState = ReturnType<typeof useTaskForm>;

/** Draft of a research task with what may be changed in it, what it costs and how it starts. */
export function useTaskForm({ searchId, table, task, isColumn, onStarted }: TaskFormInput) {
  const flags = useUser().organization.branding_settings;
  // What the edit began with: the task is fetched again while the form is open.
  const [base, setBase] = useState(task);
  const [draft, setDraft] = useState<TaskDraft>(() => toDraft(task ?? BLANK_DRAFT));
  const [isEditing, setEditing] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const rules = describeDraft(base, draft, isColumn && !isEditing, flags.custom_ai_research_tasks_enabled);
  const onRefused = (error: unknown) => {
    const found = findProblems(error);
    setProblems(found);
    return Object.keys(found).length > 0;
  };
  const start = useStartResearch(searchId, table, { onStarted, onRefused });
  const question = useEditQuestion({
    ...{ searchId, base, draft, onRefused },
    onBase: setBase,
    onDraft: (next) => setDraft(toDraft(next)),
    onSaved: onStarted,
  });

  function change(next: Partial<TaskDraft>) {
    setDraft((current) => ({ ...current, ...next }));
    setProblems({});
  }
  /** Puts a former question into the form: saving makes a new version of it. */
  function restore(former: TaskDraft) {
    setEditing(true);
    change(toDraft(former));
  }
  function run(prospect_limit: number) {
    if (isColumn) return start.mutate({ kind: 'continue', prompt_id: task?.id, prospect_limit });
    start.mutate({ kind: 'add', prompt_id: rules.promptId, ...draft, name: draft.name.trim(), prospect_limit });
  }
  return {
    draft,
    problems,
    setProblems,
    isColumn,
    taskId: task?.id,
    isEditing,
    /** A column whose question may be changed here. */
    canEdit: isColumn && rules.isOwn && flags.custom_ai_research_tasks_enabled,
    edit: () => setEditing(true),
    restore,
    /** True where more than the name is another one. */
    asksElse: isOtherTask({ ...draft, name: base?.name ?? '' }, base ?? BLANK_DRAFT),
    ...question,
    ...rules,
    costPerLead: calculateCost(task, draft, rules.isFixed),
    otherLists: rules.isChanged && rules.isOwn ? countOtherLists(task, searchId) : 0,
    canStart: canStartDraft(draft, rules.isLookup),
    isPending: start.isPending,
    change,
    run,
  };
}

/** What may be changed in a task, and which task its start uses. */
function describeDraft(task: EnrichmentPrompt | undefined, draft: TaskDraft, isColumn: boolean, mayCustomize: boolean) {
  const isLookup = task?.is_data_enrichment ?? false;
  const isChanged = isOtherTask(draft, task ?? BLANK_DRAFT);
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

/** Other lists that a change reaches as well. */
const countOtherLists = (task: EnrichmentPrompt | undefined, searchId: number): number =>
  task?.searches.filter((id) => id !== searchId).length ?? 0;

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
