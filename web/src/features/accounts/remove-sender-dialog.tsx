import { type Account, accountsEndpoints } from '@overture/contract/accounts';
import { senderName } from '@overture/domain/accounts';
import type { CampaignStatus } from '@overture/domain/campaign/transitions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { CampaignStatusChip } from '../campaign-status/index.ts';
import classes from './accounts.module.css';
import { t } from './texts.ts';
import { refetchSenders } from './use-senders.ts';

/** Before a sender goes: what is lost, what stays, and which campaigns are left without it. */
export function RemoveSenderDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    ...mutationOptions(accountsEndpoints.removeAccount),
    onSuccess: async () => {
      await refetchSenders(client);
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
      onConfirm={() => remove.mutate({ params: { id: account.id } })}
    >
      <p>{t(REMOVE_TEXTS[account.account_type], { name: senderName(account) })}</p>
      <AffectedCampaigns id={account.id} />
    </ConfirmDialog>
  );
}

const REMOVE_TEXTS = {
  LINKEDIN: 'remove_text_linkedin',
  GOOGLE: 'remove_text_consented',
  MICROSOFT: 'remove_text_consented',
  IMAP: 'remove_text',
} as const;

function AffectedCampaigns({ id }: { id: number }) {
  const affected = useQuery({
    ...queryOptions(accountsEndpoints.listAffectedCampaigns, { params: { id } }),
    staleTime: 0,
  });
  if (affected.isPending) {
    return (
      <div className={classes.affected} role="status" aria-label={t('remove_checking')}>
        <Skeleton width="60%" />
      </div>
    );
  }
  if (affected.isError)
    return (
      <p className="mt-3 text-red text-table" role="alert">
        {t('remove_check_failed')}
      </p>
    );
  const { campaigns } = affected.data;
  if (campaigns.length === 0) return <p className="mt-2 text-ink-3 text-table">{t('remove_affected_none')}</p>;
  return (
    <div className={classes.affected}>
      <p>{t('remove_affected')}</p>
      <ul>
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <span className="truncate">{campaign.name}</span>
            <CampaignStatusChip status={campaign.status as CampaignStatus} />
          </li>
        ))}
      </ul>
      <p className="mt-2 text-ink-3 text-table">{t('remove_held')}</p>
    </div>
  );
}
