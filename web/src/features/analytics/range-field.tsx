import { Select, TextInput } from '@mantine/core';
import {
  DATE_PRESET_LABELS,
  DATE_PRESETS,
  type DatePreset,
  type DateRange,
  isDateRangeValid,
  resolveDatePreset,
} from '@overture/domain/time/date-presets';
import { useState } from 'react';
import { serverToday } from '../../lib/api/server-clock.ts';
import { t } from './texts.ts';

/** What is chosen: a preset, and the days it or the person named. */
export interface ChosenRange {
  preset: DatePreset | 'whole';
  range: DateRange;
}

/** All days of a campaign, from the day it was activated. */
export const wholeRange = (since: string): ChosenRange => ({
  preset: 'whole',
  range: { start_date: since.slice(0, 10), end_date: serverToday() },
});

export function toRange(preset: DatePreset): ChosenRange {
  const range = resolveDatePreset(preset, serverToday()) ?? resolveDatePreset('7_days', serverToday())!;
  return { preset, range };
}

const options = DATE_PRESETS.map((value) => ({ value, label: DATE_PRESET_LABELS[value] }));

interface RangeFieldProps {
  value: ChosenRange;
  onChange: (next: ChosenRange) => void;
  /** When the campaign was activated: the whole campaign can be chosen too. */
  since?: string | undefined;
}

/** Period of the figures: a preset, or two days ('Custom range'). An impossible range is shown, and the figures stay as they are. */
export function RangeField({ value, onChange, since }: RangeFieldProps) {
  const [refused, setRefused] = useState<DateRange | undefined>();
  const days = refused ?? value.range;
  function chooseDays(range: DateRange) {
    const isValid = isDateRangeValid(range);
    setRefused(isValid ? undefined : range);
    if (isValid) onChange({ preset: 'custom', range });
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Select
        aria-label={t('period')}
        data={since === undefined ? options : [{ value: 'whole', label: t('whole') }, ...options]}
        value={value.preset}
        allowDeselect={false}
        w={175}
        onChange={(preset) => {
          setRefused(undefined);
          if (preset === 'whole' && since) onChange(wholeRange(since));
          else if (preset === 'custom') onChange({ preset: 'custom', range: value.range });
          else onChange(toRange((preset ?? '7_days') as DatePreset));
        }}
      />
      {value.preset === 'custom' ? (
        <>
          <TextInput
            type="date"
            aria-label={t('from')}
            value={days.start_date}
            max={serverToday()}
            onChange={(event) => chooseDays({ ...days, start_date: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            aria-label={t('to')}
            value={days.end_date}
            min={days.start_date}
            max={serverToday()}
            error={refused && t(isDayMissing(refused) ? 'range_missing' : 'range_invalid')}
            onChange={(event) => chooseDays({ ...days, end_date: event.currentTarget.value })}
          />
        </>
      ) : null}
      <span className="self-center text-ink-3 text-meta">{t('utc')}</span>
    </div>
  );
}

/** True while a day is being typed, or was taken out. */
function isDayMissing({ start_date, end_date }: DateRange): boolean {
  return start_date === '' || end_date === '';
}
