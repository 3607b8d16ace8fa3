import { campaignsEndpoints } from '@overture/contract/campaigns';
import { TOUCH_LOCK_FILTERS } from '@overture/domain/campaign/touch-locks';
import { TOUCH_LOCK_COLUMN } from '@overture/domain/leads/lead-columns';
import {
  DUPLICATE_COLUMN,
  DUPLICATE_FILTERS,
  IN_CAMPAIGN_COLUMN,
  IN_CAMPAIGN_FILTERS,
  LAST_TOUCHED_COLUMN,
  SUPPRESSED_COLUMN,
} from '@overture/domain/leads/lead-history';
import { SUPPRESSED_FILTERS } from '@overture/domain/suppressions/suppressions';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { suppressionReasonLabel } from '../../../lib/labels/lead/suppression-reason.ts';
import { defineTexts } from '../../../lib/texts.ts';
import type { FilterColumn } from './filter-columns.ts';

const t = defineTexts({
  touch_lock: 'Touch lock',
  touch_lock_in_contact: 'In contact',
  touch_lock_resting: 'Resting',
  touch_lock_interested: 'Interested',
  suppressed: 'Suppression',
  suppressed_any: 'Any reason',
  suppressed_excluded_domain: 'Excluded domain',
  in_campaign: 'Campaign',
  in_other_campaign: 'Other campaign',
  in_campaign_active: 'Any that is running',
  in_campaign_ever: 'Any, also earlier',
  campaign_deleted: 'a deleted campaign',
  last_touched: 'Last touched',
  never: 'is never',
  ever: 'is any time',
  duplicate: 'Duplicate',
  duplicate_email: 'Same email',
  duplicate_name_company: 'Same name and company',
  duplicate_name_phone: 'Same last name and phone number',
  is_any_of: 'is any of',
  is_none_of: 'is none of',
});

/** The columns of a table with what happened to its leads: filters alone know that. Loaded with the panel, or with the first chip of one. */
export function withHistory(columns: readonly FilterColumn[]): FilterColumn[] {
  const isCampaign = columns.some(({ id }) => id === 'campaign_status');
  const words = { contains: t('is_any_of'), not_contains: t('is_none_of') };
  const choice = (id: string, label: string, options: NonNullable<FilterColumn['options']>): FilterColumn => ({
    id,
    label,
    kind: 'multiselect',
    options,
    words,
  });
  return [
    ...columns,
    {
      id: LAST_TOUCHED_COLUMN,
      label: t('last_touched'),
      kind: 'date',
      words: { is_empty: t('never'), is_not_empty: t('ever') },
    },
    choice(
      IN_CAMPAIGN_COLUMN,
      t(isCampaign ? 'in_other_campaign' : 'in_campaign'),
      IN_CAMPAIGN_FILTERS.map((value) => ({ value, label: t(`in_campaign_${value}`) })),
    ),
    choice(
      SUPPRESSED_COLUMN,
      t('suppressed'),
      SUPPRESSED_FILTERS.map((value) => ({ value, label: reasonLabel(value) })),
    ),
    choice(
      TOUCH_LOCK_COLUMN,
      t('touch_lock'),
      TOUCH_LOCK_FILTERS.map((value) => ({ value, label: t(`touch_lock_${value}`) })),
    ),
    choice(
      DUPLICATE_COLUMN,
      t('duplicate'),
      DUPLICATE_FILTERS.map((value) => ({ value, label: t(`duplicate_${value}`) })),
    ),
  ];
}

function reasonLabel(value: (typeof SUPPRESSED_FILTERS)[number]): string {
  return value === 'any' || value === 'excluded_domain' ? t(`suppressed_${value}`) : suppressionReasonLabel(value);
}

/** The column *Campaign* with the names of campaigns; one that is not there any longer is called so. */
export function useCampaignColumn(column: FilterColumn, isNamed = true): FilterColumn {
  const { data } = useQuery({ ...queryOptions(campaignsEndpoints.listCampaigns), enabled: isNamed });
  return useMemo(() => {
    const named = data?.campaigns.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
    const other = data === undefined ? '…' : t('campaign_deleted');
    return { ...column, options: [...(column.options ?? []), ...named], other };
  }, [column, data]);
}
