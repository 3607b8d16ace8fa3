import { SecretDialog } from '../../ui/overlays/secret-dialog.tsx';
import { t } from './texts.ts';

/** The signing secret, shown once. */
export function SigningSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog
      secret={secret}
      title={t('secret_title')}
      text={t('secret_text')}
      label={t('secret_label')}
      done={t('done')}
      onClose={onClose}
    />
  );
}
