import { Select } from '@mantine/core';
import { type WeekWindows, WINDOWS_A_DAY } from '@overture/domain/sending/sending-window';
import { IconPlus, IconX } from '@tabler/icons-react';
import { IconButton } from '../../ui/inputs/app-button.tsx';
import { timesWith } from './sending-window-field.tsx';
import { t } from './texts.ts';
import { dayName } from './window-words.ts';

interface WeekWindowsFieldProps {
  value: WeekWindows;
  error: string | undefined;
  onChange: (value: WeekWindows) => void;
}

const days = [1, 2, 3, 4, 5, 6, 7] as const;

/** Up to three windows for each weekday. */
export function WeekWindowsField({ value, error, onChange }: WeekWindowsFieldProps) {
  return (
    <fieldset className="flex flex-col gap-2 m-0 p-0 border-0">
      <legend className="visually-hidden">{t('windows')}</legend>
      {days.map((day) => (
        <DayWindows
          key={day}
          name={dayName(day)}
          value={value[String(day)] ?? []}
          onChange={(stretches) => onChange({ ...value, [String(day)]: stretches })}
        />
      ))}
      {error ? (
        <p role="alert" className="text-red text-table">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

type Stretches = WeekWindows[string];

function DayWindows({
  name,
  value,
  onChange,
}: {
  name: string;
  value: Stretches;
  onChange: (value: Stretches) => void;
}) {
  const change = (index: number, part: Partial<Stretches[number]>) =>
    onChange(value.map((one, place) => (place === index ? { ...one, ...part } : one)));
  function add() {
    const after = value.at(-1)?.end ?? '09:00';
    onChange([...value, { start: after, end: after < '17:00' ? '17:00' : '24:00' }]);
  }
  return (
    <div className="grid grid-cols-[88px_1fr_auto] items-start gap-2">
      <span className="pt-1.5 text-ink-2 text-table">{name}</span>
      <span className="flex flex-col gap-1.5">
        {value.length === 0 ? <span className="pt-1.5 text-ink-3 text-table">{t('windows_closed')}</span> : null}
        {value.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two windows of a day may be alike while they are edited
          <span key={index} className="grid grid-cols-[1fr_1fr_auto] items-center gap-1.5">
            <Select
              size="xs"
              aria-label={t('windows_from', { day: name })}
              data={timesWith(one.start, false)}
              value={one.start}
              allowDeselect={false}
              onChange={(start) => start && change(index, { start })}
            />
            <Select
              size="xs"
              aria-label={t('windows_to', { day: name })}
              data={timesWith(one.end, true)}
              value={one.end}
              allowDeselect={false}
              onChange={(end) => end && change(index, { end })}
            />
            <IconButton
              label={t('windows_remove', { day: name, start: one.start, end: one.end })}
              size="small"
              onClick={() => onChange(value.filter((_, place) => place !== index))}
            >
              <IconX size={14} />
            </IconButton>
          </span>
        ))}
      </span>
      <IconButton
        label={t('windows_add', { day: name })}
        size="small"
        disabled={value.length >= WINDOWS_A_DAY}
        onClick={add}
      >
        <IconPlus size={14} />
      </IconButton>
    </div>
  );
}
