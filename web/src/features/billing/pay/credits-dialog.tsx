import { priceCredits } from '@overture/domain/money/pricing';
import { useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { CreditsSlider } from './credits-slider.tsx';
import { t } from './texts.ts';
import { useCreditsPage } from './use-payment-page.ts';

const first = 1000;

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
      <CreditsSlider
        credits={credits}
        price={t('credits_price', { price: formatNumber(priceCredits(credits)) })}
        onChange={setCredits}
      />
      <p className="text-ink-3 text-meta">{t('plus_tax')}</p>
    </Dialog>
  );
}
