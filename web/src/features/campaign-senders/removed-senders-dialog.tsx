import { senderName } from '@overture/domain/accounts';
import { useState } from 'react';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatNumber } from '../../lib/format.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { OptionCard } from '../../ui/inputs/option-card.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { StayingLeads } from './staying-leads.tsx';
import { t } from './texts.ts';
import { useCampaignSenders } from './use-campaign-senders.ts';

const FATES = ['finish', 'hand_over', 'end'] as const;
export type LeadsOutcome = (typeof FATES)[number];

interface RemovedSendersDialogProps {
  campaignId: number;
  removed: readonly number[];
  pending: boolean;
  onClose: () => void;
  onConfirm: (outcome: LeadsOutcome) => void;
}

/** Asked before senders leave a campaign: the state of their leads, and what happens to them. */
export function RemovedSendersDialog({ campaignId, removed, pending, onClose, onConfirm }: RemovedSendersDialogProps) {
  const query = useCampaignSenders(campaignId);
  const [outcome, setOutcome] = useState<LeadsOutcome>('finish');
  const senders = query.data?.senders.filter(({ account }) => removed.includes(account.id));
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('removed_title')}
      size="small"
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton
            kind={outcome === 'end' ? 'danger' : 'primary'}
            loading={pending}
            disabled={query.data === undefined}
            onClick={() => onConfirm(outcome)}
          >
            {t('removed_save')}
          </AppButton>
        </>
      }
    >
      {query.isPending ? <Skeleton height={48} radius={10} /> : null}
      {queryFailure(query, { title: t('senders_failed'), compact: true })}
      {senders ? (
        <>
          <ul className="flex flex-col gap-1.5 m-0 p-0 list-none text-table">
            {senders.map(({ account, ...sender }) => (
              <li key={account.id}>
                <strong className="block font-medium truncate">{senderName(account)}</strong>
                <span className="text-ink-2 number">
                  {t('removed_counts', {
                    untouched: formatNumber(sender.untouched),
                    in_sequence: formatNumber(sender.in_sequence),
                    awaiting: formatNumber(sender.awaiting),
                  })}
                </span>
              </li>
            ))}
          </ul>
          <LeadsOutcomes outcome={outcome} onChange={setOutcome} />
          {outcome === 'hand_over'
            ? senders.map((sender) => <StayingLeads key={sender.account.id} sender={sender} />)
            : null}
          <p className="mt-3 text-ink-3 text-meta">
            {t(outcome === 'finish' ? 'leads_finish_text' : `${outcome}_text`)} {t('removed_untouched')}
          </p>
        </>
      ) : null}
    </Dialog>
  );
}

function LeadsOutcomes({ outcome, onChange }: { outcome: LeadsOutcome; onChange: (outcome: LeadsOutcome) => void }) {
  return (
    <fieldset className="flex flex-col gap-2 mt-4 mx-0 mb-0 p-0 border-0">
      <legend className="visually-hidden">{t('removed_title')}</legend>
      {FATES.map((one) => (
        <OptionCard
          key={one}
          kind="radio"
          name="outcome"
          label={t(`leads_${one}`)}
          checked={outcome === one}
          onChange={() => onChange(one)}
        />
      ))}
    </fieldset>
  );
}
