import type { CampaignSender } from '@overture/contract/campaign-senders';
import { isHealthyStatus, senderName } from '@overture/domain/accounts';
import { useState } from 'react';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatExactPercent, formatNumber } from '../../lib/format.ts';
import { ChannelGlyph } from '../../ui/display/channel-glyph.tsx';
import { PersonAvatar } from '../../ui/display/person-avatar.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { type AskedSettle, SettleDialog } from './settle-dialog.tsx';
import { t } from './texts.ts';
import { useCampaignSenders } from './use-campaign-senders.ts';

const FIGURES = ['untouched', 'in_sequence', 'held', 'awaiting', 'replied'] as const;

/** Leads per sender of a campaign, by state. */
export function LeadsBySender({ campaignId, onClose }: { campaignId: number; onClose: () => void }) {
  const query = useCampaignSenders(campaignId);
  const [asked, setAsked] = useState<AskedSettle | undefined>();
  const { senders, nobodys } = query.data ?? {};
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('leads_by_sender')}
      size="large"
      footer={<AppButton onClick={onClose}>{t('close')}</AppButton>}
    >
      <p className="mb-3 text-ink-3 text-table">{t('leads_by_sender_text')}</p>
      {senders ? <SendersTable senders={senders} onAsk={setAsked} /> : null}
      {nobodys && senders
        ? (['email', 'linkedin'] as const).map((channel) =>
            nobodys[channel] > 0 && senders.filter((sender) => sender.channel === channel).length > 1 ? (
              <p key={channel} className="mt-2 text-ink-3 text-meta">
                {t('unassigned', {
                  count: nobodys[channel],
                  shown: formatNumber(nobodys[channel]),
                  channel: t(`channel_${channel}`),
                })}
              </p>
            ) : null,
          )
        : null}
      {query.isPending ? <Skeleton height={120} radius={10} /> : null}
      {queryFailure(query, { title: t('senders_failed'), compact: true })}
      {asked ? <SettleDialog campaignId={campaignId} asked={asked} onClose={() => setAsked(undefined)} /> : null}
    </Dialog>
  );
}

interface SendersTableProps {
  senders: readonly CampaignSender[];
  onAsk: (asked: AskedSettle) => void;
}

function SendersTable({ senders, onAsk }: SendersTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached with the keyboard
    <section className="overflow-x-auto" aria-label={t('leads_by_sender')} tabIndex={0}>
      <table className="w-full border-collapse text-table [&_td]:py-2 [&_td]:border-t [&_td]:border-line [&_th]:pb-2 [&_th]:text-start [&_th]:font-medium [&_th]:text-ink-3 [&_th]:text-meta [&_th:not(:first-child)]:text-end [&_th:not(:first-child)]:ps-3 [&_th]:whitespace-nowrap">
        <thead>
          <tr>
            <th scope="col">{t('column_sender')}</th>
            {FIGURES.map((figure) => (
              <th key={figure} scope="col">
                {t(`column_${figure}`)}
              </th>
            ))}
            <th scope="col">{t('column_bounced')}</th>
            <th aria-hidden />
          </tr>
        </thead>
        <tbody>
          {senders.map((sender) => (
            <tr key={`${sender.channel}:${sender.account.id}`}>
              <td>
                <Sender sender={sender} />
              </td>
              {FIGURES.map((figure) => (
                <td
                  key={figure}
                  className="ps-3 text-end number data-held:text-amber"
                  data-held={(figure === 'held' && sender.held > 0) || undefined}
                >
                  {formatNumber(sender[figure])}
                </td>
              ))}
              <td className="ps-3 text-end number">{bouncedShare(sender)}</td>
              <td className="w-8 text-end">
                <ActionMenu
                  label={t('settle_of', { name: senderName(sender.account) })}
                  entries={
                    sender.in_sequence + sender.untouched === 0
                      ? []
                      : [
                          {
                            id: 'hand_over',
                            label: t('hand_over'),
                            onSelect: () => onAsk({ sender, leads: 'hand_over' }),
                          },
                          { id: 'end', label: t('end'), danger: true, onSelect: () => onAsk({ sender, leads: 'end' }) },
                        ]
                  }
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function bouncedShare({ channel, sent, bounced }: CampaignSender): string {
  if (channel === 'linkedin' || sent === 0) return '–';
  return formatExactPercent(Math.round((bounced / sent) * 1000) / 10);
}

function Sender({ sender: { account, channel, is_leaving } }: { sender: CampaignSender }) {
  const isRemoved = account.status === 'DELETED';
  return (
    <span className="flex items-center gap-2.5 min-w-0">
      <PersonAvatar name={account.name} picture_url={account.picture_url} size={26} />
      <span className="flex flex-col items-start min-w-0">
        <span className="flex items-center gap-1.25 max-w-30 sm:max-w-60" title={senderName(account)}>
          <ChannelGlyph channel={channel} size={13} />
          <span className="truncate">{senderName(account)}</span>
        </span>
        {isRemoved ? <StatusChip tone="red">{t('removed')}</StatusChip> : null}
        {!isRemoved && !isHealthyStatus(account.status) ? (
          <StatusChip tone="red">{t('disconnected_short')}</StatusChip>
        ) : null}
        {is_leaving && !isRemoved ? <StatusChip tone="grey">{t('leaving')}</StatusChip> : null}
      </span>
    </span>
  );
}
