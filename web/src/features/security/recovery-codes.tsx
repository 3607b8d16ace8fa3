import { useClipboard } from '@mantine/hooks';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { saveFile } from '../../lib/save-csv.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import classes from './security.module.css';
import { t } from './texts.ts';

/** Recovery codes are shown once. The dialog closes by its button only: a stray click must not lose them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  const clipboard = useClipboard({ timeout: 2000 });
  const text = (codes ?? []).join('\n');
  return (
    <Dialog
      opened={codes !== null}
      onClose={onClose}
      title={t('codes_show_title')}
      withClose={false}
      closeOnOutside={false}
      footer={
        <AppButton kind="primary" onClick={onClose}>
          {t('codes_kept')}
        </AppButton>
      }
    >
      <div className={classes.stack}>
        <p>{t('codes_show_text')}</p>
        <ul className={classes.codes} data-testid="recovery-codes">
          {(codes ?? []).map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <p className={classes.note}>{t('codes_why')}</p>
        <div className={classes.actions}>
          <AppButton icon={<IconCopy size={16} aria-hidden />} onClick={() => clipboard.copy(text)}>
            {clipboard.copied ? t('codes_copied') : t('codes_copy')}
          </AppButton>
          <AppButton icon={<IconDownload size={16} aria-hidden />} onClick={() => saveCodes(text)}>
            {t('codes_download')}
          </AppButton>
        </div>
      </div>
    </Dialog>
  );
}

function saveCodes(text: string): void {
  const url = URL.createObjectURL(new Blob([`${window.location.host}\n\n${text}\n`], { type: 'text/plain' }));
  saveFile('recovery-codes.txt', url);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
