import { SegmentedControl, Select } from '@mantine/core';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { membersEndpoints } from '@overture/contract/members';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { useUser } from '../../lib/api/session.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { FilterBar, FilterChips } from '../../ui/layout/filter-bar.tsx';
import { FilterPopover } from '../../ui/overlays/filter-popover.tsx';
import { KIND_VIEWS } from './kinds/index.ts';
import { t } from './texts.ts';

/** What the list is narrowed by, as remembered under `today-filters`. */
export interface TodayFilters {
  campaign_id?: number;
  owner_id?: number;
}

const idOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;

function parseFilters({ campaign_id, owner_id }: Record<string, unknown>): TodayFilters {
  const [campaign, owner] = [idOf(campaign_id), idOf(owner_id)];
  return { ...(campaign ? { campaign_id: campaign } : {}), ...(owner ? { owner_id: owner } : {}) };
}

/** They survive the way to a conversation and back. */
export function useTodayFilters() {
  const [filters, setFilters] = useState(() => parseFilters(readStored('today-filters', {})));
  function change(next: TodayFilters) {
    writeStored('today-filters', { ...next });
    setFilters(next);
  }
  return [filters, change] as const;
}

/** Campaigns in which something may wait, and the members, oneself first. */
function useOptions() {
  const user = useUser();
  const campaigns = useQuery(queryOptions(campaignsEndpoints.listCampaigns)).data?.campaigns ?? [];
  const members = useQuery(queryOptions(membersEndpoints.listMembers)).data?.members ?? [];
  const others = members.filter(({ id }) => id !== user.id);
  return {
    campaigns: campaigns
      .filter(({ status }) => status !== 'DRAFT' && status !== 'ARCHIVED')
      .map(({ id, name }) => ({ value: String(id), label: name })),
    owners: [
      { value: String(user.id), label: t('owner_me') },
      ...others.map(({ id, name, email }) => ({ value: String(id), label: name || email })),
    ],
  };
}

interface TodayFilterBarProps {
  counts: readonly { kind: string; count: number }[];
  kind: string;
  onKind: (kind: string) => void;
  filters: TodayFilters;
  onChange: (filters: TodayFilters) => void;
}

/** Kinds with their counts, and a panel of campaign and owner whose choices are shown as chips. */
export function TodayFilterBar({ counts, kind, onKind, filters, onChange }: TodayFilterBarProps) {
  const options = useOptions();
  const { campaign_id, owner_id } = filters;
  const count = Object.keys(filters).length;
  const choose = (name: keyof TodayFilters, value: string | null) => {
    const { [name]: _, ...rest } = filters;
    onChange(value === null ? rest : { ...rest, [name]: Number(value) });
  };
  return (
    <FilterBar
      end={
        <FilterPopover label={t('filters')} activeLabel={t('filters_active', { count })} count={count}>
          {() => (
            <>
              <Choice
                label={t('column_campaign')}
                all={t('all_campaigns')}
                options={options.campaigns}
                value={campaign_id}
                onChange={(value) => choose('campaign_id', value)}
              />
              <Choice
                label={t('owner')}
                description={t('owner_text')}
                all={t('all_owners')}
                options={options.owners}
                value={owner_id}
                onChange={(value) => choose('owner_id', value)}
              />
            </>
          )}
        </FilterPopover>
      }
    >
      <KindFilter counts={counts} kind={kind} onChange={onKind} />
      <FilterChips
        chips={[
          ...(campaign_id ? [{ id: 'campaign_id', label: nameOf(options.campaigns, campaign_id) }] : []),
          ...(owner_id ? [{ id: 'owner_id', label: nameOf(options.owners, owner_id) }] : []),
        ]}
        onRemove={(id) => choose(id as keyof TodayFilters, null)}
        onClear={() => onChange({})}
      />
    </FilterBar>
  );
}

interface Option {
  value: string;
  label: string;
}

/** A campaign that was archived since it was chosen has no name here. */
const nameOf = (options: readonly Option[], id: number): string =>
  options.find(({ value }) => value === String(id))?.label ?? t('unnamed', { id });

interface ChoiceProps {
  label: string;
  description?: string;
  all: string;
  options: readonly Option[];
  value: number | undefined;
  onChange: (value: string | null) => void;
}

function Choice({ label, description, all, options, value, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      description={description}
      placeholder={all}
      data={options}
      value={value === undefined ? null : String(value)}
      onChange={onChange}
      searchable
      clearable
      openOnFocus={false}
      limit={100}
      withScrollArea={false}
      styles={{ options: { maxHeight: 220, overflowY: 'auto' } }}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

type KindFilterProps = Pick<TodayFilterBarProps, 'counts' | 'kind'> & { onChange: (kind: string) => void };

function KindFilter({ counts, kind, onChange }: KindFilterProps) {
  const known = counts.filter((one) => KIND_VIEWS.has(one.kind) && (one.count > 0 || one.kind === kind));
  if (known.length < 2) return null;
  const all = known.reduce((sum, one) => sum + one.count, 0);
  const label = (one: { kind: string; count: number }) =>
    t('kind_count', { name: KIND_VIEWS.get(one.kind)?.label ?? one.kind, count: one.count });
  return (
    <SegmentedControl
      aria-label={t('filter')}
      value={kind}
      onChange={onChange}
      data={[
        { value: '', label: t('all', { count: all }) },
        ...known.map((one) => ({ value: one.kind, label: label(one) })),
      ]}
    />
  );
}
