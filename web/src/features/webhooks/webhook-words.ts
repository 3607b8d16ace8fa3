import type { Webhook } from '@overture/contract/webhooks';
import { formatDate } from '../../lib/format.ts';
import type { StatusTone } from '../../ui/feedback/status-chip.tsx';
import { t } from './texts.ts';

const offWords = (reason: Webhook['off_reason']): string =>
  t(reason === 'gone' ? 'off_refused' : reason === 'failures' ? 'off_failures' : 'off_person');

export function stateWords(webhook: Webhook): { tone: StatusTone; word: string; detail: string } {
  const { off_reason, failing_since } = webhook;
  if (off_reason !== null)
    return { tone: off_reason === 'person' ? 'grey' : 'red', word: t('state_off'), detail: offWords(off_reason) };
  if (failing_since !== null)
    return {
      tone: 'amber',
      word: t('state_failing'),
      detail: t('failing_since', { date: formatDate(failing_since) }),
    };
  return { tone: 'green', word: t('state_active'), detail: '' };
}

export function eventWords({ event_types, mode }: Webhook): string {
  const events = event_types.includes('*') ? t('all_events') : t('events', { count: event_types.length });
  return mode === 'thin' ? t('ids_only', { events }) : events;
}

export function deliveryWords({ pending, failed }: Webhook): string {
  const parts = [
    ...(pending > 0 ? [t('pending', { count: pending })] : []),
    ...(failed > 0 ? [t('failed', { count: failed })] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : t('none_waiting');
}
