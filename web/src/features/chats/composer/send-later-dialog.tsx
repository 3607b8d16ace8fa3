import { INBOX_LIMITS } from '@overture/domain/limits';
import { isTimeZone } from '@overture/domain/time/timezones';
import { placeOfZone } from '@overture/domain/time/zone-place';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { formatDayTime } from '../changes/reminder-times.ts';
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
  const zone = findZone(history);
  const [usual] = useState(() => usualReplyTime(history?.messages ?? [], serverNow()));
  return (
    <Dialog opened onClose={onClose} size="small" title={t('send_later')}>
      <p className="mb-1 text-ink-3 text-table">{t('send_later_text', { name })}</p>
      <p className="mb-3 text-ink-3 text-table">{describeClock(name, zone)}</p>
      <TimeChoice
        action={t('schedule')}
        usual={usual}
        lead={zone === undefined ? undefined : { name, zone }}
        maxDays={INBOX_LIMITS.send_later_days}
        onChoose={(at) => {
          onClose();
          onChoose(at);
        }}
      />
    </Dialog>
  );
}

/** Of the lead; none that this browser does not know, which would fail to format any time. */
function findZone(history: History | undefined): string | undefined {
  const zone = history?.prospect.zone?.zone;
  return zone !== undefined && isTimeZone(zone) ? zone : undefined;
}

/** By whose clock the times are offered. */
function describeClock(name: string, zone: string | undefined): string {
  if (zone === undefined) return t('clock_of_reader', { name });
  return t('clock_of_lead', { name, place: placeOfZone(zone), time: formatDayTime(serverNow(), zone) });
}
