import { TextInput } from '@mantine/core';
import type { Listed } from '@overture/contract/endpoint';
import type { ExcludedDomain } from '@overture/contract/excluded-domains';
import { PAGE_SIZES } from '@overture/domain/limits';
import { IconBan, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { SearchInput } from '../../ui/inputs/search-input.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import { rowsOfPage, usePager } from '../../ui/table/use-pager.ts';
import { useRowSelection } from '../../ui/table/use-row-selection.ts';
import { t } from './texts.ts';
import { useAddDomain, useExcludedDomains, useRemoveDomains } from './use-excluded-domains.ts';

const PasteDialog = lazyPart(() => import('./paste-dialog.tsx').then((file) => ({ default: file.PasteDialog })));
const UploadDialog = lazyPart(() => import('./upload-dialog.tsx').then((file) => ({ default: file.UploadDialog })));

/** Add a domain or a list, upload a file, search, and the list. */
export function ExcludedDomainsPage() {
  const [search, setSearch] = useState('');
  const { page, setPage } = usePager(search);
  const [isUploading, setUploading] = useState(false);
  const list = useExcludedDomains(search, page);
  const total = list.data?.total_domains;
  return (
    <>
      <PageHeader
        title={t('title')}
        count={total === undefined ? undefined : formatNumber(total)}
        subtitle={t('subtitle')}
        actions={
          <AppButton icon={<IconUpload size={16} aria-hidden />} onClick={() => setUploading(true)}>
            {t('upload')}
          </AppButton>
        }
      />
      <FilterBar
        end={
          <div className="w-60 max-sm:w-full max-sm:mt-1">
            <SearchInput width="100%" label={t('find')} placeholder={t('find')} value={search} onChange={setSearch} />
          </div>
        }
      >
        <AddDomain />
      </FilterBar>
      <DomainsTable list={list} isSearching={search !== ''} />
      <Pagination page={page} pageSize={PAGE_SIZES.excluded_domains} total={total} onChange={setPage} />
      <Suspense fallback={null}>{isUploading ? <UploadDialog onClose={() => setUploading(false)} /> : null}</Suspense>
    </>
  );
}

type Row = Listed<ExcludedDomain>;

const columns: DataColumn<Row>[] = [
  { id: 'domain', header: t('column_domain'), width: 420, cell: (row) => row.domain, title: (row) => row.domain },
  {
    id: 'added',
    header: t('column_added'),
    width: 180,
    cell: (row) => <DateText value={row.created_at} format={formatDate} />,
  },
];

function DomainsTable({ list, isSearching }: { list: ReturnType<typeof useExcludedDomains>; isSearching: boolean }) {
  const selection = useRowSelection();
  const ofOthers = useRowsOfOthers(list.data?.excluded_domains);
  const deletable = [...selection.ids].filter((id) => !ofOthers.has(id));
  const kept = selection.ids.size - deletable.length;
  const remove = useRemoveDomains(selection.clear);
  return (
    <>
      <DataTable<Row>
        tableId="excluded-domains"
        label={t('table')}
        columns={columns}
        rows={rowsOfPage(list.data?.excluded_domains, list.data?.total_domains)}
        rowId={(row) => row.id}
        rowLabel={(row) => row.domain}
        selection={selection}
        isStale={list.isPlaceholderData}
        skeletonRows={8}
        card={(row) => ({ title: row.domain, subtitle: formatDate(row.created_at) })}
        rowActions={(row) =>
          row.may_delete ? (
            <IconButton
              size="small"
              label={t('delete_named', { domain: row.domain })}
              onClick={() => remove.mutate([row.id])}
            >
              <IconTrash size={16} aria-hidden />
            </IconButton>
          ) : null
        }
        error={queryFailure(list)}
        empty={
          <EmptyState
            icon={<IconBan size={22} />}
            title={isSearching ? t('none_found') : t('empty')}
            text={isSearching ? t('none_found_text') : t('empty_text')}
          />
        }
      />
      <SelectionBar count={selection.count} onClear={selection.clear}>
        {kept > 0 ? (
          <span className="self-center px-2 text-table">
            {t('of_others', { count: kept, shown: formatNumber(kept) })}
          </span>
        ) : null}
        {deletable.length > 0 ? (
          <AppButton
            size="small"
            icon={<IconTrash size={15} aria-hidden />}
            loading={remove.isPending}
            onClick={() => remove.mutate(deletable)}
          >
            {kept > 0 ? t('delete_rest', { shown: formatNumber(deletable.length) }) : t('delete')}
          </AppButton>
        ) : null}
      </SelectionBar>
    </>
  );
}

/** Rows seen on any page that this user may not delete: a selection spans pages. */
function useRowsOfOthers(rows: readonly Row[] | undefined): ReadonlySet<number> {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const fresh = rows?.filter(({ id, may_delete }) => !may_delete && !seen.has(id)) ?? [];
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(({ id }) => id)]));
  return seen;
}

function AddDomain() {
  const [list, setList] = useState<string>();
  const { text, change, submit, takeList, problem, isPending } = useAddDomain(setList);
  return (
    <Form className="flex flex-wrap items-start gap-2 w-[min(480px,100%)]" onSubmit={submit}>
      <TextInput
        aria-label={t('domain_label')}
        placeholder={t('domain_placeholder')}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        // A field of one line would run the lines of a list together.
        onPaste={(event) => {
          if (takeList(event.clipboardData.getData('text/plain'))) event.preventDefault();
        }}
        error={problem}
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        className="flex-1 min-w-55"
      />
      <AppButton kind="primary" type="submit" icon={<IconPlus size={16} aria-hidden />} loading={isPending}>
        {t('add')}
      </AppButton>
      <Suspense fallback={null}>
        {list === undefined ? null : <PasteDialog text={list} onClose={() => setList(undefined)} />}
      </Suspense>
    </Form>
  );
}
