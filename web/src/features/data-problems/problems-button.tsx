import { IconAlertTriangle } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { t } from './texts.ts';

const ProblemsDialog = lazyPart(() =>
  import('./problems-dialog.tsx').then((file) => ({ default: file.ProblemsDialog })),
);

/** Opens what leads of a campaign lack and what looks odd about them; both are looked for then, not before. */
export function ProblemsButton({ campaignId, startsOpen = false }: { campaignId: number; startsOpen?: boolean }) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <>
      <AppButton size="small" icon={<IconAlertTriangle size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {t('show')}
      </AppButton>
      <Suspense fallback={null}>
        {isOpen ? <ProblemsDialog campaignId={campaignId} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
