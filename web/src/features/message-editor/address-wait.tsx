import { NumberInput, Select } from '@mantine/core';
import { type StepType, stepKind } from '@overture/domain/flow/step-types';
import { ADDRESS_WAIT } from '@overture/domain/limits';
import { t } from './texts.ts';

interface AddressWaitProps {
  type: StepType;
  /** Null waits for as long as it takes. */
  days: number | null;
  isEditable: boolean;
  onChange: (days: number | null) => void;
}

/** How long a step is held for a lead that has no address for its channel; nothing for steps that need none. */
export function AddressWait({ type, days, isEditable, onChange }: AddressWaitProps) {
  const { account } = stepKind(type);
  if (account === null) return null;
  const label = t(`no_address_${account}`);
  if (!isEditable) {
    const words = days === null ? t('no_address_holds') : t('no_address_skips', { days: daysWords(days) });
    return (
      <p className="text-ink-2 text-table">
        {label}: {words}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-1">
      <div className="flex gap-2 items-end">
        <Select
          className="flex-1"
          label={label}
          allowDeselect={false}
          data={[
            { value: 'skip', label: t('no_address_skip') },
            { value: 'hold', label: t('no_address_hold') },
          ]}
          value={days === null ? 'hold' : 'skip'}
          onChange={(chosen) => onChange(chosen === 'hold' ? null : (days ?? ADDRESS_WAIT.default_in_days))}
        />
        {days === null ? null : (
          <NumberInput
            className="flex-none w-24"
            label={t('no_address_days')}
            min={ADDRESS_WAIT.min_in_days}
            max={ADDRESS_WAIT.max_in_days}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            value={days}
            onChange={(value) => typeof value === 'number' && onChange(value)}
          />
        )}
      </div>
      <p className="text-ink-3 text-meta">{t(days === null ? 'no_address_hold_text' : 'no_address_skip_text')}</p>
    </div>
  );
}

const daysWords = (days: number): string => t(days === 1 ? 'no_address_day' : 'no_address_of_days', { days });
