import type { OutputType } from '@overture/domain/leads/lead-columns';
import type { ResearchSource } from '@overture/domain/money/credits';

/** A question as it is being written. */
export interface TaskDraft {
  name: string;
  prompt: string;
  output_type: OutputType;
  required_sources: ResearchSource[];
  runs_with_empty: boolean;
}

export const BLANK_DRAFT: TaskDraft = {
  name: '',
  prompt: '',
  output_type: 'SHORT_TEXT',
  required_sources: [],
  runs_with_empty: false,
};

export function toDraft({ name, prompt, output_type, required_sources, runs_with_empty }: TaskDraft): TaskDraft {
  return { name, prompt, output_type, required_sources: [...required_sources], runs_with_empty };
}

/** True where a draft asks for something else than the task it began with. */
export function isOtherTask(draft: TaskDraft, before: TaskDraft): boolean {
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
