import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

/** How an own domain is connected, in four steps. */
export function ConnectDialog({ opened, onClose, target }: { opened: boolean; onClose: () => void; target: string }) {
  const steps = [
    { title: t('step_1'), text: t('step_1_text', { target }) },
    { title: t('step_2'), text: t('step_2_text') },
    { title: t('step_3'), text: t('step_3_text') },
    { title: t('step_4'), text: t('step_4_text') },
  ];
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('dialog_title')}
      footer={<AppButton onClick={onClose}>{t('close')}</AppButton>}
    >
      <div className="border border-line rounded-card divide-y divide-line">
        {steps.map(({ title, text }, index) => (
          <details key={title} className="py-3 px-4" open={index === 0}>
            <summary className="font-medium cursor-pointer">{title}</summary>
            <p className="mt-2 text-ink-2 wrap-anywhere">{text}</p>
          </details>
        ))}
      </div>
    </Dialog>
  );
}
