import { Slider } from '@mantine/core';
import { formatExactPercent } from '../../lib/format.ts';
import classes from './rehearsal.module.css';
import { t } from './texts.ts';
import type { Rates } from './use-rehearsal.ts';

interface RehearsalControlsProps {
  rates: Rates;
  /** Invitations are asked about only where the campaign sends some. */
  hasInvites: boolean;
  /** What is taken for granted of this campaign, beside what holds for all. */
  assumed: readonly string[];
  onChange: (rates: Rates) => void;
}

export function RehearsalControls({ rates, hasInvites, assumed, onChange }: RehearsalControlsProps) {
  return (
    <div className={classes.controls}>
      {hasInvites ? (
        <RateSlider
          name={t('accept_rate')}
          value={rates.accept_rate}
          onChange={(accept_rate) => onChange({ ...rates, accept_rate })}
        />
      ) : null}
      <RateSlider
        name={t('reply_rate')}
        value={rates.reply_rate}
        onChange={(reply_rate) => onChange({ ...rates, reply_rate })}
      />
      <p className="text-ink-3 text-meta">{[t('assumed'), ...assumed].join(' ')}</p>
    </div>
  );
}

function RateSlider({ name, value, onChange }: { name: string; value: number; onChange: (value: number) => void }) {
  return (
    <div className="pb-2">
      <span className="flex justify-between mb-2 text-table">
        {name} <strong className="number">{formatExactPercent(value)}</strong>
      </span>
      <Slider
        size="sm"
        min={0}
        max={100}
        step={5}
        label={null}
        thumbLabel={name}
        value={value}
        onChange={onChange}
        thumbProps={{ 'aria-valuetext': formatExactPercent(value) }}
      />
    </div>
  );
}
