import { TextInput } from '@mantine/core';
import { offsetInMinutes } from '@overture/domain/time/timezones';
import { IconAlarm, IconCalendarWeek, IconMessageReply, IconMoon, IconSun } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../texts.ts';
import { formatDayTime, localInput, type ReminderTime, reminderTimes } from './reminder-times.ts';

interface TimeChoiceProps {
  /** Of the button beside the field for another time. */
  action: string;
  maxDays: number;
  /** When the lead usually replies. */
  usual?: Date | null;
  /** By whose clock the times are offered; the reader's if left out. */
  lead?: { name: string; zone: string } | undefined;
  onChoose: (at: Date) => void;
}

const icons: Record<ReminderTime['id'] | 'usual', ReactNode> = {
  usual: <IconMessageReply size={16} aria-hidden />,
  hour: <IconAlarm size={16} aria-hidden />,
  hours: <IconAlarm size={16} aria-hidden />,
  evening: <IconMoon size={16} aria-hidden />,
  tomorrow: <IconSun size={16} aria-hidden />,
  monday: <IconCalendarWeek size={16} aria-hidden />,
};
const DAY_IN_MS = 86_400_000;

/** Some times at a press, or any other in a field. */
export function TimeChoice({ action, maxDays, usual, lead, onChoose }: TimeChoiceProps) {
  const [now] = useState(serverNow);
  const [own, setOwn] = useState('');
  const at = own === '' ? null : new Date(own);
  const times = [...reminderTimes(now, lead?.zone), ...(usual ? [{ id: 'usual' as const, at: usual }] : [])];
  const problem = at === null ? null : timeProblem(at, now, maxDays);
  return (
    <>
      <ul className="m-0 mb-3 p-0 list-none">
        {times.map((time, index) => (
          <li key={time.id}>
            <button
              type="button"
              data-autofocus={index === 0 || undefined}
              className="bare flex items-center gap-2.5 w-full min-h-9 py-1 px-2 rounded-control text-ink cursor-pointer hover:bg-hover [&_svg]:flex-none [&_svg]:text-ink-3"
              onClick={() => onChoose(time.at)}
            >
              {icons[time.id]}
              <span className="flex-1 text-start">{t(`remind_${time.id}`)}</span>
              <span className="flex flex-col items-end text-ink-3 text-table number">
                {formatDateTime(time.at)}
                <LeadTime at={time.at} lead={lead} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <form
        className="flex flex-wrap items-end gap-2 pt-3 border-t border-line"
        onSubmit={(event) => {
          event.preventDefault();
          if (at && problem === null) onChoose(at);
        }}
      >
        <TextInput
          className="flex-1"
          type="datetime-local"
          label={t('remind_own')}
          value={own}
          min={localInput(now)}
          error={problem}
          description={at !== null && problem === null && lead ? <LeadTime at={at} lead={lead} /> : null}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={(event) => setOwn(event.currentTarget.value)}
        />
        <AppButton type="submit" disabled={at === null || problem !== null}>
          {action}
        </AppButton>
      </form>
    </>
  );
}

/** What the lead's clock shows then; nothing where it shows the same as the reader's. */
function LeadTime({ at, lead }: { at: Date; lead: TimeChoiceProps['lead'] }) {
  if (!lead || offsetInMinutes(lead.zone, at.getTime()) === -at.getTimezoneOffset()) return null;
  return (
    <span className="text-meta">{t('time_of_lead', { time: formatDayTime(at, lead.zone), name: lead.name })}</span>
  );
}

/** The words of the server for a time it would refuse. */
function timeProblem(at: Date, now: Date, maxDays: number): string | null {
  const ahead = at.getTime() - now.getTime();
  if (!(ahead > 0)) return t('time_past');
  return ahead > maxDays * DAY_IN_MS ? t('time_far', { days: maxDays }) : null;
}
