import { dateLocale, uiTexts } from '../ui-texts.ts';

interface DateTextProps {
  /** ISO 8601 instant, or nothing. */
  value: string | null | undefined;
  format: (value: string) => string;
  /** IANA zone the format uses, named on hover. */
  timeZone?: string;
  empty?: string;
}

/** A point in time with the exact instant and its zone on hover; `No date` when there is none. */
export function DateText({ value, format, timeZone, empty }: DateTextProps) {
  if (!value) return <span>{empty ?? uiTexts.noDate}</span>;
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const exact = new Intl.DateTimeFormat(dateLocale(), {
    dateStyle: 'full',
    timeStyle: 'medium',
    timeZone: zone,
  }).format(new Date(value));
  return (
    <time dateTime={value} title={`${exact} (${zone})`} className="number">
      {format(value)}
    </time>
  );
}
