import { NumberInput, Popover } from '@mantine/core';
import { customDelayInHours, delayInHours, describeDelay } from '@overture/domain/flow/delays';
import type { FlowNode } from '@overture/domain/flow/flow';
import { typeInfo } from '@overture/domain/flow/step-types';
import { DELAYS } from '@overture/domain/limits';
import { IconCheck, IconClock } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { AppButton } from '../../ui/app-button.tsx';
import classes from './flow.module.css';
import { useFlow } from './flow-context.ts';
import { t } from './texts.ts';

/** How long a node waits, in words. */
export function delayWords(node: FlowNode): string {
  const hours = delayInHours(node);
  return hours === 0 ? t('immediately') : t('delay_after', { delay: describeDelay(hours) });
}

/** The wait before a node: a word in a running campaign, a button with its choices in a draft. */
export const DelayChip = memo(function DelayChip({ node }: { node: FlowNode }) {
  const { isEditable, onDelay } = useFlow();
  const [isOpen, setOpen] = useState(false);
  const words = delayWords(node);
  const label = t('delay_of', { step: typeInfo(node.type).label, words });
  if (!isEditable) {
    return (
      <span className={classes.delay}>
        <IconClock size={13} aria-hidden />
        {words}
      </span>
    );
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="right" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <button
          type="button"
          className={classes.delay}
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconClock size={13} aria-hidden />
          {words}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('delay_title')}>
        <DelayChoices
          hours={delayInHours(node)}
          onChoose={(hours) => {
            setOpen(false);
            if (hours !== delayInHours(node)) onDelay(node, hours);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
});

/** Immediately, 1 day, or whole days from 1 to 30; more is clamped (campaigns 5 Delays). */
function DelayChoices({ hours, onChoose }: { hours: number; onChoose: (hours: number) => void }) {
  const isCustom = hours !== 0 && hours !== DELAYS.default_in_hours;
  const [days, setDays] = useState<number | string>(isCustom ? Math.max(1, Math.round(hours / 24)) : 3);
  const choices = [
    { value: 0, label: t('delay_now') },
    { value: DELAYS.default_in_hours, label: t('delay_day') },
  ];
  return (
    <div className={classes.delayChoices}>
      <p className={classes.delayTitle}>{t('delay_title')}</p>
      {choices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className={classes.delayChoice}
          aria-pressed={hours === value}
          onClick={() => onChoose(value)}
        >
          {label}
          {hours === value ? <IconCheck size={15} aria-hidden /> : null}
        </button>
      ))}
      <form
        className={classes.delayCustom}
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(customDelayInHours(Number(days)));
        }}
      >
        <NumberInput
          label={`${t('delay_custom')} · ${t('delay_days')}`}
          min={DELAYS.min_custom_days}
          max={DELAYS.max_custom_days}
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
