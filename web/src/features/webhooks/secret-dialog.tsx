import { TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

/** The secret, shown once. A click beside it does not close it. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const clipboard = useClipboard({ timeout: 2000 });
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnOutside={false}
      title={t('secret_title')}
      footer={
        <AppButton kind="primary" onClick={onClose}>
          {t('done')}
        </AppButton>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="m-0">{t('secret_text')}</p>
        <div className="flex items-end gap-2">
          <TextInput
            className="flex-1 min-w-0"
            label={t('secret_label')}
            value={secret}
            readOnly
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
          />
          <AppButton
            icon={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => clipboard.copy(secret)}
          >
            {t(clipboard.copied ? 'copied' : 'copy')}
          </AppButton>
        </div>
      </div>
    </Dialog>
  );
}
