import type { ChatPreview } from '@overture/contract/chats';
import { useRef, useState } from 'react';
import { LabelsDialog } from './labels-dialog.tsx';
import { Conversation } from './thread/conversation.tsx';
import { useChatActions } from './use-chat-actions.ts';

/** A conversation beside something else than the list: a board. */
export function ConversationPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const actions = useChatActions();
  const textRef = useRef<HTMLTextAreaElement>(null);
  const [labelled, setLabelled] = useState<ChatPreview | undefined>();
  return (
    <>
      <Conversation
        key={id}
        id={id}
        known={undefined}
        actions={actions}
        textRef={textRef}
        onBack={onClose}
        onLabels={setLabelled}
      />
      {labelled ? <LabelsDialog prospect={labelled.prospect} onClose={() => setLabelled(undefined)} /> : null}
    </>
  );
}
