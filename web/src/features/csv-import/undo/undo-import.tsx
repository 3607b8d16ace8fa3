import { type Import, searchesEndpoints } from '@overture/contract/searches';
import { may } from '@overture/domain/access/permissions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, refetch } from '../../../lib/api/api-client.ts';
import { useUser } from '../../../lib/api/session.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { importsQuery } from '../progress/imports-cache.ts';
import { t } from './texts.ts';

type Undoable = Pick<Import, 'status' | 'undo_state' | 'undo_until'>;

export const canUndo = ({ status, undo_state, undo_until }: Undoable): boolean =>
  status !== 'queued' &&
  status !== 'running' &&
  undo_state !== 'running' &&
  undo_state !== 'done' &&
  undo_until !== null &&
  Date.parse(undo_until) > Date.now();

/** Undoes an import after a question that says what goes and what stays. */
export function UndoImport({ importId, onBegun }: { importId: number; onBegun: () => void }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const undo = useMutation({
    ...mutationOptions(searchesEndpoints.undoImport),
    onSuccess: async () => {
      setAsking(false);
      onBegun();
      await client.invalidateQueries({ queryKey: importsQuery.queryKey });
      await refetch(client, searchesEndpoints.listSearchImports);
    },
    onError: (error) => {
      setAsking(false);
      toast.error(errorMessage(error, t('undo_failed')));
    },
  });
  if (!may(useUser(), 'work')) return null;
  return (
    <>
      <AppButton onClick={() => setAsking(true)}>{t('undo')}</AppButton>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('undo_title')}
        confirmLabel={t('undo')}
        danger
        pending={undo.isPending}
        onConfirm={() => undo.mutate({ params: { id: importId } })}
      >
        <p>{t('undo_text')}</p>
        <p className="mt-2">{t('undo_stays')}</p>
      </ConfirmDialog>
    </>
  );
}
