import { Checkbox } from '@mantine/core';
import { type ErasureJob, erasuresEndpoints } from '@overture/contract/erasures';
import { CRM_BIN_DAYS, CRM_LABELS, CRM_TYPES, type CrmType } from '@overture/domain/crm';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { t } from './texts.ts';

const TYPED = { expected: 'erase', label: t('typed') };

function announce({ erased, total, handed_over }: ErasureJob): void {
  if (erased < total) toast.info(t('erasing'));
  else toast.success(t('erased', { count: erased, shown: formatNumber(erased) }));
  if (handed_over > 0) toast.info(t('handed_over', { count: handed_over, shown: formatNumber(handed_over) }));
}

interface EraseDialogProps {
  lead: { id: number; name: string };
  /** What to check before. */
  warning?: string | undefined;
  onClose: () => void;
  onErased: () => void;
}

/** Says what goes with a person, and erases them. */
export function EraseDialog({ lead: { id, name }, warning, onClose, onErased }: EraseDialogProps) {
  const erase = useMutation({
    ...mutationOptions(erasuresEndpoints.erasePerson),
    onSuccess: ({ erasure }) => {
      announce(erasure);
      onErased();
    },
    onError: (error) => toast.error(errorMessage(error, t('erase_failed'))),
  });
  // Who is being erased is not asked about again: the news of the erasure comes before its answer.
  const preview = useQuery({
    ...queryOptions(erasuresEndpoints.previewErasure, { params: { id } }),
    enabled: erase.isIdle || erase.isError,
  });
  const [withCrm, setWithCrm] = useState(false);
  const found = preview.data;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('erase_title', { name })}
      confirmLabel={t('erase_person')}
      danger
      pending={erase.isPending}
      typed={TYPED}
      onConfirm={() => erase.mutate({ params: { id }, body: { with_crm: withCrm } })}
    >
      <div className="flex flex-col gap-3">
        {warning ? <p className="m-0 font-medium">{warning}</p> : null}
        <p className="m-0">{t('erase_text')}</p>
        {found ? (
          <p className="m-0">
            {found.leads > 1 ? `${t('same_person', { shown: formatNumber(found.leads) })} ` : null}
            {t('erase_counts', {
              lists: formatNumber(found.lists),
              campaigns: formatNumber(found.campaigns),
              messages: formatNumber(found.messages),
            })}
          </p>
        ) : null}
        {found && found.handed_over > 0 ? (
          <p className="m-0">
            {t('handed_over', { count: found.handed_over, shown: formatNumber(found.handed_over) })}
          </p>
        ) : null}
        {found && found.crm.length > 0 ? (
          <CrmChoice
            crms={found.crm.map(({ crm }) => crm)}
            label={t('erase_crm', { names: found.crm.map(({ crm }) => CRM_LABELS[crm]).join(', ') })}
            checked={withCrm}
            onChange={setWithCrm}
          />
        ) : null}
        <p className="m-0 text-ink-3 text-table">{t('backups')}</p>
      </div>
    </ConfirmDialog>
  );
}

interface CrmChoiceProps {
  crms: readonly CrmType[];
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function CrmChoice(props: CrmChoiceProps) {
  const bins = props.crms.flatMap((crm) => {
    const [name, days] = [CRM_LABELS[crm], CRM_BIN_DAYS[crm]];
    if (days === 0) return [];
    return days === null ? t('erase_crm_bin_weeks', { name }) : t('erase_crm_bin', { name, days: String(days) });
  });
  return (
    <Checkbox
      label={props.label}
      description={bins.length === 0 ? t('erase_crm_hint') : t('erase_crm_bins', { bins: bins.join(', ') })}
      checked={props.checked}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}

interface EraseManyDialogProps {
  ids: readonly number[];
  onClose: () => void;
  onErased: () => void;
}

/** Erases the selected leads of a list. */
export function EraseManyDialog({ ids, onClose, onErased }: EraseManyDialogProps) {
  const [withCrm, setWithCrm] = useState(false);
  const erase = useMutation({
    ...mutationOptions(erasuresEndpoints.erasePeople),
    onSuccess: ({ erasure }) => {
      announce(erasure);
      onErased();
    },
    onError: (error) => toast.error(errorMessage(error, t('erase_failed'))),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('erase_many_title', { count: ids.length, shown: formatNumber(ids.length) })}
      confirmLabel={t('erase_many')}
      danger
      pending={erase.isPending}
      typed={TYPED}
      onConfirm={() => erase.mutate({ body: { prospect_ids: [...ids], with_crm: withCrm } })}
    >
      <div className="flex flex-col gap-3">
        <p className="m-0">{t('erase_many_text')}</p>
        <CrmChoice crms={CRM_TYPES} label={t('erase_crm_many')} checked={withCrm} onChange={setWithCrm} />
        <p className="m-0 text-ink-3 text-table">{t('backups')}</p>
      </div>
    </ConfirmDialog>
  );
}
