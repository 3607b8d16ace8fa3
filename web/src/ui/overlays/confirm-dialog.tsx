import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AppButton } from '../inputs/app-button.tsx';
import { uiTexts } from '../ui-texts.ts';
import { Dialog } from './overlay.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen and what will not. */
  children: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  pending?: boolean;
  /** What the decision rests on is not loaded yet. */
  disabled?: boolean;
  /** Text that has to be typed exactly before the button works, with the label of its field. */
  typed?: { expected: string; label: string; mismatch?: string };
  onConfirm: () => void;
}

/** A short decision before something that matters. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [text, setText] = useState('');
  const isReady = props.typed === undefined || text === props.typed.expected;
  function confirm() {
    if (isReady && props.disabled !== true && !props.pending) props.onConfirm();
  }
  function close() {
    setText('');
    props.onClose();
  }
  return (
    <Dialog
      opened={props.opened}
      onClose={close}
      title={props.title}
      size="small"
      footer={
        <>
          <AppButton onClick={close}>{uiTexts.cancel}</AppButton>
          <AppButton
            kind={props.danger ? 'danger' : 'primary'}
            disabled={!isReady || props.disabled === true}
            loading={props.pending ?? false}
            onClick={confirm}
          >
            {props.confirmLabel}
          </AppButton>
        </>
      }
    >
      <div className="text-ink-2">{props.children}</div>
      {props.typed ? (
        <TextInput
          className="mt-3"
          label={props.typed.label}
          value={text}
          data-autofocus
          autoComplete="off"
          // Said as soon as what is typed can no longer become it.
          error={props.typed.expected.startsWith(text) ? undefined : props.typed.mismatch}
          onKeyDown={({ key }) => key === 'Enter' && confirm()}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : null}
    </Dialog>
  );
}
