import { Checkbox, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { agencyEndpoints } from '@overture/contract/agency';
import { IconCheck, IconCopy, IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from '../texts.ts';

const COPIED_MS = 2000;

interface InvitedClient {
  id: number;
  email: string;
}

/** Sends the invitation to the address the client was added with. */
export function useMailInvitation({ id, email }: InvitedClient, onSent?: () => void) {
  const { mutate, isPending } = useMutation({
    ...mutationOptions(agencyEndpoints.mailClientInvitation),
    onSuccess: () => {
      toast.success(t('invitation_mailed', { email }));
      onSent?.();
    },
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
  return { mail: () => mutate({ params: { id } }), isPending };
}

interface InviteLinkDialogProps {
  client: InvitedClient;
  url: string;
  onDone: () => void;
}

/** Shows the link once. It stays open until the user confirms that they have it, or has the invitation sent instead. */
export function InviteLinkDialog({ client, url, onDone }: InviteLinkDialogProps) {
  const [isSaved, setSaved] = useState(false);
  const clipboard = useClipboard({ timeout: COPIED_MS });
  const { mail, isPending } = useMailInvitation(client, onDone);
  const icon = clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />;
  return (
    <Dialog
      opened
      onClose={onDone}
      closeOnOutside={false}
      withClose={false}
      title={t('link_title')}
      footer={
        <AppButton kind="primary" disabled={!isSaved} onClick={onDone}>
          {t('done')}
        </AppButton>
      }
    >
      <div className="grid gap-3">
        <p className="text-ink-2">{t('mail_text', { email: client.email })}</p>
        <AppButton icon={<IconMail size={16} aria-hidden />} loading={isPending} onClick={mail}>
          {t('mail_invitation')}
        </AppButton>
        <p className="text-ink-2">{t('link_text')}</p>
        <TextInput label={t('link_label')} value={url} readOnly onFocus={(event) => event.currentTarget.select()} />
        <AppButton icon={icon} onClick={() => clipboard.copy(url)}>
          {clipboard.copied ? t('copied') : t('copy')}
        </AppButton>
        <Checkbox
          label={t('link_saved')}
          checked={isSaved}
          onChange={(event) => setSaved(event.currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}
