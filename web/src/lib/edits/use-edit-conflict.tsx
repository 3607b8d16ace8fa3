import { type ReactNode, Suspense, useState } from 'react';
import { toast } from '../../ui/feedback/toast.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ApiError } from '../api/api-client.ts';
import { formatDate, formatTime } from '../format.ts';
import { editTexts } from './texts.ts';

const ChangedDialog = lazyPart(() => import('./changed-dialog.tsx').then((file) => ({ default: file.ChangedDialog })));

/** A field that both changed, in words. */
export interface ChangedField {
  label: string;
  theirs: string;
  mine: string;
}

interface EditConflictOptions<Answer> {
  /** Fields that both changed differently. Empty: the change is saved again automatically, with a notice. */
  overlap: (current: Answer) => ChangedField[];
  /** Saves what was typed once more, on top of what is stored now. */
  keepMine: (current: Answer) => void;
  /** Shows what is stored now; answers the way back to what was typed. */
  seeTheirs: (current: Answer) => () => void;
}

interface Conflict<Answer> {
  current: Answer;
  fields: ChangedField[];
  who: string;
  when: string;
}

const SHOWN_IN_MS = 10_000;

/** `at 14:05` today, `on 12 Mar 2026 at 14:05` otherwise. */
export function momentWords(value: string, now: Date): string {
  const time = formatTime(value);
  const isToday = new Date(value).toDateString() === now.toDateString();
  return isToday ? editTexts('at', { time }) : editTexts('on', { date: formatDate(value), time });
}

/** Handles a conflict (`changed_meanwhile`): typed text is kept, and nothing is overwritten unseen. */
export function useEditConflict<Answer>(options: EditConflictOptions<Answer>): {
  /** Answers whether the error was such a refusal and is dealt with. */
  take: (error: unknown) => boolean;
  dialog: ReactNode;
} {
  const { overlap, keepMine, seeTheirs } = options;
  const [conflict, setConflict] = useState<Conflict<Answer>>();
  function take(error: unknown): boolean {
    if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile' || !error.current) return false;
    const current = error.current as Answer;
    const { changed_by: who = editTexts('someone'), changed_at } = error.details;
    const when = changed_at ? momentWords(changed_at, new Date()) : '';
    const fields = overlap(current);
    if (fields.length > 0) setConflict({ current, fields, who, when });
    else {
      toast.info(editTexts('both_kept', { who, when }), { duration: 5000 });
      keepMine(current);
    }
    return true;
  }
  function choose(act: (found: Conflict<Answer>) => void): void {
    setConflict(undefined);
    if (conflict) act(conflict);
  }
  function show({ current, who }: Conflict<Answer>) {
    const goBack = seeTheirs(current);
    const action = { label: editTexts('back_to_mine'), onSelect: goBack };
    toast.info(editTexts('shows_theirs', { who }), { duration: SHOWN_IN_MS, action });
  }
  const dialog = conflict ? (
    <Suspense fallback={null}>
      <ChangedDialog
        {...conflict}
        onClose={() => setConflict(undefined)}
        onTheirs={() => choose(show)}
        onMine={() => choose(({ current }) => keepMine(current))}
      />
    </Suspense>
  ) : null;
  return { take, dialog };
}
