import { Select, TextInput } from '@mantine/core';
import {
  DATE_PRESETS,
  type DatePreset,
  type DateRange,
  isDateRangeValid,
  resolveDatePreset,
} from '@overture/domain/time/date-presets';
import { localDay } from '@overture/domain/time/local-time';
import { useState } from 'react';
import { serverToday } from '../../lib/api/server-clock.ts';
import { datePresetLabel } from '../../lib/labels/organization/date-preset.ts';
import { TimeZoneSelect } from '../../lib/time-zone-select.tsx';
import { t } from './texts.ts';

/** What is chosen: a preset, and the days it or the person named. */
export interface ChosenRange {
  preset: DatePreset | 'whole';
  range: DateRange;
  /** Whose days they are. */
  zone: string;
}

export type ChosenDays = DateRange & { time_zone: string };

/** The days as the calls take them. */
export const toDays = ({ range, zone }: ChosenRange): ChosenDays => ({ ...range, time_zone: zone });

/** All days of a campaign, from the day it was activated. */
export const wholeRange = (since: string, zone: string): ChosenRange => ({
  preset: 'whole',
  range: { start_date: localDay(new Date(since), zone), end_date: serverToday(zone) },
  zone,
});

export function toRange(preset: DatePreset, zone: string): ChosenRange {
  const today = serverToday(zone);
  const range = resolveDatePreset(preset, today) ?? resolveDatePreset('7_days', today)!;
  return { preset, range, zone };
}

/** The same choice in another zone, where today may be another day. */
function inZone({ preset, range }: ChosenRange, zone: string, since: string | undefined): ChosenRange {
  if (preset === 'custom') return { preset, range, zone };
  return preset === 'whole' && since !== undefined ? wholeRange(since, zone) : toRange(preset as DatePreset, zone);
}

const options = DATE_PRESETS.map((value) => ({ value, label: datePresetLabel(value) }));

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
    if (isValid) onChange({ ...value, preset: 'custom', range });
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
          if (preset === 'whole' && since) onChange(wholeRange(since, value.zone));
          else if (preset === 'custom') onChange({ ...value, preset: 'custom' });
          else onChange(toRange((preset ?? '7_days') as DatePreset, value.zone));
        }}
      />
      {value.preset === 'custom' ? (
        <>
          <TextInput
            type="date"
            aria-label={t('from')}
            value={days.start_date}
            max={serverToday(value.zone)}
            onChange={(event) => chooseDays({ ...days, start_date: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            aria-label={t('to')}
            value={days.end_date}
            min={days.start_date}
            max={serverToday(value.zone)}
            error={refused && t(isDayMissing(refused) ? 'range_missing' : 'range_invalid')}
            onChange={(event) => chooseDays({ ...days, end_date: event.currentTarget.value })}
          />
        </>
      ) : null}
      <TimeZoneSelect
        label={t('days_in')}
        hidesLabel
        width={270}
        value={value.zone}
        onChange={(zone) => zone && onChange(inZone(value, zone, since))}
      />
    </div>
  );
}

/** True while a day is being typed, or was taken out. */
function isDayMissing({ start_date, end_date }: DateRange): boolean {
  return start_date === '' || end_date === '';
}
