import { Slider } from '@mantine/core';
import { CREDIT_PURCHASE } from '@overture/domain/money/pricing';
import { formatNumber } from '../../../lib/format.ts';
import { t } from './texts.ts';

const { min, max, step } = CREDIT_PURCHASE;
const marks = [min, 10_000, 20_000, max].map((value) => ({ value, label: formatNumber(value) }));

interface CreditsSliderProps {
  credits: number;
  /** In words. */
  price: string;
  onChange: (credits: number) => void;
}

/** Amount of credits and its price. */
export function CreditsSlider({ credits, price, onChange }: CreditsSliderProps) {
  return (
    <>
      <div className="flex items-baseline justify-between gap-3 mt-5 mb-3">
        <span className="text-title font-semibold number">{formatNumber(credits)}</span>
        <span className="text-ink-2">
          <strong className="text-ink number">{price}</strong> {t('credits_once')}
        </span>
      </div>
      <div className="px-3 pb-6">
        <Slider
          min={min}
          max={max}
          step={step}
          label={null}
          marks={marks}
          thumbLabel={t('credits_slider')}
          value={credits}
          onChange={onChange}
        />
      </div>
    </>
  );
}
