import { Select, TextInput } from '@mantine/core';
import {
  DATE_PRESET_LABELS,
  DATE_PRESETS,
  type DatePreset,
  type DateRange,
  isDateRangeValid,
  resolveDatePreset,
} from '@overture/domain/date-presets';
import { serverToday } from '../../lib/server-clock.ts';
import classes from './analytics.module.css';
import { t } from './texts.ts';

/** What is chosen: a preset, and the days it or the person named. */
export interface ChosenRange {
  preset: DatePreset;
  range: DateRange;
}

/** The range of a preset as of today. */
export function rangeOf(preset: DatePreset): ChosenRange {
  const range = resolveDatePreset(preset, serverToday()) ?? resolveDatePreset('7_days', serverToday())!;
  return { preset, range };
}

const options = DATE_PRESETS.map((value) => ({ value, label: DATE_PRESET_LABELS[value] }));

/** Period of the figures: a preset, or two days ('Custom range'). An impossible range is shown and not asked for. */
export function RangeField({ value, onChange }: { value: ChosenRange; onChange: (next: ChosenRange) => void }) {
  const isValid = isDateRangeValid(value.range);
  return (
    <div className={classes.range}>
      <Select
        aria-label={t('period')}
        data={options}
        value={value.preset}
        allowDeselect={false}
        w={150}
        onChange={(preset) =>
          preset === 'custom'
            ? onChange({ preset: 'custom', range: value.range })
            : onChange(rangeOf((preset ?? '7_days') as DatePreset))
        }
      />
      {value.preset === 'custom' ? (
        <>
          <TextInput
            type="date"
            aria-label={t('from')}
            value={value.range.start_date}
            max={serverToday()}
            onChange={(event) =>
              onChange({ preset: 'custom', range: { ...value.range, start_date: event.currentTarget.value } })
            }
          />
          <TextInput
            type="date"
            aria-label={t('to')}
            value={value.range.end_date}
            max={serverToday()}
            error={isValid ? undefined : t('range_invalid')}
            onChange={(event) =>
              onChange({ preset: 'custom', range: { ...value.range, end_date: event.currentTarget.value } })
            }
          />
        </>
      ) : null}
    </div>
  );
}
