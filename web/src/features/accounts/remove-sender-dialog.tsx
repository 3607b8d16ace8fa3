import { type Account, type AffectedCampaign, accountsEndpoints } from '@overture/contract/accounts';
import { LEADS_OF_DELETED, type LeadsOfDeleted, senderName } from '@overture/domain/accounts';
import type { CampaignStatus } from '@overture/domain/campaign/transitions';
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatNumber } from '../../lib/format.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { OptionCard } from '../../ui/inputs/option-card.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { CampaignStatusChip } from '../campaign-status/index.ts';
import classes from './accounts.module.css';
import { t } from './texts.ts';

/** Before a sender goes: what is lost, what stays, and which campaigns are left without it. */
export function RemoveSenderDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const affected = useQuery({
    ...queryOptions(accountsEndpoints.listAffectedCampaigns, { params: { id: account.id } }),
    staleTime: 0,
  });
  const campaigns = affected.data?.campaigns ?? [];
  const canHandOver = campaigns.some(({ others, in_sequence }) => others > 0 && in_sequence > 0);
  const [chosen, setChosen] = useState<LeadsOfDeleted>();
  const leads = chosen ?? (canHandOver ? 'hand_over' : 'wait');
  const remove = useMutation({
    ...mutationOptions(accountsEndpoints.removeAccount),
    onSuccess: async () => {
      await whenRefetched();
      onClose();
      toast.success(t('removed'));
    },
    onError: (error) => toast.error(errorMessage(error, t('remove_failed'))),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('remove_title')}
      confirmLabel={t('remove')}
      danger
      pending={remove.isPending}
      disabled={affected.data === undefined}
      onConfirm={() => remove.mutate({ params: { id: account.id }, query: { leads } })}
    >
      <p>{t(findRemoveText(account), { name: senderName(account) })}</p>
      <AffectedCampaigns affected={affected} />
      {campaigns.some(({ in_sequence }) => in_sequence > 0) ? (
        <LeadsChoice leads={leads} canHandOver={canHandOver} onChange={setChosen} />
      ) : null}
      {campaigns.some(({ untouched }) => untouched > 0) && campaigns.every(({ in_sequence }) => in_sequence === 0) ? (
        <p className="mt-2 text-ink-3 text-table">{t('remove_held')}</p>
      ) : null}
    </ConfirmDialog>
  );
}

const findRemoveText = ({ account_type, is_assisted }: Account) =>
  is_assisted ? 'remove_text_by_hand' : REMOVE_TEXTS[account_type];

const REMOVE_TEXTS = {
  LINKEDIN: 'remove_text_linkedin',
  GOOGLE: 'remove_text_consented',
  MICROSOFT: 'remove_text_consented',
  IMAP: 'remove_text',
  WHATSAPP: 'remove_text_linkedin',
  FACEBOOK: 'remove_text_linkedin',
  INSTAGRAM: 'remove_text_linkedin',
} as const;

function AffectedCampaigns({ affected }: { affected: UseQueryResult<{ campaigns: AffectedCampaign[] }> }) {
  if (affected.isPending) {
    return (
      <div className={classes.affected} role="status" aria-label={t('remove_checking')}>
        <Skeleton width="60%" />
      </div>
    );
  }
  const failure = queryFailure(affected, { title: t('remove_check_failed'), compact: true });
  if (failure) return <div className="mt-3">{failure}</div>;
  const campaigns = affected.data?.campaigns ?? [];
  if (campaigns.length === 0) return <p className="mt-2 text-ink-3 text-table">{t('remove_affected_none')}</p>;
  return (
    <div className={classes.affected}>
      <p>{t('remove_affected')}</p>
      <ul>
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <span className="min-w-0 py-1.5">
              <span className="block truncate">{campaign.name}</span>
              <span className="text-ink-3 text-meta number">{countsOf(campaign)}</span>
            </span>
            <CampaignStatusChip status={campaign.status as CampaignStatus} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const COUNTS = ['in_sequence', 'untouched', 'awaiting', 'staying'] as const;

/** Counts of its leads, without zeros. */
const countsOf = (campaign: AffectedCampaign): string =>
  COUNTS.filter((count) => campaign[count] > 0)
    .map((count) => t(`remove_${count}`, { shown: formatNumber(campaign[count]) }))
    .join(', ');

interface LeadsChoiceProps {
  leads: LeadsOfDeleted;
  canHandOver: boolean;
  onChange: (leads: LeadsOfDeleted) => void;
}

/** What becomes of leads that this sender has written to and not finished. */
function LeadsChoice({ leads, canHandOver, onChange }: LeadsChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-2 mt-4 mx-0 mb-0 p-0 border-0">
      <legend className="mb-2 p-0 font-medium">{t('remove_leads')}</legend>
      {LEADS_OF_DELETED.filter((one) => one !== 'hand_over' || canHandOver).map((one) => (
        <OptionCard
          key={one}
          kind="radio"
          name="leads"
          label={t(`remove_leads_${one}`)}
          checked={leads === one}
          onChange={() => onChange(one)}
        />
      ))}
      <p className="m-0 text-ink-3 text-meta">{t(`remove_leads_${leads}_text`)}</p>
    </fieldset>
  );
}
