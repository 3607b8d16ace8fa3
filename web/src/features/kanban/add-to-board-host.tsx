import { lazy, Suspense, useEffect } from 'react';
import { chooseBoardFor, useChosenLead } from './add-to-board.ts';

const AddToBoardDialog = lazy(() =>
  import('./dialogs/add-to-board-dialog.tsx').then((file) => ({ default: file.AddToBoardDialog })),
);

/** Place of the dialog on a screen that shows leads. */
export function AddToBoardHost() {
  const lead = useChosenLead();
  useEffect(() => () => chooseBoardFor(undefined), []);
  return lead ? (
    <Suspense fallback={null}>
      <AddToBoardDialog key={lead.id} lead={lead} onClose={() => chooseBoardFor(undefined)} />
    </Suspense>
  ) : null;
}
