import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

interface WhitelabelDialogProps {
  supportEmail: string | null;
  onClose: () => void;
}

/** What an own brand is, and whom to ask. */
export function WhitelabelDialog({ supportEmail, onClose }: WhitelabelDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      size="small"
      title={t('whitelabel_title')}
      footer={
        supportEmail ? (
          <AppButton kind="primary" onClick={() => window.location.assign(`mailto:${supportEmail}`)}>
            {t('whitelabel_contact')}
          </AppButton>
        ) : (
          <AppButton onClick={onClose}>{t('close')}</AppButton>
        )
      }
    >
      <p className="text-ink-2">{t('whitelabel_text')}</p>
      {supportEmail ? null : <p className="mt-2 text-ink-3 text-table">{t('whitelabel_ask_admin')}</p>}
    </Dialog>
  );
}
