import { Suspense, useEffect } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { chooseBoardFor, useChosenLeads } from './add-to-board.ts';

const AddToBoardDialog = lazyPart(() =>
  import('./dialogs/add-to-board-dialog.tsx').then((file) => ({ default: file.AddToBoardDialog })),
);

/** Place of the dialog on a screen that shows leads. */
export function AddToBoardHost() {
  const leads = useChosenLeads();
  useEffect(() => () => chooseBoardFor(undefined), []);
  return leads ? (
    <Suspense fallback={null}>
      <AddToBoardDialog key={leads.ids.join()} leads={leads} onClose={() => chooseBoardFor(undefined)} />
    </Suspense>
  ) : null;
}
