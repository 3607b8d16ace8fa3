import { TextInput } from '@mantine/core';
import type { BookingConnection } from '@overture/contract/meetings';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { CopyButton } from '../../ui/inputs/copy-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

/** The webhook address and the secret, which is shown once. A click beside the dialog does not close it. */
export function ConnectedDialog({
  page,
  secret,
  onClose,
}: {
  page: BookingConnection;
  secret: string;
  onClose: () => void;
}) {
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnOutside={false}
      title={t('added_title')}
      footer={
        <AppButton kind="primary" onClick={onClose}>
          {t('done')}
        </AppButton>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="m-0">{t(`${page.provider}_steps`)}</p>
        <CopyField label={t('address')} value={page.webhook_url} isFirst />
        <CopyField label={t('secret')} value={secret} />
        <p className="m-0 text-ink-3 text-table">{t('secret_once')}</p>
      </div>
    </Dialog>
  );
}

function CopyField({ label, value, isFirst }: { label: string; value: string; isFirst?: boolean }) {
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      data-autofocus={isFirst || undefined}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<CopyButton value={value} />}
    />
  );
}
