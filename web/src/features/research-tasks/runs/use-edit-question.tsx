import { type EnrichmentPrompt, enrichmentEndpoints, type RerunChoice } from '@overture/contract/enrichment';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { useEditConflict } from '../../../lib/edits/use-edit-conflict.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { refetchColumns } from '../../research-columns/index.ts';
import { words } from '../question-texts.ts';
import type { TaskDraft } from '../task-draft.ts';
import { t } from '../texts.ts';

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
    mutationFn: ({ results, version }: { results: RerunChoice; version: number }) =>
      call(enrichmentEndpoints.editResearchTask, {
        params: { id: base?.id ?? 0 },
        body: { ...draft, name: draft.name.trim(), version, search_id: searchId, results },
      }),
    onSuccess: async (_, { results }) => {
      onSaved();
      toast.success(results === 'keep' ? words('question_saved') : t('started'), { duration: 3000 });
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
      onBase(task);
      save.mutate({ results, version: task.version });
    },
    seeTheirs: ({ task }) => {
      const mine = draft;
      onBase(task);
      onDraft({ ...task, required_sources: [...task.required_sources] });
      return () => onDraft(mine);
    },
  });
  return {
    isSaving: save.isPending,
    conflict: conflict.dialog,
    saveQuestion: (choice: RerunChoice) => save.mutate({ results: choice, version: base?.version ?? 0 }),
  };
}

/** What both changed. Leads never run again without a look at what the other one did: that would pay for them twice. */
function listOverlap(base: EnrichmentPrompt, mine: TaskDraft, theirs: EnrichmentPrompt, results: RerunChoice) {
  const fields = (['name', 'prompt', 'output_type'] as const).map((name) => ({
    name,
    theirs: theirs[name],
    mine: mine[name],
  }));
  return fields
    .filter(({ name }) => results !== 'keep' || (theirs[name] !== base[name] && mine[name] !== base[name]))
    .filter(({ theirs: one, mine: other }) => one !== other)
    .map(({ name, ...both }) => ({
      label: t(name === 'prompt' ? 'instructions' : name === 'name' ? 'name' : 'result_format'),
      ...both,
    }));
}
