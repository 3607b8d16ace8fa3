import { TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AppButton } from '../inputs/app-button.tsx';
import { uiTexts } from '../ui-texts.ts';
import { Dialog } from './overlay.tsx';

interface SecretDialogProps {
  secret: string;
  title: string;
  text: string;
  /** Of the field with the secret. */
  label: string;
  copy?: string;
  done: string;
  /** More buttons, before the one that closes it. */
  actions?: ReactNode;
  onClose: () => void;
}

/** A secret that is shown once, with a button that copies it. A click beside the dialog does not close it. */
export function SecretDialog({ secret, title, text, label, copy, done, actions, onClose }: SecretDialogProps) {
  const clipboard = useClipboard({ timeout: 2000 });
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnOutside={false}
      title={title}
      footer={
        <>
          {actions}
          <AppButton kind="primary" onClick={onClose}>
            {done}
          </AppButton>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="m-0">{text}</p>
        <div className="flex items-end gap-2">
          <TextInput
            className="flex-1 min-w-0"
            label={label}
            value={secret}
            readOnly
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
          />
          <AppButton
            icon={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => clipboard.copy(secret)}
          >
            {clipboard.copied ? uiTexts.copied : (copy ?? uiTexts.copy)}
          </AppButton>
        </div>
      </div>
    </Dialog>
  );
}
