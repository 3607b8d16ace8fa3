import { IconSend } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { findDraftProblem } from '../step-draft.ts';
import { t } from '../texts.ts';
import type { SendTestDialogProps } from './send-test-dialog.tsx';

const SendTestDialog = lazyPart(async () => {
  const { SendTestDialog: dialog } = await import('./send-test-dialog.tsx');
  return { default: dialog };
});

type SendTestButtonProps = Omit<SendTestDialogProps, 'lead' | 'onClose'> & {
  /** Null without a lead: an example cannot be sent. */
  lead: SendTestDialogProps['lead'] | null;
};

/** Opens the dialog that sends the email on the screen to oneself. */
export function SendTestButton({ lead, ...props }: SendTestButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isTooLong = findDraftProblem(props.draft, props.step.step_type) !== null;
  return (
    <>
      <AppButton
        icon={<IconSend size={16} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={lead === null || isTooLong}
        onClick={() => setOpen(true)}
      >
        {t('test')}
      </AppButton>
      {isOpen && lead !== null ? (
        <Suspense fallback={null}>
          <SendTestDialog {...props} lead={lead} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
