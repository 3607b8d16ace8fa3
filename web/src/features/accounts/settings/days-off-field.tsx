import { TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { locale } from '../../../lib/format.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../texts.ts';

interface DaysOffFieldProps {
  days: string[];
  onChange: (days: string[]) => void;
}

const words = (day: string) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** Days on which a sender rests, each with a way to take it back. */
export function DaysOffField({ days, onChange }: DaysOffFieldProps) {
  const [day, setDay] = useState('');
  function add() {
    if (day !== '') onChange([...new Set([...days, day])].sort());
    setDay('');
  }
  return (
    <div>
      <div className="flex items-end gap-2">
        <TextInput
          className="flex-1"
          type="date"
          label={t('days_off')}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <AppButton onClick={add} disabled={day === ''}>
          {t('days_off_add')}
        </AppButton>
      </div>
      {days.length === 0 ? (
        <p className="mt-1 text-ink-3 text-meta">{t('days_off_text')}</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5 mt-2 p-0 list-none">
          {days.map((known) => (
            <li
              key={known}
              className="flex items-center gap-1 px-2 py-0.5 border border-line rounded-full text-meta number"
            >
              {words(known)}
              <button
                type="button"
                className="inline-flex text-ink-3"
                aria-label={t('days_off_remove', { day: words(known) })}
                onClick={() => onChange(days.filter((other) => other !== known))}
              >
                <IconX size={12} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
