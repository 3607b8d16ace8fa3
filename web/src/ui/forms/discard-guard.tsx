import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../overlays/confirm-dialog.tsx';
import { uiTexts } from '../ui-texts.ts';

interface DiscardGuard {
  /** What closing asks for: it asks first while something is not saved. */
  close: () => void;
  /** True while the question is open: Escape belongs to it then. */
  isAsking: boolean;
  /** To be placed beside the dialog that it guards. */
  question: ReactNode;
}

/** Escape, the cross and Cancel ask before text is lost. */
export function useDiscardGuard(isChanged: boolean, onClose: () => void): DiscardGuard {
  const [isAsking, setAsking] = useState(false);
  return {
    close: () => (isChanged ? setAsking(true) : onClose()),
    isAsking,
    question: (
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={uiTexts.discard_title}
        confirmLabel={uiTexts.discard}
        danger
        onConfirm={() => {
          setAsking(false);
          onClose();
        }}
      >
        {uiTexts.discard_text}
      </ConfirmDialog>
    ),
  };
}
