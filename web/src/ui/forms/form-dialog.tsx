import type { ReactNode } from 'react';
import { AppButton } from '../inputs/app-button.tsx';
import { Dialog, type DialogProps } from '../overlays/overlay.tsx';
import { uiTexts } from '../ui-texts.ts';
import { useDiscardGuard } from './discard-guard.tsx';

interface FormDialogProps extends Pick<DialogProps, 'title' | 'children'> {
  size?: NonNullable<DialogProps['size']>;
  closeOnOutside?: boolean;
  onClose: () => void;
  /** True asks before the dialog closes: its text would be lost. */
  isChanged: boolean;
  /** At the start of the footer. */
  note?: ReactNode;
  /** What has to be corrected, or why saving failed. */
  problem?: string | undefined;
  cancelLabel?: string;
  confirmLabel: string;
  danger?: boolean;
  pending: boolean;
  disabled?: boolean;
  /** What the button does, or the id of the form inside that it sends. */
  confirm: (() => void) | { form: string };
}

/** Dialog with a form: Cancel and a click outside lose no text, and one button saves. */
export function FormDialog(props: FormDialogProps) {
  const { title, size = 'normal', closeOnOutside = false, confirm } = props;
  const guard = useDiscardGuard(props.isChanged, props.onClose);
  const button = typeof confirm === 'function' ? { onClick: confirm } : { type: 'submit' as const, form: confirm.form };
  return (
    <>
      <Dialog
        opened
        onClose={guard.close}
        closeOnOutside={closeOnOutside}
        title={title}
        size={size}
        footer={
          <>
            {props.note}
            {/* Always there, because a reader of the screen announces only what changes inside it. */}
            <span role="alert" className="me-auto text-red text-table">
              {props.problem}
            </span>
            <span className="flex flex-wrap justify-end gap-2">
              <AppButton onClick={guard.close}>{props.cancelLabel ?? uiTexts.cancel}</AppButton>
              <AppButton
                kind={props.danger ? 'danger' : 'primary'}
                loading={props.pending}
                disabled={props.disabled ?? false}
                {...button}
              >
                {props.confirmLabel}
              </AppButton>
            </span>
          </>
        }
      >
        {props.children}
      </Dialog>
      {guard.question}
    </>
  );
}
