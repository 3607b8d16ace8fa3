import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { suppressionsEndpoints } from '@overture/contract/suppressions';
import { PAGE_SIZES } from '@overture/domain/limits';
import {
  SUPPRESSION_LABELS,
  SUPPRESSION_LIMITS,
  SUPPRESSION_REASONS,
  type SuppressionReason,
} from '@overture/domain/suppressions/suppressions';
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { addressOf } from '../../lib/api/api-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { saveFile } from '../../lib/save-csv.ts';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { SearchInput } from '../../ui/inputs/search-input.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { RiskySwitch } from './risky-switch.tsx';
import { LiftedTable, SuppressedTable } from './suppression-tables.tsx';
import { t } from './texts.ts';
import { useAddSuppression, useLifts, useSuppressions, wireFilters } from './use-suppressions.ts';

const ImportDialog = lazy(() => import('./import-dialog.tsx').then((file) => ({ default: file.ImportDialog })));

type View = 'suppressed' | 'lifted';

/** Who gets no more messages and why; add, import, export, lift, and what was lifted. */
export function SuppressionsPage() {
  const [view, setView] = useState<View>('suppressed');
  const [search, setSearch] = useState('');
  const [reason, setReason] = useState<SuppressionReason | null>(null);
  const [page, setPage] = useState(1);
  const [isImporting, setImporting] = useState(false);
  const isLifted = view === 'lifted';
  const filters = { search, reason };
  const list = useSuppressions(filters, page, !isLifted);
  const lifts = useLifts(search, page, isLifted);
  const total = isLifted ? lifts.data?.total_lifts : list.data?.total_suppressions;
  const file = addressOf(suppressionsEndpoints.downloadSuppressions, { query: wireFilters(filters) });
  /** Of a changed list the first page is shown. */
  const first = (change: () => void) => {
    change();
    setPage(1);
  };
  return (
    <>
      <PageHeader
        title={t('title')}
        count={total === undefined ? undefined : countWords(total)}
        subtitle={<Subtitle />}
        actions={<FileButtons file={isLifted || !total ? undefined : file} onImport={() => setImporting(true)} />}
      />
      <FilterBar
        end={
          <SearchInput
            label={t('find')}
            placeholder={t('find')}
            value={search}
            onChange={(text) => first(() => setSearch(text))}
          />
        }
      >
        <AddForm />
      </FilterBar>
      <RiskySwitch />
      <FilterBar>
        <ViewSwitch value={view} onChange={(value) => first(() => setView(value))} />
        {isLifted ? null : <ReasonSelect value={reason} onChange={(value) => first(() => setReason(value))} />}
      </FilterBar>
      {isLifted ? (
        <LiftedTable list={lifts} isFiltered={search !== ''} />
      ) : (
        <SuppressedTable list={list} isFiltered={search !== '' || reason !== null} />
      )}
      {total === SUPPRESSION_LIMITS.most_counted ? (
        <p className="mt-2 px-gutter text-ink-2 text-meta">
          {t('most_shown', { shown: formatNumber(SUPPRESSION_LIMITS.most_counted) })}
        </p>
      ) : null}
      <Pagination page={page} pageSize={PAGE_SIZES.suppressions} total={total ?? 0} onChange={setPage} />
      <Suspense fallback={null}>{isImporting ? <ImportDialog onClose={() => setImporting(false)} /> : null}</Suspense>
    </>
  );
}

/** @param file where the export of what is shown is; left out while there is nothing to export */
function FileButtons({ file, onImport }: { file: string | undefined; onImport: () => void }) {
  return (
    <>
      <AppButton
        icon={<IconDownload size={16} aria-hidden />}
        disabled={file === undefined}
        onClick={() => file && saveFile('suppressed-addresses.csv', file)}
      >
        {t('export')}
      </AppButton>
      <AppButton icon={<IconUpload size={16} aria-hidden />} onClick={onImport}>
        {t('import')}
      </AppButton>
    </>
  );
}

function ViewSwitch({ value, onChange }: { value: View; onChange: (value: View) => void }) {
  return (
    <SegmentedControl
      aria-label={t('view')}
      value={value}
      onChange={(chosen) => onChange(chosen as View)}
      data={[
        { value: 'suppressed', label: t('view_suppressed') },
        { value: 'lifted', label: t('view_lifted') },
      ]}
    />
  );
}

function countWords(total: number): string {
  const shown = formatNumber(total);
  return total === SUPPRESSION_LIMITS.most_counted ? t('most', { shown }) : shown;
}

function Subtitle() {
  const [before, after] = t('subtitle', { domains: '\n' }).split('\n');
  return (
    <>
      {before}
      <AppLink to={pb.excludedDomains()}>{t('domains_link')}</AppLink>
      {after}
    </>
  );
}

function ReasonSelect({
  value,
  onChange,
}: {
  value: SuppressionReason | null;
  onChange: (value: SuppressionReason | null) => void;
}) {
  return (
    <Select
      aria-label={t('reason')}
      value={value ?? 'all'}
      onChange={(chosen) => onChange(chosen === null || chosen === 'all' ? null : (chosen as SuppressionReason))}
      data={[
        { value: 'all', label: t('reason_all') },
        ...SUPPRESSION_REASONS.map((reason) => ({ value: reason, label: SUPPRESSION_LABELS[reason] })),
      ]}
      allowDeselect={false}
      className="w-44"
    />
  );
}

function AddForm() {
  const { text, change, submit, problem, isPending } = useAddSuppression();
  return (
    <Form className="flex items-start gap-2 w-[min(410px,100%)]" onSubmit={submit}>
      <TextInput
        aria-label={t('add_label')}
        placeholder={t('add_placeholder')}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        error={problem}
        autoComplete="off"
        spellCheck={false}
        inputMode="email"
        className="flex-1 min-w-0"
      />
      <AppButton kind="primary" type="submit" icon={<IconPlus size={16} aria-hidden />} loading={isPending}>
        {t('add')}
      </AppButton>
    </Form>
  );
}
