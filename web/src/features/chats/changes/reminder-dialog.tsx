import type { ChatPreview } from '@overture/contract/chats';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { IconAlarmOff } from '@tabler/icons-react';
import { formatDateTime } from '../../../lib/format.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { leadName } from '../../leads/index.ts';
import { t } from '../texts.ts';
import { words } from './texts.ts';
import { TimeChoice } from './time-choice.tsx';
import type { ChangeChats } from './use-change-chats.ts';

interface ReminderDialogProps {
  chats: readonly ChatPreview[];
  change: ChangeChats;
  onClose: () => void;
  /** Called once a reminder is set: the conversation leaves the folder that is shown. */
  onReminded: (chats: readonly ChatPreview[]) => void;
}

/** When conversations come back: four presets, any other time, or no reminder. */
export function ReminderDialog({ chats, change, onClose, onReminded }: ReminderDialogProps) {
  const [first] = chats;
  const title =
    chats.length === 1 && first
      ? words('remind_of', { name: leadName(first.prospect) })
      : words('remind_many', { count: chats.length });
  function remind(at: Date) {
    void change(chats, { remind_at: at.toISOString() }, { said: t('reminded', { time: formatDateTime(at) }) });
    onReminded(chats);
    onClose();
  }
  function unset() {
    void change(chats, { remind_at: null }, { said: words('reminder_unset') });
    onClose();
  }
  return (
    <Dialog opened onClose={onClose} size="small" title={title}>
      <p className="mb-3 text-ink-3 text-table">{words('remind_text')}</p>
      <TimeChoice action={words('remind_set')} maxDays={INBOX_LIMITS.reminder_days} onChoose={remind} />
      {chats.some((chat) => chat.remind_at !== null) ? (
        <div className="mt-3 pt-3 border-t border-line">
          <AppButton kind="quiet" size="small" icon={<IconAlarmOff size={15} aria-hidden />} onClick={unset}>
            {words('remind_unset')}
          </AppButton>
        </div>
      ) : null}
    </Dialog>
  );
}
