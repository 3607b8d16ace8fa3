import { Select } from '@mantine/core';
import { labelTimeZone, listTimeZones } from '@overture/domain/time/timezones';
import { useMemo } from 'react';
import { defineTexts } from './texts.ts';

const t = defineTexts({ nothing_found: 'No time zone found' });

/** No zone has this name. */
const NONE = '-';

interface TimeZoneSelectProps {
  label: string;
  /** For screen readers only. */
  hidesLabel?: boolean;
  width?: number;
  value: string | null;
  onChange: (zone: string | null) => void;
  description?: string;
  /** Label of null, offered first; without it a zone is required. */
  none?: string;
  error?: string | undefined;
  disabled?: boolean;
}

/** A zone of the tz database, found by typing a place. */
export function TimeZoneSelect({ label, hidesLabel, width, value, onChange, none, ...others }: TimeZoneSelectProps) {
  const zones = useMemo(() => {
    const now = new Date();
    const all = listTimeZones();
    const known = value === null || all.includes(value) ? all : [value, ...all];
    return known.map((zone) => ({ value: zone, label: labelTimeZone(zone, now) }));
  }, [value]);
  return (
    <Select
      {...(hidesLabel ? { 'aria-label': label } : { label })}
      {...(width === undefined ? {} : { w: width })}
      data={none === undefined ? zones : [{ value: NONE, label: none }, ...zones]}
      value={value ?? NONE}
      searchable
      allowDeselect={false}
      limit={60}
      nothingFoundMessage={t('nothing_found')}
      onChange={(zone) => zone && onChange(zone === NONE ? null : zone)}
      {...others}
    />
  );
}
