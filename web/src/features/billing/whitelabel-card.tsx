import { lazy, Suspense, useState } from 'react';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Card } from './plan-cards.tsx';
import { t } from './texts.ts';

const WhitelabelDialog = lazy(() =>
  import('./pay/whitelabel-dialog.tsx').then((file) => ({ default: file.WhitelabelDialog })),
);

export function WhitelabelCard({ supportEmail }: { supportEmail: string | null }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t('whitelabel')}>
      <p className="text-ink-2">{t('whitelabel_text')}</p>
      <div className="mt-1">
        <AppButton onClick={() => setOpen(true)}>{t('whitelabel_more')}</AppButton>
      </div>
      <Suspense fallback={null}>
        {isOpen ? <WhitelabelDialog supportEmail={supportEmail} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </Card>
  );
}
