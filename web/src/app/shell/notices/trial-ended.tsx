import type { User } from '@overture/contract/auth';
import { canSeeBilling } from '@overture/domain/access/permissions';
import { useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { setPlanDialog } from '../../../lib/plan/plan-dialogs.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t as shell } from '../../texts.ts';
import { t } from './texts.ts';

interface TrialEndedProps {
  opened: boolean;
  onClose: () => void;
  user: User;
  supportEmail: string | null;
}

/** Over the page while the organization has neither a subscription nor a trial. Reading and answering stay open. */
export function TrialEnded({ opened, onClose, user, supportEmail }: TrialEndedProps) {
  const go = useGo();
  const { had_subscription, has_payments } = user.organization;
  const canUpgrade = has_payments && canSeeBilling(user);
  function upgrade() {
    onClose();
    setPlanDialog('upgrade');
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="small"
      title={t(had_subscription ? 'subscription_ended_title' : 'trial_ended_title')}
      footer={
        <>
          <AppButton onClick={() => go(pb.logout())}>{shell('log_out')}</AppButton>
          <AppButton kind={supportEmail || canUpgrade ? 'secondary' : 'primary'} onClick={onClose}>
            {t('trial_ended_close')}
          </AppButton>
          {canUpgrade ? (
            <AppButton kind="primary" onClick={upgrade}>
              {t('upgrade_plan')}
            </AppButton>
          ) : supportEmail ? (
            <AppButton kind="primary" onClick={() => window.location.assign(`mailto:${supportEmail}`)}>
              {t('trial_ended_contact')}
            </AppButton>
          ) : null}
        </>
      }
    >
      <p>{t(canUpgrade ? 'trial_ended_text' : 'trial_ended_admin_text')}</p>
    </Dialog>
  );
}
