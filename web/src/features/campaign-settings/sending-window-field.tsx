import { Select } from '@mantine/core';
import type { SendingWindow } from '@overture/domain/sending/sending-window';
import classes from './campaign-settings.module.css';
import { t } from './texts.ts';
import { dayName, windowWords } from './window-words.ts';

const days = [1, 2, 3, 4, 5, 6, 7] as const;

/** Every half hour, 24:00 at the end. Other times that a client set are kept and shown. */
export function timesWith(value: string, isEnd: boolean): string[] {
  const times = Array.from({ length: 48 }, (_, index) => {
    const hour = String(Math.floor(index / 2)).padStart(2, '0');
    return `${hour}:${index % 2 === 0 ? '00' : '30'}`;
  });
  const all = isEnd ? [...times.slice(1), '24:00'] : times;
  return all.includes(value) ? all : [...all, value].sort();
}

interface SendingWindowFieldProps {
  value: SendingWindow;
  timezone: string;
  error: string | undefined;
  onChange: (value: SendingWindow) => void;
}

/** Days as toggles, start and end, and the same in words. */
export function SendingWindowField({ value, timezone, error, onChange }: SendingWindowFieldProps) {
  function toggle(day: number) {
    const next = value.days.includes(day) ? value.days.filter((known) => known !== day) : [...value.days, day];
    onChange({ ...value, days: next.sort((a, b) => a - b) });
  }
  return (
    <fieldset className={`${classes.window} flex flex-col gap-3 m-0 p-0 border-0`}>
      <legend>{t('window')}</legend>
      <p className="mt-1 text-ink-3 text-meta">{t('window_text')}</p>
      <div className="flex gap-1.5">
        {days.map((day) => (
          <button
            key={day}
            type="button"
            className={classes.day}
            aria-pressed={value.days.includes(day)}
            title={dayName(day)}
            onClick={() => toggle(day)}
          >
            <span aria-hidden>{dayName(day).slice(0, 2)}</span>
            <span className="visually-hidden">{dayName(day)}</span>
          </button>
        ))}
      </div>
      <div className="grid grid-cols-[1fr_1fr] gap-3">
        <Select
          label={t('from')}
          data={timesWith(value.start, false)}
          value={value.start}
          allowDeselect={false}
          onChange={(start) => start && onChange({ ...value, start })}
        />
        <Select
          label={t('to')}
          data={timesWith(value.end, true)}
          value={value.end}
          allowDeselect={false}
          onChange={(end) => end && onChange({ ...value, end })}
        />
      </div>
      {error ? (
        <p role="alert" className="text-red text-table">
          {error}
        </p>
      ) : (
        <p className="text-ink-2 text-table">{windowWords(value, timezone)}</p>
      )}
    </fieldset>
  );
}
