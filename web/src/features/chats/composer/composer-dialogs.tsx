import type { ChatProspect } from '@overture/contract/chats';
import { Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { t } from '../texts.ts';
import type { useComposer } from './use-composer.ts';

// Loaded on demand: no page needs them to render.
const SavedRepliesDialog = lazyPart(() =>
  import('../saved-replies/saved-replies-dialog.tsx').then((file) => ({ default: file.SavedRepliesDialog })),
);
const SendLaterDialog = lazyPart(() =>
  import('./send-later-dialog.tsx').then((file) => ({ default: file.SendLaterDialog })),
);

interface ComposerDialogsProps {
  composer: ReturnType<typeof useComposer>;
  draft: string;
  prospect: ChatProspect;
  name: string;
}

/** What opens above the composer. Beside its form, not in it: what a dialog submits must not send the message. */
export function ComposerDialogs({ composer, draft, prospect, name }: ComposerDialogsProps) {
  const { dialog, setDialog, sending } = composer;
  const close = () => setDialog(undefined);
  return (
    <Suspense fallback={null}>
      {dialog === 'replies' ? (
        <SavedRepliesDialog
          written={draft}
          prospect={prospect}
          sender={composer.chosen?.account ?? null}
          onClose={close}
          onInsert={composer.insert}
        />
      ) : null}
      {dialog === 'later' ? (
        <SendLaterDialog leadId={prospect.id} name={name} onClose={close} onChoose={(at) => composer.submit({ at })} />
      ) : null}
      <ConfirmDialog
        opened={sending.newerMessage !== undefined}
        onClose={sending.closeNewerMessage}
        title={t('newer_message')}
        confirmLabel={t('send_anyway')}
        onConfirm={sending.sendAnyway}
      >
        {sending.newerMessage?.words}
      </ConfirmDialog>
    </Suspense>
  );
}
