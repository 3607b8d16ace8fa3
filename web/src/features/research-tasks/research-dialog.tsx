import { type EnrichmentPrompt, enrichmentEndpoints, type ResearchVersion } from '@overture/contract/enrichment';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { useDiscardGuard } from '../../ui/forms/discard-guard.tsx';
import { IconButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { DeleteColumnDialog } from '../research-columns/index.ts';
import { DeleteTaskDialog } from './delete-task-dialog.tsx';
import { QuestionHistory } from './history/question-history.tsx';
import { words } from './question-texts.ts';
import type { TableRequest } from './runs/use-start-research.ts';
import { StartMenu } from './start-menu.tsx';
import { TaskForm } from './task-form.tsx';
import { TaskPicker } from './task-picker.tsx';
import { t } from './texts.ts';
import { useTaskForm } from './use-task-form.ts';

/** What the dialog shows: all tasks, one of them, or a new one. */
export type ResearchView = { kind: 'tasks' } | { kind: 'task'; promptId: number } | { kind: 'new' };

interface ResearchDialogProps {
  searchId: number;
  table: TableRequest;
  /** Tasks that are columns of this list. */
  columns: readonly EnrichmentPrompt[];
  view: ResearchView;
  onView: (view: ResearchView | undefined) => void;
  /** Opens what runs a column for new leads. */
  onAutomatic: (promptId: number) => void;
}

/** AI research: choose a task, look at it or write one, and start it as a column of the list. */
export function ResearchDialog(props: ResearchDialogProps) {
  const { view, columns, onView } = props;
  const [deleting, setDeleting] = useState<EnrichmentPrompt | undefined>();
  const tasks = useQuery(queryOptions(enrichmentEndpoints.listResearchTasks));
  const chosen = view.kind === 'task' ? view.promptId : undefined;
  const task = [...columns, ...(tasks.data ?? [])].find(({ id }) => id === chosen);
  const isForm = view.kind === 'new' || task !== undefined;
  if (isForm) return <TaskDialog {...props} key={task?.id ?? 'new'} task={task} />;
  return (
    <>
      <Dialog opened onClose={() => onView(undefined)} title={t('title')} size="large">
        <TaskPicker
          tasks={tasks.data}
          problem={tasks.data === undefined ? tasks.error : null}
          onRetry={() => void tasks.refetch()}
          columnIds={new Set(columns.map(({ id }) => id))}
          onOpen={(picked) => onView({ kind: 'task', promptId: picked.id })}
          onCreate={() => onView({ kind: 'new' })}
          onDelete={setDeleting}
        />
      </Dialog>
      <DeleteTaskDialog task={deleting} onClose={() => setDeleting(undefined)} />
    </>
  );
}

/** One task in the same dialog: its form and how to start it. */
function TaskDialog(props: ResearchDialogProps & { task: EnrichmentPrompt | undefined }) {
  const { searchId, table, columns, task, onView } = props;
  const [isDeleting, setDeleting] = useState(false);
  const [isHistory, setHistory] = useState(false);
  const isColumn = task !== undefined && columns.some(({ id }) => id === task.id);
  const form = useTaskForm({ searchId, table, task, isColumn, onStarted: () => onView(undefined) });
  const guard = useDiscardGuard(form.isChanged, () => onView(undefined));
  const goBack = () => (isHistory ? setHistory(false) : onView({ kind: 'tasks' }));
  const back = useDiscardGuard(form.isChanged && !isHistory, goBack);
  function restore(version: ResearchVersion) {
    form.restore(version);
    setHistory(false);
  }
  return (
    <>
      <Dialog
        opened
        onClose={guard.close}
        size="large"
        closeOnOutside={!form.isChanged}
        title={
          <TaskTitle label={isHistory ? words('back_to_question') : t('back')} onBack={back.close}>
            {task?.name ?? t('create_task')}
          </TaskTitle>
        }
        footer={
          isHistory ? undefined : (
            <StartMenu
              searchId={searchId}
              table={table}
              form={form}
              onCancel={guard.close}
              onDelete={isColumn ? () => setDeleting(true) : undefined}
              onAutomatic={isColumn ? () => props.onAutomatic(task.id) : undefined}
            />
          )
        }
      >
        {isHistory && task ? (
          <QuestionHistory taskId={task.id} onRestore={form.canEdit ? restore : undefined} />
        ) : (
          <TaskForm task={task} form={form} onHistory={() => setHistory(true)} />
        )}
      </Dialog>
      {guard.question}
      {form.conflict}
      {back.question}
      <DeleteColumnDialog
        searchId={searchId}
        task={isDeleting ? task : undefined}
        onClose={() => setDeleting(false)}
        onDeleted={() => {
          setDeleting(false);
          onView(undefined);
        }}
      />
    </>
  );
}

function TaskTitle({ label, onBack, children }: { label: string; onBack: () => void; children: string }) {
  return (
    <span className="flex items-center gap-1.5 min-w-0 -ms-2">
      <IconButton label={label} size="small" onClick={onBack}>
        <IconArrowLeft size={17} aria-hidden />
      </IconButton>
      <span className="truncate">{children}</span>
    </span>
  );
}
