import { DeleteColumnDialog } from '../../research-columns/index.ts';
import { ResearchDialog, type ResearchView } from '../../research-tasks/index.ts';
import type { useListResearch } from './use-list-research.ts';

interface ResearchDialogsProps {
  searchId: number;
  research: ReturnType<typeof useListResearch>;
  dialog: { view: ResearchView | undefined; onView: (view: ResearchView | undefined) => void };
}

/** The research dialog of a list, and the question before a column goes. */
export function ResearchDialogs({ searchId, research, dialog }: ResearchDialogsProps) {
  const { tasks, request, deleting, setDeleting } = research;
  return (
    <>
      {dialog.view ? (
        <ResearchDialog searchId={searchId} table={request} columns={tasks} view={dialog.view} onView={dialog.onView} />
      ) : null}
      <DeleteColumnDialog
        searchId={searchId}
        task={deleting}
        onClose={() => setDeleting(undefined)}
        onDeleted={() => setDeleting(undefined)}
      />
    </>
  );
}
