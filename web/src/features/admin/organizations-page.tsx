import { Select } from '@mantine/core';
import {
  type ADMIN_ORGANIZATION_SORTS,
  ADMIN_ORGANIZATION_STATES,
  type AdminOrganizationRow,
  adminEndpoints,
} from '@overture/contract/admin';
import { PAGE_SIZES } from '@overture/domain/limits';
import { IconBuilding, IconServer, IconTemplate } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { SearchInput } from '../../ui/inputs/search-input.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import type { DataColumn, SortState } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { rowsOfPage, usePager } from '../../ui/table/use-pager.ts';
import { PlanChip } from './plan-chip.tsx';
import { t } from './texts.ts';

type State = (typeof ADMIN_ORGANIZATION_STATES)[number];
type SortField = (typeof ADMIN_ORGANIZATION_SORTS)[number];

const STATES = ADMIN_ORGANIZATION_STATES.map((value) => ({
  value,
  label: value === 'suspended' ? t('suspended') : t(`plan_${value}`),
}));

const columns: DataColumn<AdminOrganizationRow>[] = [
  {
    id: 'name',
    header: t('column_name'),
    width: 280,
    sort_field: 'name',
    cell: (row) => row.name,
    title: (row) => row.name,
  },
  { id: 'plan', header: t('column_plan'), width: 150, cell: (row) => <PlanChip organization={row} /> },
  {
    id: 'users',
    header: t('column_users'),
    width: 90,
    sort_field: 'total_users',
    cell: (row) => formatNumber(row.total_users),
  },
  {
    id: 'campaigns',
    header: t('column_campaigns'),
    width: 110,
    sort_field: 'total_campaigns',
    cell: (row) => formatNumber(row.total_campaigns),
  },
  { id: 'prospects', header: t('column_prospects'), width: 110, cell: (row) => formatNumber(row.total_prospects) },
  {
    id: 'last_active',
    header: t('column_last_active'),
    width: 130,
    sort_field: 'last_active_at',
    cell: (row) => <DateText value={row.last_active_at} format={formatDate} empty={t('never_active')} />,
  },
  {
    id: 'created',
    header: t('column_created'),
    width: 130,
    sort_field: 'created_at',
    cell: (row) => <DateText value={row.created_at} format={formatDate} />,
  },
];

/** Every organization of the installation, for who runs it. */
export function OrganizationsPage() {
  const go = useGo();
  const [search, setSearch] = useState('');
  const [state, setState] = useState<State | null>(null);
  const [sort, setSort] = useState<SortState>();
  const { page, setPage } = usePager({ search, state, sort });
  const order = sort && { sort_field: sort.field as SortField, sort_direction: sort.direction };
  const list = useQuery({
    ...queryOptions(adminEndpoints.listAdminOrganizations, {
      query: { search, page, ...(state ? { state } : {}), ...order },
    }),
    placeholderData: keepPreviousData,
  });
  const total = list.data?.total_organizations;
  return (
    <>
      <PageHeader
        title={t('organizations')}
        count={total === undefined ? undefined : formatNumber(total)}
        subtitle={t('organizations_text')}
        actions={
          <>
            <AppButton icon={<IconTemplate size={16} aria-hidden />} onClick={() => go(pb.adminTemplates())}>
              {t('manage_templates')}
            </AppButton>
            <AppButton icon={<IconServer size={16} aria-hidden />} onClick={() => go(pb.adminSystem())}>
              {t('system')}
            </AppButton>
          </>
        }
      />
      <FilterBar>
        <SearchInput value={search} label={t('search')} placeholder={t('search')} width={280} onChange={setSearch} />
        <StateFilter value={state} onChange={setState} />
      </FilterBar>
      <DataTable<AdminOrganizationRow>
        tableId="admin-organizations"
        label={t('organizations')}
        columns={columns}
        rows={rowsOfPage(list.data?.organizations, total)}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        isStale={list.isPlaceholderData}
        error={queryFailure(list)}
        empty={<EmptyState icon={<IconBuilding size={22} />} title={t('none_found')} text={t('none_found_text')} />}
        sort={sort}
        onSortChange={setSort}
        onRowOpen={(row) => go(pb.adminOrganization(row.id))}
        card={(row) => ({
          title: row.name,
          subtitle: `${t('column_users')}: ${formatNumber(row.total_users)}, ${t('column_campaigns')}: ${formatNumber(row.total_campaigns)}`,
          end: <PlanChip organization={row} />,
        })}
      />
      <Pagination page={page} pageSize={PAGE_SIZES.admin_organizations} total={total} onChange={setPage} />
    </>
  );
}

interface StateFilterProps {
  value: State | null;
  onChange: (value: State | null) => void;
}

function StateFilter({ value, onChange }: StateFilterProps) {
  return (
    <Select
      aria-label={t('state')}
      placeholder={t('any_state')}
      data={STATES}
      value={value}
      clearable
      w={180}
      onChange={(next) => onChange(next as State | null)}
    />
  );
}
