import { type LeadColumn, leadColumnsEndpoints } from '@overture/contract/lead-columns';
import { useMutation, useQuery } from '@tanstack/react-query';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatNumber, inQuotes } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { t } from './texts.ts';

/** Asks before a column goes, with how many leads lose a value and which campaigns would notice. */
export function DeleteColumn({ column, onClose }: { column: LeadColumn; onClose: () => void }) {
  const { id, name } = column;
  const use = useQuery({ ...queryOptions(leadColumnsEndpoints.getLeadColumnUse, { params: { id } }), gcTime: 0 });
  const remove = useMutation({
    ...mutationOptions(leadColumnsEndpoints.deleteLeadColumn),
    onSuccess: async () => {
      onClose();
      await whenRefetched();
    },
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('delete_title', { name })}
      confirmLabel={t('delete_confirm')}
      danger
      pending={remove.isPending || use.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
    >
      <Consequences use={use} />
      {remove.error ? <p role="alert">{errorMessage(remove.error, t('delete_failed'))}</p> : null}
    </ConfirmDialog>
  );
}

interface Use {
  data: { leads: number; campaigns: { name: string }[] } | undefined;
  error: Error | null;
}

function Consequences({ use: { data, error } }: { use: Use }) {
  if (error) return <p role="alert">{errorMessage(error, t('delete_count_failed'))}</p>;
  if (data === undefined) return <p role="status">{t('delete_counting')}</p>;
  const names = data.campaigns.map((campaign) => inQuotes(campaign.name)).join(', ');
  return (
    <div className="flex flex-col gap-2" role="status">
      <p>
        {data.leads === 0
          ? t('delete_none')
          : t('delete_leads', { count: data.leads, shown: formatNumber(data.leads) })}
      </p>
      {names === '' ? null : <p className="text-amber">{t('delete_campaigns', { names })}</p>}
    </div>
  );
}
