import { INBOX_LIMITS } from '@overture/domain/limits';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { TimeChoice } from '../changes/time-choice.tsx';
import { t } from '../texts.ts';

interface SendLaterDialogProps {
  name: string;
  onClose: () => void;
  onChoose: (at: Date) => void;
}

/** When a message leaves. */
export function SendLaterDialog({ name, onClose, onChoose }: SendLaterDialogProps) {
  return (
    <Dialog opened onClose={onClose} size="small" title={t('send_later')}>
      <p className="mb-3 text-ink-3 text-table">{t('send_later_text', { name })}</p>
      <TimeChoice
        action={t('schedule')}
        maxDays={INBOX_LIMITS.send_later_days}
        onChoose={(at) => {
          onClose();
          onChoose(at);
        }}
      />
    </Dialog>
  );
}
