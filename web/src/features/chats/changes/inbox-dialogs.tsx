import type { ChatPreview } from '@overture/contract/chats';
import { Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { InboxCommands, OpenDialog } from './use-inbox-commands.ts';

// No page needs them to render.
const AssignDialog = lazyPart(() => import('./assign-dialog.tsx').then((file) => ({ default: file.AssignDialog })));
const ClassDialog = lazyPart(() =>
  import('../classes/class-dialog.tsx').then((file) => ({ default: file.ClassDialog })),
);
const LabelsDialog = lazyPart(() => import('../labels-dialog.tsx').then((file) => ({ default: file.LabelsDialog })));
const ManyLabelsDialog = lazyPart(() =>
  import('./many-labels-dialog.tsx').then((file) => ({ default: file.ManyLabelsDialog })),
);
const ReminderDialog = lazyPart(() =>
  import('./reminder-dialog.tsx').then((file) => ({ default: file.ReminderDialog })),
);

interface InboxDialogsProps {
  dialog: OpenDialog | undefined;
  /** As they are now: what is shown follows what is changed. */
  known: readonly ChatPreview[];
  commands: InboxCommands;
  onClose: () => void;
  onReminded: (ids: readonly number[]) => void;
}

/** The dialogs of one conversation or many. */
export function InboxDialogs({ dialog, ...props }: InboxDialogsProps) {
  return <Suspense fallback={null}>{dialog ? <Opened dialog={dialog} {...props} /> : null}</Suspense>;
}

function Opened({ dialog, known, commands, onClose, onReminded }: InboxDialogsProps & { dialog: OpenDialog }) {
  const given = { chats: dialog.chats, change: commands.change, onClose };
  switch (dialog.kind) {
    case 'assign':
      return <AssignDialog {...given} />;
    case 'class':
      return <ClassDialog {...given} />;
    case 'remind':
      return <ReminderDialog {...given} onReminded={(chats) => onReminded(chats.map((chat) => chat.prospect.id))} />;
    case 'labels': {
      const [only, ...others] = dialog.chats;
      if (!only || others.length > 0) return <ManyLabelsDialog {...given} />;
      const { prospect } = known.find((chat) => chat.prospect.id === only.prospect.id) ?? only;
      return <LabelsDialog key={prospect.id} prospect={prospect} onClose={onClose} />;
    }
  }
}
