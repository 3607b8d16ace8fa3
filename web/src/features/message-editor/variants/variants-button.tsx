import { IconChartPie } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { t } from '../texts.ts';
import type { VariantsDialogProps } from './variants-dialog.tsx';

const VariantsDialog = lazyPart(async () => ({ default: (await import('./variants-dialog.tsx')).VariantsDialog }));

/** Opens shares and winner of a step with several variants, in a draft and while it runs. */
export function VariantsButton(props: Omit<VariantsDialogProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <AppButton size="small" icon={<IconChartPie size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {t('variants_open')}
      </AppButton>
      {isOpen ? (
        <Suspense>
          <VariantsDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
