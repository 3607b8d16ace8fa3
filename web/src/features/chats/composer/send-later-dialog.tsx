import { INBOX_LIMITS } from '@overture/domain/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { TimeChoice } from '../changes/time-choice.tsx';
import { usualReplyTime } from '../changes/usual-reply-time.ts';
import { type History, historyKey } from '../history-cache.ts';
import { t } from '../texts.ts';

interface SendLaterDialogProps {
  leadId: number;
  name: string;
  onClose: () => void;
  onChoose: (at: Date) => void;
}

/** When a message leaves. */
export function SendLaterDialog({ leadId, name, onClose, onChoose }: SendLaterDialogProps) {
  const history = useQueryClient().getQueryData<History>(historyKey(leadId));
  const [usual] = useState(() => usualReplyTime(history?.messages ?? [], serverNow()));
  return (
    <Dialog opened onClose={onClose} size="small" title={t('send_later')}>
      <p className="mb-3 text-ink-3 text-table">{t('send_later_text', { name })}</p>
      <TimeChoice
        action={t('schedule')}
        usual={usual}
        maxDays={INBOX_LIMITS.send_later_days}
        onChoose={(at) => {
          onClose();
          onChoose(at);
        }}
      />
    </Dialog>
  );
}
