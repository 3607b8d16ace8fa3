import { NumberInput } from '@mantine/core';
import { customDelayInHours, maxDelayInDays } from '@overture/domain/flow/delays';
import { isWait, type NodeType } from '@overture/domain/flow/step-types';
import { DELAYS } from '@overture/domain/limits';
import { CLICK_WAIT } from '@overture/domain/tracking/link-tracking';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { describeDelay } from '../../../lib/labels/campaign/delay-texts.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import classes from '../flow.module.css';
import { t } from '../texts.ts';
import { delayTitle } from './delay-title.ts';

const HOURS_IN_DAY = 24;
const stepChoices = [0, DELAYS.default_in_hours];
const inHours = (days: number) => days * HOURS_IN_DAY;
const waitChoices = [7, 14, DELAYS.accepted_invite_wait_in_days].map(inHours);
const clickChoices = [1, CLICK_WAIT.default_in_days, 7].map(inHours);

export interface DelayChoicesProps {
  type: NodeType;
  hours: number;
  onChoose: (hours: number) => void;
}

/** The usual delays of a type, or whole days from 1 to what it allows; more is clamped. */
export function DelayChoices({ type, hours, onChoose }: DelayChoicesProps) {
  const choices = type === 'CLICKED' || type === 'OPENED' ? clickChoices : isWait(type) ? waitChoices : stepChoices;
  const max = maxDelayInDays(type);
  const isCustom = !choices.includes(hours);
  const [days, setDays] = useState<number | string>(isCustom ? Math.max(1, Math.round(hours / HOURS_IN_DAY)) : 3);
  return (
    <div className="flex flex-col gap-px min-w-59">
      <p className="py-1 px-2 text-ink-3 text-meta">{delayTitle(type)}</p>
      {choices.map((value) => (
        <button
          key={value}
          type="button"
          className={classes.delayChoice}
          aria-pressed={hours === value}
          onClick={() => onChoose(value)}
        >
          {value === 0 ? t('delay_now') : describeDelay(value)}
          {hours === value ? <IconCheck size={15} aria-hidden /> : null}
        </button>
      ))}
      <form
        className={`${classes.delayCustom} flex items-end gap-2 mt-1 pt-2 px-2 pb-1.5 border-t border-line`}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onChoose(customDelayInHours(Number(days), max));
        }}
      >
        <NumberInput
          label={`${t('delay_custom')} · ${t('delay_days', { max })}`}
          min={DELAYS.min_custom_days}
          max={max}
          clampBehavior="blur"
          allowDecimal={false}
          allowNegative={false}
          value={days}
          onChange={setDays}
        />
        <AppButton type="submit" size="small">
          {t('delay_apply')}
        </AppButton>
      </form>
    </div>
  );
}
