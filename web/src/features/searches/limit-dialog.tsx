import { may } from '@overture/domain/access/permissions';
import { TRIAL } from '@overture/domain/limits';
import { useUser } from '../../lib/api/session.ts';
import { formatNumber } from '../../lib/format.ts';
import { setPlanDialog } from '../../lib/plan-dialogs.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

export type SearchLimit = 'trial_search_limit' | 'search_limit';

/** Says that no more lists can be made: in the trial (500 in all) or this month. */
export function LimitDialog({ limit, onClose }: { limit: SearchLimit | undefined; onClose: () => void }) {
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
      title={isTrial ? t('trial_limit_title') : t('limit_title')}
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
      <p>{isTrial ? t('trial_limit_text', { limit: formatNumber(TRIAL.searches) }) : t('limit_text')}</p>
    </Dialog>
  );
}
