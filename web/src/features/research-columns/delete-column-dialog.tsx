import { type EnrichmentPrompt, enrichmentEndpoints } from '@overture/contract/enrichment';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { t } from './texts.ts';
import { refetchColumns } from './use-research.ts';

interface DeleteColumnDialogProps {
  searchId: number;
  /** The column in question; none closes the dialog. */
  task: EnrichmentPrompt | undefined;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a research column leaves the list. */
export function DeleteColumnDialog({ searchId, task, onClose, onDeleted }: DeleteColumnDialogProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (promptId: number) =>
      call(enrichmentEndpoints.removeResearchColumn, { params: { searchId, promptId } }),
    onSuccess: () => {
      toast.success(t('column_deleted'), { duration: 3000 });
      onDeleted();
      return refetchColumns(client);
    },
    onError: () => toast.error(t('column_delete_failed'), { duration: 3000 }),
  });
  return (
    <ConfirmDialog
      opened={task !== undefined}
      onClose={onClose}
      title={t('delete_column')}
      confirmLabel={t('delete_column')}
      danger
      pending={remove.isPending}
      onConfirm={() => task && remove.mutate(task.id)}
    >
      {t('delete_column_text')}
    </ConfirmDialog>
  );
}
