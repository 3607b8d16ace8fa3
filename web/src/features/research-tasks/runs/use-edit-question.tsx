import { type EnrichmentPrompt, enrichmentEndpoints, type RerunChoice } from '@overture/contract/enrichment';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { useEditConflict } from '../../../lib/edits/use-edit-conflict.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { refetchColumns } from '../../research-columns/index.ts';
import { words } from '../question-texts.ts';
import { sourceLabel } from '../source-label.ts';
import { type TaskDraft, toDraft } from '../task-draft.ts';
import { t } from '../texts.ts';
import { t as runTexts } from './texts.ts';

interface EditQuestionInput {
  searchId: number;
  /** What the edit began with; left out for a new task. */
  base: EnrichmentPrompt | undefined;
  draft: TaskDraft;
  onBase: (task: EnrichmentPrompt) => void;
  onDraft: (draft: TaskDraft) => void;
  onSaved: () => void;
  /** True where the failure was shown in place. */
  onRefused: (error: unknown) => boolean;
}

/** Saves a changed question of a column, with what happens to its results. */
export function useEditQuestion(input: EditQuestionInput) {
  const { searchId, base, draft, onBase, onDraft, onSaved, onRefused } = input;
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: ({ results, version, mine }: { results: RerunChoice; version: number; mine: TaskDraft }) =>
      call(enrichmentEndpoints.editResearchTask, {
        params: { id: base?.id ?? 0 },
        body: { ...mine, name: mine.name.trim(), version, search_id: searchId, results },
      }),
    onSuccess: async ({ started_cells }) => {
      onSaved();
      toast.success(started_cells === 0 ? words('question_saved') : runTexts('started'), { duration: 3000 });
      await refetchColumns(client);
    },
    onError: (error) => {
      if (conflict.take(error) || onRefused(error)) return;
      toast.error(errorMessage(error, words('question_failed')), { duration: 5000 });
    },
  });
  const results = save.variables?.results ?? 'keep';
  const conflict = useEditConflict<{ task: EnrichmentPrompt }>({
    overlap: ({ task }) => (base ? listOverlap(base, draft, task, results) : []),
    keepMine: ({ task }) => {
      // Before leads run again, every difference was shown: what is saved then is the whole of it.
      const mine = base && results === 'keep' ? findOwnChanges(base, draft, task) : draft;
      onBase(task);
      onDraft(mine);
      save.mutate({ results, version: task.version, mine });
    },
    seeTheirs: ({ task }) => {
      onBase(task);
      onDraft(task);
      return () => onDraft(draft);
    },
  });
  return {
    isSaving: save.isPending,
    conflict: conflict.dialog,
    saveQuestion: (choice: RerunChoice) => save.mutate({ results: choice, version: base?.version ?? 0, mine: draft }),
  };
}

const FIELDS = ['name', 'prompt', 'output_type', 'required_sources', 'runs_with_empty'] as const;
type Field = (typeof FIELDS)[number];

/** A field in words, to compare it and to show it. */
function describeField(name: Field, task: TaskDraft): string {
  if (name === 'runs_with_empty') return words(task.runs_with_empty ? 'yes' : 'no');
  if (name === 'required_sources')
    return task.required_sources
      .map((source) => sourceLabel(source))
      .toSorted()
      .join(', ');
  return name === 'output_type' ? t(task.output_type) : task[name].trim();
}

const LABELS: Record<Field, () => string> = {
  name: () => t('name'),
  prompt: () => t('instructions'),
  output_type: () => t('result_format'),
  required_sources: () => t('sources'),
  runs_with_empty: () => words('runs_with_empty'),
};

/** What one person changed, on top of what the other one saved: fields that only the other changed stay as they are now. */
function findOwnChanges(base: TaskDraft, mine: TaskDraft, theirs: TaskDraft): TaskDraft {
  const isMine = (name: Field) => describeField(name, mine) !== describeField(name, base);
  const changed = Object.fromEntries(FIELDS.filter(isMine).map((name) => [name, mine[name]]));
  return { ...toDraft(theirs), ...changed };
}

/** What both changed. Leads never run again without a look at what the other one did: that would pay for them twice. */
function listOverlap(base: EnrichmentPrompt, mine: TaskDraft, theirs: EnrichmentPrompt, results: RerunChoice) {
  const fields = FIELDS.map((name) => ({
    label: LABELS[name](),
    former: describeField(name, base),
    theirs: describeField(name, theirs),
    mine: describeField(name, mine),
  }));
  return fields
    .filter((field) => field.theirs !== field.mine)
    .filter((field) => results !== 'keep' || (field.theirs !== field.former && field.mine !== field.former))
    .map(({ former: _, ...shown }) => shown);
}
