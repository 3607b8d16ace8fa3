import { type Automation, automationsEndpoints } from '@overture/contract/automations';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { PreviewResult } from './preview.tsx';
import { t } from './texts.ts';

/** Shows what the automation would have done in the last 30 days, then switches it on. */
export function SwitchOnDialog({ automation, onClose }: { automation: Automation; onClose: () => void }) {
  const params = { id: automation.id };
  const preview = useMutation(mutationOptions(automationsEndpoints.previewStoredAutomation));
  const change = useMutation({
    ...mutationOptions(automationsEndpoints.switchAutomation),
    onSuccess: async () => {
      await whenRefetched();
      onClose();
      toast.success(t('switched_on'));
    },
    onError: (error) => toast.error(errorMessage(error, t('change_failed'))),
  });
  const { mutate } = preview;
  useEffect(() => mutate({ params: { id: automation.id } }), [mutate, automation.id]);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('switch_on_title', { name: automation.name })}
      confirmLabel={t('switch_on')}
      pending={change.isPending}
      disabled={preview.data === undefined}
      onConfirm={() => change.mutate({ params, body: { is_active: true } })}
    >
      <div className="flex flex-col gap-3 max-h-[50vh] overflow-y-auto" aria-live="polite">
        {preview.error ? (
          <p className="m-0 text-red text-table">{errorMessage(preview.error, t('preview_failed'))}</p>
        ) : null}
        {preview.isPending ? <Skeleton height={120} /> : null}
        {preview.data ? <PreviewResult preview={preview.data} /> : null}
      </div>
    </ConfirmDialog>
  );
}
