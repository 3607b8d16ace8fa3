import { TextInput } from '@mantine/core';
import { actingEndpoints } from '@overture/contract/acting';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage } from '../../lib/api/api-client.ts';
import { pb } from '../../lib/navigation/paths.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useStepUp } from './step-up.tsx';

interface ActDialogProps {
  /** Of the user, or of the client whose workspace is opened. */
  id: number;
  /** By an operator, by the agency of a client, or by the agency in the client's workspace. */
  call: 'impersonate' | 'impersonateClient' | 'openClientWorkspace';
  texts: { title: string; text: string; reason: string; confirm: string; failed: string };
  onClose: () => void;
}

function startActing(kind: ActDialogProps['call'], id: number, reason: string) {
  return kind === 'openClientWorkspace'
    ? call(actingEndpoints[kind], { params: { id }, body: { reason } })
    : call(actingEndpoints[kind], { params: { userId: id }, body: { reason } });
}

/** Signs in as another user, with a reason for the security log. */
export function ActDialog({ id, call: kind, texts, onClose }: ActDialogProps) {
  const [reason, setReason] = useState('');
  const stepUp = useStepUp();
  const act = useMutation({
    mutationFn: () => startActing(kind, id, reason),
    // Everything cached belongs to the former session, so the page reloads.
    onSuccess: () => window.location.assign(pb.dashboard()),
    onError: (error) => {
      if (!stepUp.ask(error, start)) toast.error(errorMessage(error, texts.failed));
    },
  });
  function start() {
    act.mutate();
  }
  return (
    <>
      <ConfirmDialog
        opened
        onClose={onClose}
        title={texts.title}
        confirmLabel={texts.confirm}
        pending={act.isPending}
        onConfirm={start}
      >
        <p>{texts.text}</p>
        <TextInput
          className="mt-3"
          label={texts.reason}
          value={reason}
          maxLength={200}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
      {stepUp.dialog}
    </>
  );
}
