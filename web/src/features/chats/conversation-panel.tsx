import { useCallback, useRef } from 'react';
import { InboxDialogs } from './changes/inbox-dialogs.tsx';
import { useInboxCommands } from './changes/use-inbox-commands.ts';
import { usePresences } from './presence/use-presences.ts';
import type { TextField } from './text-field.ts';
import { Conversation } from './thread/conversation.tsx';
import { useChatActions } from './use-chat-actions.ts';

/** A conversation beside something else than the list: a board. */
export function ConversationPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const actions = useChatActions();
  const textRef = useRef<TextField>(null);
  const goOn = useCallback(() => undefined, []);
  const { commands, dialog, closeDialog } = useInboxCommands(goOn);
  const presences = usePresences();
  return (
    <>
      <Conversation
        key={id}
        id={id}
        known={undefined}
        actions={actions}
        commands={commands}
        answering={presences.get(id)}
        textRef={textRef}
        onBack={onClose}
        onGoOn={onClose}
        onDiscarded={goOn}
      />
      <InboxDialogs dialog={dialog} known={[]} commands={commands} onClose={closeDialog} onReminded={goOn} />
    </>
  );
}
