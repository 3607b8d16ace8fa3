import { may } from '@overture/domain/access/permissions';
import { TRIAL } from '@overture/domain/limits';
import { useUser } from '../../lib/api/session.ts';
import { formatNumber } from '../../lib/format.ts';
import { setPlanDialog } from '../../lib/plan/plan-dialogs.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

export type SearchLimit = 'trial_search_limit' | 'search_limit';

interface LimitDialogProps {
  limit: SearchLimit | undefined;
  /** The limited kind: lists that a user creates, or leads that the finder adds. */
  counts?: 'lists' | 'leads';
  onClose: () => void;
}

/** Explains that the limit of lists or leads is reached: of the trial (500 in all) or of this month. */
export function LimitDialog({ limit, counts = 'lists', onClose }: LimitDialogProps) {
  const { organization, role } = useUser();
  const isTrial = limit === 'trial_search_limit';
  const canUpgrade = isTrial && organization.has_payments && may({ role }, 'billing');
  function upgrade() {
    onClose();
    setPlanDialog('upgrade');
  }
  return (
    <Dialog
      opened={limit !== undefined}
      onClose={onClose}
      size="small"
      title={t(isTrial ? (counts === 'leads' ? 'trial_leads_title' : 'trial_limit_title') : 'limit_title')}
      footer={
        <>
          <AppButton kind={canUpgrade ? 'secondary' : 'primary'} onClick={onClose}>
            {t('close')}
          </AppButton>
          {canUpgrade ? (
            <AppButton kind="primary" onClick={upgrade}>
              {t('upgrade_now')}
            </AppButton>
          ) : null}
        </>
      }
    >
      <p>
        {isTrial
          ? t(counts === 'leads' ? 'trial_leads_text' : 'trial_limit_text', { limit: formatNumber(TRIAL.searches) })
          : t('limit_text')}
      </p>
    </Dialog>
  );
}
