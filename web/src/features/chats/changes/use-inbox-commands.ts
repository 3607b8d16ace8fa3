import type { ChatPreview } from '@overture/contract/chats';
import { useMemo, useState } from 'react';
import { t } from '../texts.ts';
import { type ChangeChats, useChangeChats } from './use-change-chats.ts';

type DialogKind = 'class' | 'labels' | 'assign' | 'remind';

export interface OpenDialog {
  kind: DialogKind;
  chats: readonly ChatPreview[];
}

/** What can be done with one conversation or many, from a button, a menu or a key. */
export interface InboxCommands {
  archive: (chats: readonly ChatPreview[]) => void;
  toggleRead: (chats: readonly ChatPreview[]) => void;
  toggleFlag: (chats: readonly ChatPreview[]) => void;
  open: (kind: DialogKind, chats: readonly ChatPreview[]) => void;
  change: ChangeChats;
}

/** @param onLeave called before conversations leave the visible list */
export function useInboxCommands(onLeave: (ids: readonly number[]) => void) {
  const change = useChangeChats();
  const [dialog, setDialog] = useState<OpenDialog | undefined>();
  const commands = useMemo<InboxCommands>(
    () => ({
      change,
      open: (kind, chats) => setDialog({ kind, chats }),
      archive(chats) {
        const archived = !chats.every((chat) => chat.is_archived);
        onLeave(chats.map((chat) => chat.prospect.id));
        void change(
          chats,
          { archived },
          { said: t(archived ? 'archived_many' : 'restored_many', { count: chats.length }) },
        );
      },
      toggleRead(chats) {
        void change(chats, { read: !chats.every((chat) => !chat.has_unread) });
      },
      toggleFlag(chats) {
        void change(chats, { flagged: !chats.every((chat) => chat.prospect.is_flagged) });
      },
    }),
    [change, onLeave],
  );
  return { commands, dialog, closeDialog: () => setDialog(undefined) };
}
