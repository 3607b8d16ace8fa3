import { Slider } from '@mantine/core';
import { CREDIT_PURCHASE, priceCredits } from '@overture/domain/money/pricing';
import { useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';
import { useCreditsPage } from './use-payment-page.ts';

const { min, max, step } = CREDIT_PURCHASE;
const first = 1000;
const marks = [min, 10_000, 20_000, max].map((value) => ({ value, label: formatNumber(value) }));

/** Credits bought once, by a slider. */
export function CreditsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [credits, setCredits] = useState(first);
  const page = useCreditsPage();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('credits_title')}
      footer={
        <AppButton kind="primary" loading={page.isPending || page.isSuccess} onClick={() => page.mutate(credits)}>
          {t('buy', { credits: formatNumber(credits) })}
        </AppButton>
      }
    >
      <p className="text-ink-2">{t('credits_text')}</p>
      <div className="flex items-baseline justify-between gap-3 mt-5 mb-3">
        <span className="text-title font-semibold number">{formatNumber(credits)}</span>
        <span className="text-ink-2">
          <strong className="text-ink number">
            {t('credits_price', { price: formatNumber(priceCredits(credits)) })}
          </strong>{' '}
          {t('credits_once')}
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
          onChange={setCredits}
        />
      </div>
      <p className="text-ink-3 text-meta">{t('plus_tax')}</p>
    </Dialog>
  );
}
