import { TextInput } from '@mantine/core';
import type { ChatPreview } from '@overture/contract/chats';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { IconAlarm, IconAlarmOff, IconCalendarWeek, IconMoon, IconSun } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { leadName } from '../../leads/index.ts';
import { t } from '../texts.ts';
import { localInput, type ReminderTime, reminderTimes } from './reminder-times.ts';
import type { ChangeChats } from './use-change-chats.ts';

interface ReminderDialogProps {
  chats: readonly ChatPreview[];
  change: ChangeChats;
  onClose: () => void;
  /** Called once a reminder is set: the conversation leaves the folder that is shown. */
  onReminded: (chats: readonly ChatPreview[]) => void;
}

const icons: Record<ReminderTime['id'], ReactNode> = {
  hour: <IconAlarm size={16} aria-hidden />,
  evening: <IconMoon size={16} aria-hidden />,
  tomorrow: <IconSun size={16} aria-hidden />,
  monday: <IconCalendarWeek size={16} aria-hidden />,
};

/** When conversations come back: four times at a press, any other, or no reminder any more. */
export function ReminderDialog({ chats, change, onClose, onReminded }: ReminderDialogProps) {
  const [now] = useState(serverNow);
  const [own, setOwn] = useState('');
  const [first] = chats;
  const title =
    chats.length === 1 && first
      ? t('remind_of', { name: leadName(first.prospect) })
      : t('remind_many', { count: chats.length });
  function remind(at: Date) {
    void change(chats, { remind_at: at.toISOString() }, { said: t('reminded', { time: formatDateTime(at) }) });
    onReminded(chats);
    onClose();
  }
  function unset() {
    void change(chats, { remind_at: null }, { said: t('reminder_unset') });
    onClose();
  }
  const ownTime = own === '' ? null : new Date(own);
  const problem = ownTime === null ? null : timeProblem(ownTime, now);
  return (
    <Dialog opened onClose={onClose} size="small" title={title}>
      <p className="mb-3 text-ink-3 text-table">{t('remind_text')}</p>
      <ul className="m-0 mb-3 p-0 list-none">
        {reminderTimes(now).map(({ id, at }) => (
          <li key={id}>
            <button
              type="button"
              data-autofocus={id === 'hour' || undefined}
              className="bare flex items-center gap-2.5 w-full min-h-9 py-1 px-2 rounded-control text-ink cursor-pointer hover:bg-hover [&_svg]:flex-none [&_svg]:text-ink-3"
              onClick={() => remind(at)}
            >
              {icons[id]}
              <span className="flex-1 text-start">{t(`remind_${id}`)}</span>
              <span className="text-ink-3 text-table number">{formatDateTime(at)}</span>
            </button>
          </li>
        ))}
      </ul>
      <form
        className="flex flex-wrap items-end gap-2 pt-3 border-t border-line"
        onSubmit={(event) => {
          event.preventDefault();
          if (ownTime && problem === null) remind(ownTime);
        }}
      >
        <TextInput
          className="flex-1"
          type="datetime-local"
          label={t('remind_own')}
          value={own}
          min={localInput(now)}
          error={problem}
          onChange={(event) => setOwn(event.currentTarget.value)}
        />
        <AppButton type="submit" disabled={ownTime === null || problem !== null}>
          {t('remind_set')}
        </AppButton>
      </form>
      {chats.some((chat) => chat.remind_at !== null) ? (
        <div className="mt-3 pt-3 border-t border-line">
          <AppButton kind="quiet" size="small" icon={<IconAlarmOff size={15} aria-hidden />} onClick={unset}>
            {t('remind_unset')}
          </AppButton>
        </div>
      ) : null}
    </Dialog>
  );
}

/** The words of the server for a time it would refuse. */
function timeProblem(at: Date, now: Date): string | null {
  const ahead = at.getTime() - now.getTime();
  if (!(ahead > 0)) return t('time_past');
  return ahead > INBOX_LIMITS.reminder_days * 86_400_000 ? t('time_far', { days: INBOX_LIMITS.reminder_days }) : null;
}
