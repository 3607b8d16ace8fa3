import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { t } from './texts.ts';
import { useCampaignStatuses } from './use-campaign-changes.ts';

interface ArchiveDialogProps {
  ids: readonly number[];
  onClose: () => void;
  onDone: () => void;
}

/** Asks before campaigns are archived, because running ones stop. */
export function ArchiveDialog({ ids, onClose, onDone }: ArchiveDialogProps) {
  const { archive } = useCampaignStatuses(() => {
    onClose();
    onDone();
  });
  return (
    <ConfirmDialog
      opened={ids.length > 0}
      onClose={onClose}
      title={t('archive_title', { count: Math.max(1, ids.length) })}
      confirmLabel={t('archive')}
      pending={archive.isPending}
      onConfirm={() => archive.mutate([...ids])}
    >
      {t('archive_running')}
    </ConfirmDialog>
  );
}
