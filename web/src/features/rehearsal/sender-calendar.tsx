import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { dateLocale, formatNumber } from '../../lib/format.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { buildWeeks, type CalendarDay, type CalendarWeek, pickShade, SORTS } from './calendar-weeks.ts';
import classes from './rehearsal.module.css';
import { t } from './texts.ts';

/** Weeks shown before "Show more". */
const FIRST_WEEKS = 6;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const shortDay = new Intl.DateTimeFormat(dateLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat(dateLocale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

interface SenderCalendarProps {
  name: string;
  picture: ReactNode;
  days: readonly CalendarDay[];
  isDisconnected?: boolean;
}

/** What leaves a sender on every day: a week a row, the fuller a day the darker. */
export function SenderCalendar({ name, picture, days, isDisconnected }: SenderCalendarProps) {
  const [isLong, setLong] = useState(false);
  const heading = useId();
  const weeks = buildWeeks(days);
  const most = Math.max(0, ...days.map((day) => day.total));
  const hidden = weeks.length - FIRST_WEEKS;
  const shown = isLong ? weeks : weeks.slice(0, FIRST_WEEKS);
  return (
    <section
      className="pt-3 px-4 pb-4 border border-line rounded-card bg-surface max-sm:px-3"
      aria-labelledby={heading}
    >
      <h3 id={heading} className="flex items-center gap-2 min-w-0 mb-2">
        {picture}
        <span className="truncate">{name}</span>
      </h3>
      {isDisconnected ? (
        <p className="flex gap-1.5 mb-2 text-amber text-meta [&_svg]:flex-none [&_svg]:mt-px">
          <IconAlertTriangle size={15} aria-hidden />
          {t('disconnected')}
        </p>
      ) : null}
      {weeks.length === 0 ? (
        <p className="text-ink-3 text-table">{t('quiet')}</p>
      ) : (
        <table className={classes.calendar}>
          <caption className="visually-hidden">{t('calendar_of', { name })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('week')}</th>
              {WEEKDAYS.map((word) => (
                <th scope="col" key={word}>
                  {word}
                </th>
              ))}
              <th scope="col" className={classes.sums}>
                {t('total')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((week) => (
              <WeekRow key={week.monday} week={week} most={most} />
            ))}
          </tbody>
        </table>
      )}
      {hidden > 0 ? (
        <AppButton size="small" kind="quiet" aria-expanded={isLong} onClick={() => setLong(!isLong)}>
          {isLong ? t('fewer_weeks') : t('more_weeks', { count: hidden })}
        </AppButton>
      ) : null}
    </section>
  );
}

function WeekRow({ week, most }: { week: CalendarWeek; most: number }) {
  const words = describeDay(week.sums);
  return (
    <tr>
      <th scope="row" className="number">
        {shortDay.format(new Date(week.monday))}
      </th>
      {week.days.map((day, index) => {
        const date = week.dates[index] ?? '';
        return <DayCell key={date} date={date} day={day} most={most} />;
      })}
      <td className={classes.sums}>{words.length > 0 ? words.join(', ') : '–'}</td>
    </tr>
  );
}

function DayCell({ date, day, most }: { date: string; day: CalendarDay | null; most: number }) {
  const words = day ? describeDay(day) : [];
  const title = `${longDay.format(new Date(date))}: ${words.join(', ')}`;
  return (
    <td>
      <span
        className={`${classes.day} number`}
        data-shade={pickShade(day?.total ?? 0, most)}
        title={day ? title : undefined}
      >
        <span aria-hidden>{day && day.total > 0 ? formatNumber(day.total) : ''}</span>
        <span className="visually-hidden">{words.join(', ') || '0'}</span>
      </span>
    </td>
  );
}

/** '12 invites, 8 messages, 3 for other campaigns'. */
function describeDay(day: CalendarDay): string[] {
  return [...SORTS, 'calls_amount' as const, 'others' as const].flatMap((sort) => {
    const count = day[sort] ?? 0;
    return count === 0 ? [] : [t(sort, { count, amount: formatNumber(count) })];
  });
}
