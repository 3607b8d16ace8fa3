import type { Endpoint, EndpointInput } from '@overture/contract/endpoint';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { errorMessage, mutationOptions } from './api-client.ts';
import { whenRefetched } from './writes.ts';

interface DeleteQuestionProps<E extends Endpoint> {
  endpoint: E;
  input: EndpointInput<E>;
  title: string;
  /** What goes with it, and what stays. */
  children: ReactNode;
  confirmLabel: string;
  deleted: string;
  /** Said where the error has no words of its own. */
  failed: string;
  onClose: () => void;
}

/** Asks before something is deleted. It closes once the page shows it gone. */
export function DeleteQuestion<E extends Endpoint>(props: DeleteQuestionProps<E>) {
  const { endpoint, input, title, confirmLabel, onClose } = props;
  const remove = useMutation({
    ...mutationOptions(endpoint),
    onError: (error: Error) => toast.error(errorMessage(error, props.failed)),
    onSuccess: async () => {
      await whenRefetched();
      onClose();
      toast.success(props.deleted);
    },
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={title}
      confirmLabel={confirmLabel}
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate(input)}
    >
      {props.children}
    </ConfirmDialog>
  );
}
