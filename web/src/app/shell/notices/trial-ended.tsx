import { useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from '../../texts.ts';

interface TrialEndedProps {
  opened: boolean;
  onClose: () => void;
  hadSubscription: boolean;
  supportEmail: string | null;
}

/** Over the page while the organisation has neither a subscription nor a trial. Reading and answering stay open. */
export function TrialEnded({ opened, onClose, hadSubscription, supportEmail }: TrialEndedProps) {
  const go = useGo();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="small"
      title={t(hadSubscription ? 'subscription_ended_title' : 'trial_ended_title')}
      footer={
        <>
          <AppButton onClick={() => go(pb.logout())}>{t('log_out')}</AppButton>
          <AppButton kind={supportEmail ? 'secondary' : 'primary'} onClick={onClose}>
            {t('trial_ended_close')}
          </AppButton>
          {supportEmail ? (
            <AppButton kind="primary" onClick={() => window.location.assign(`mailto:${supportEmail}`)}>
              {t('trial_ended_contact')}
            </AppButton>
          ) : null}
        </>
      }
    >
      <p>{t('trial_ended_text')}</p>
    </Dialog>
  );
}
