import { Switch } from '@mantine/core';
import type { CampaignSender } from '@overture/contract/campaign-senders';
import { senderName } from '@overture/domain/accounts';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { StayingLeads } from './staying-leads.tsx';
import { t } from './texts.ts';
import { useSettleLeads } from './use-campaign-senders.ts';

export interface AskedSettle {
  sender: CampaignSender;
  leads: 'hand_over' | 'end';
}

interface SettleDialogProps {
  campaignId: number;
  asked: AskedSettle;
  onClose: () => void;
}

/** Before the leads of a sender go to others or end: how many they are. */
export function SettleDialog({ campaignId, asked: { sender, leads }, onClose }: SettleDialogProps) {
  const settle = useSettleLeads(campaignId, onClose);
  const [restarts, setRestarts] = useState(false);
  const name = senderName(sender.account);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`${leads}_title`, { name })}
      confirmLabel={t(leads)}
      danger={leads === 'end'}
      pending={settle.isPending}
      onConfirm={() => settle.mutate({ accountId: sender.account.id, leads, restarts })}
    >
      <p>{t('counts', { in_sequence: formatNumber(sender.in_sequence), untouched: formatNumber(sender.untouched) })}</p>
      {leads === 'hand_over' ? <StayingLeads sender={sender} restarts={restarts} /> : null}
      {leads === 'hand_over' && sender.staying > 0 ? (
        <Switch
          className="mt-3"
          label={t('restart')}
          description={t('restart_text')}
          checked={restarts}
          onChange={(event) => setRestarts(event.currentTarget.checked)}
        />
      ) : null}
      <p className="mt-2">{t(restarts ? 'hand_over_text_restarts' : `${leads}_text`)}</p>
    </ConfirmDialog>
  );
}
