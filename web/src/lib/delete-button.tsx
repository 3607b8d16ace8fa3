import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { AppButton, IconButton } from '../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { errorMessage } from './api/api-client.ts';

interface DeleteButtonProps {
  label: string;
  /** Asked before. */
  title: string;
  /** What will be gone, and what stays. */
  text: string;
  /** Said where the error has no words of its own. */
  failed: string;
  remove: () => Promise<unknown>;
  /** Shown without words, where there is no room. */
  icon?: ReactNode;
  /** On the button that answers the question, where `label` is too long for it. */
  confirm?: string;
}

/** A quiet button that asks and then deletes; an error is shown below the question. */
export function DeleteButton({ label, title, text, failed, remove, icon, confirm }: DeleteButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const deleting = useMutation({ mutationFn: remove });
  return (
    <>
      {icon ? (
        <IconButton size="small" label={label} onClick={() => setAsking(true)}>
          {icon}
        </IconButton>
      ) : (
        <AppButton size="small" kind="quiet" onClick={() => setAsking(true)}>
          {label}
        </AppButton>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={title}
        confirmLabel={confirm ?? label}
        danger
        pending={deleting.isPending}
        onConfirm={() => deleting.mutate()}
      >
        <p>{text}</p>
        {deleting.error ? <p role="alert">{errorMessage(deleting.error, failed)}</p> : null}
      </ConfirmDialog>
    </>
  );
}
