import { INBOX_LIMITS } from '@overture/domain/limits';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { ActionMenu } from '../../../ui/overlays/action-menu.tsx';
import { t } from '../texts.ts';

const CHOICES = [5, INBOX_LIMITS.undo_in_seconds, 20, 30, INBOX_LIMITS.undo_max_in_seconds] as const;

/** How long a message can be taken back, as chosen on this device. */
export function undoSeconds(): number {
  const stored = readStored('undo-seconds', INBOX_LIMITS.undo_in_seconds);
  return CHOICES.find((seconds) => seconds === stored) ?? INBOX_LIMITS.undo_in_seconds;
}

/** Chooses it for the messages after this one. */
export function UndoTime({ className }: { className: string }) {
  const [chosen, setChosen] = useState(undoSeconds);
  return (
    <ActionMenu
      label={t('undo_time')}
      position="top-start"
      entries={CHOICES.map((seconds) => ({
        id: String(seconds),
        icon: seconds === chosen ? <IconCheck size={15} aria-hidden /> : <span className="w-4" />,
        label: t('undo_for', { seconds }),
        onSelect: () => {
          setChosen(seconds);
          writeStored('undo-seconds', seconds);
        },
      }))}
    >
      <button type="button" className={className}>
        {t('undo_time')}
      </button>
    </ActionMenu>
  );
}
