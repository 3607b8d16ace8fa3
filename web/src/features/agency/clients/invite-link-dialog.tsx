import { Checkbox, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from '../texts.ts';

const COPIED_MS = 2000;

/** Shows the link once. It stays open until the user confirms that they have it. */
export function InviteLinkDialog({ url, onDone }: { url: string; onDone: () => void }) {
  const [isSaved, setSaved] = useState(false);
  const clipboard = useClipboard({ timeout: COPIED_MS });
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
