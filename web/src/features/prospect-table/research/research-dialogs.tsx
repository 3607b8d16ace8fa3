import { DeleteColumnDialog } from '../../research-columns/index.ts';
import { ResearchDialog, type ResearchView } from '../../research-tasks/index.ts';
import type { FilterColumn } from '../filters/filter-columns.ts';
import { AutomaticDialog } from './automatic-dialog.tsx';
import type { useListResearch } from './use-list-research.ts';

interface ResearchDialogsProps {
  searchId: number;
  custom: readonly FilterColumn[];
  research: ReturnType<typeof useListResearch>;
  dialog: { view: ResearchView | undefined; onView: (view: ResearchView | undefined) => void };
}

/** The research dialog of a list, that of a column on new leads, and the question before a column goes. */
export function ResearchDialogs({ searchId, custom, research, dialog }: ResearchDialogsProps) {
  const { tasks, request, deleting, setDeleting, automatic, setAutomatic } = research;
  return (
    <>
      {dialog.view ? (
        <ResearchDialog
          searchId={searchId}
          table={request}
          columns={tasks}
          view={dialog.view}
          onView={dialog.onView}
          onAutomatic={(promptId) => {
            dialog.onView(undefined);
            setAutomatic(tasks.find(({ id }) => id === promptId));
          }}
        />
      ) : null}
      {automatic ? (
        <AutomaticDialog
          searchId={searchId}
          task={automatic}
          columns={[...custom, ...research.filterColumns]}
          onClose={() => setAutomatic(undefined)}
        />
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
