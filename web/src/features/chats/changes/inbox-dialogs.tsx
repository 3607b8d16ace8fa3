import type { ChatPreview } from '@overture/contract/chats';
import { LabelsDialog } from '../labels-dialog.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { ManyLabelsDialog } from './many-labels-dialog.tsx';
import { ReminderDialog } from './reminder-dialog.tsx';
import type { InboxCommands, OpenDialog } from './use-inbox-commands.ts';

interface InboxDialogsProps {
  dialog: OpenDialog | undefined;
  /** As they are now: what is shown follows what is changed. */
  known: readonly ChatPreview[];
  commands: InboxCommands;
  onClose: () => void;
  onReminded: (ids: readonly number[]) => void;
}

/** The dialogs of one conversation or many. */
export function InboxDialogs({ dialog, known, commands, onClose, onReminded }: InboxDialogsProps) {
  if (!dialog) return null;
  const given = { chats: dialog.chats, change: commands.change, onClose };
  switch (dialog.kind) {
    case 'assign':
      return <AssignDialog {...given} />;
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
