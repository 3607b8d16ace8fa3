import { TRIAL } from '@overture/domain/limits';
import { formatNumber } from '../../lib/format.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

export type SearchLimit = 'trial_search_limit' | 'search_limit';

/** Says that no more lists can be made: in the trial (500 in all) or this month. */
export function LimitDialog({ limit, onClose }: { limit: SearchLimit | undefined; onClose: () => void }) {
  const isTrial = limit === 'trial_search_limit';
  return (
    <Dialog
      opened={limit !== undefined}
      onClose={onClose}
      size="small"
      title={isTrial ? t('trial_limit_title') : t('limit_title')}
      footer={
        <AppButton kind="primary" onClick={onClose}>
          {t('close')}
        </AppButton>
      }
    >
      <p>{isTrial ? t('trial_limit_text', { limit: formatNumber(TRIAL.searches) }) : t('limit_text')}</p>
    </Dialog>
  );
}
