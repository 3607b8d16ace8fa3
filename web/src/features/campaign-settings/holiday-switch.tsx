import { Select, Switch } from '@mantine/core';
import { type HolidayCalendar, holidayCalendarEndpoints } from '@overture/contract/holiday-calendars';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { locale } from '../../lib/format.ts';
import type { SettingsDraft } from './settings-form.ts';
import { t } from './texts.ts';

interface HolidaySwitchProps {
  draft: Pick<SettingsDraft, 'timezone' | 'skips_holidays' | 'holiday_calendar'>;
  onChange: (change: Partial<SettingsDraft>) => void;
}

/** Whether the campaign pauses on public holidays, and of which country or region. */
export function HolidaySwitch({ draft, onChange }: HolidaySwitchProps) {
  const { timezone, skips_holidays, holiday_calendar } = draft;
  const { data } = useQuery(queryOptions(holidayCalendarEndpoints.listHolidayCalendars, { query: { timezone } }));
  const calendars = data?.calendars ?? [];
  const kept = calendars.find(({ id }) => id === holiday_calendar) ?? calendars.find(({ id }) => id === data?.usual);
  return (
    <>
      <Switch
        label={t('skips_holidays')}
        description={
          <>
            {data === undefined ? null : kept ? (
              <span className="block">{t('holidays_of', { calendar: nameCalendar(kept) })}</span>
            ) : (
              <span className="block text-amber">{t('holidays_unknown')}</span>
            )}
            {t('skips_holidays_text')}
          </>
        }
        checked={skips_holidays}
        onChange={(event) => onChange({ skips_holidays: event.currentTarget.checked })}
      />
      {skips_holidays && kept && calendars.length > 1 ? (
        <Select
          label={t('holiday_calendar')}
          searchable
          allowDeselect={false}
          data={calendars.map((calendar) => ({ value: calendar.id, label: nameCalendar(calendar) }))}
          value={kept.id}
          onChange={(id) => onChange({ holiday_calendar: id === data?.usual ? null : id })}
        />
      ) : null}
    </>
  );
}

const countries = new Intl.DisplayNames(locale, { type: 'region' });

function nameCalendar({ country, region }: HolidayCalendar): string {
  const name = countries.of(country) ?? country;
  return region === null ? name : `${name}, ${region}`;
}
