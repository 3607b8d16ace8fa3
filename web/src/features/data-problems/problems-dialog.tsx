import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { DataProblems } from './data-problems.tsx';
import { t } from './texts.ts';

/** What leads of a campaign lack, opened from their table. */
export function ProblemsDialog({ campaignId, onClose }: { campaignId: number; onClose: () => void }) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('show_title')}
      footer={<AppButton onClick={onClose}>{t('close')}</AppButton>}
    >
      <DataProblems campaignId={campaignId} tellsWhenWhole />
    </Dialog>
  );
}
