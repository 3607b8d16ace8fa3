import { AppButton } from '../../ui/inputs/app-button.tsx';
import { SecretDialog } from '../../ui/overlays/secret-dialog.tsx';
import { t } from './texts.ts';

/** The key itself, shown once, with the way to try it. */
export function NewKeyDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog
      secret={secret}
      title={t('secret_title')}
      text={t('secret_text')}
      label={t('secret_label')}
      copy={t('copy')}
      done={t('done')}
      actions={<AppButton onClick={() => window.open('/api/docs', '_blank', 'noreferrer')}>{t('try_it')}</AppButton>}
      onClose={onClose}
    />
  );
}
