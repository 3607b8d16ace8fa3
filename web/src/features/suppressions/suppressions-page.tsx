import { TextInput, useMatches } from '@mantine/core';
import { suppressionsEndpoints } from '@overture/contract/suppressions';
import { PAGE_SIZES } from '@overture/domain/limits';
import { SUPPRESSION_LIMITS, type SuppressionReason } from '@overture/domain/suppressions/suppressions';
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
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
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { usePager } from '../../ui/table/use-pager.ts';
import { KindSelect, ReasonSelect, type View, ViewSwitch } from './filters.tsx';
import { SuppressionSwitches } from './suppression-switches.tsx';
import { DomainsTable, LiftedTable, SuppressedTable } from './suppression-tables.tsx';
import { t } from './texts.ts';
import {
  type ShownKind,
  useAddSuppression,
  useDomains,
  useLifts,
  useSuppressions,
  wireFilters,
} from './use-suppressions.ts';

const AddDialog = lazyPart(() => import('./add-dialog.tsx').then((file) => ({ default: file.AddDialog })));
const ImportDialog = lazyPart(() => import('./import-dialog.tsx').then((file) => ({ default: file.ImportDialog })));

interface Shown {
  view: View;
  search: string;
  reason: SuppressionReason | null;
  kind: ShownKind | null;
}

/** Who gets no more messages and why; add, import, export, lift, and what was lifted. */
export function SuppressionsPage() {
  const [shown, setShown] = useState<Shown>({ view: 'suppressed', search: '', reason: null, kind: null });
  const { page, setPage } = usePager(shown);
  const [isImporting, setImporting] = useState(false);
  const { table, total, isExported } = useShown(shown, page);
  // On a phone the switches would fill the screen before the list.
  const isNarrow = useMatches({ base: true, sm: false }, { getInitialValueInEffect: false });
  const file = addressOf(suppressionsEndpoints.downloadSuppressions, { query: wireFilters(shown) });

  const change = (changed: Partial<Shown>) => setShown({ ...shown, ...changed });

  return (
    <>
      <PageHeader
        title={t('title')}
        count={total === undefined ? undefined : countWords(total)}
        subtitle={<Subtitle />}
        actions={<FileButtons file={isExported && total ? file : undefined} onImport={() => setImporting(true)} />}
      />
      <FilterBar
        end={
          <SearchInput
            label={t('find')}
            placeholder={t('find')}
            value={shown.search}
            onChange={(search) => change({ search })}
          />
        }
      >
        <AddForm />
      </FilterBar>
      {isNarrow ? null : <SuppressionSwitches />}
      <FilterBar>
        <Filters shown={shown} onChange={change} />
      </FilterBar>
      {table}
      {total === SUPPRESSION_LIMITS.most_counted ? (
        <p className="mt-2 px-gutter text-ink-2 text-meta">
          {t('most_shown', { shown: formatNumber(SUPPRESSION_LIMITS.most_counted) })}
        </p>
      ) : null}
      <Pagination page={page} pageSize={PAGE_SIZES.suppressions} total={total} onChange={setPage} />
      {isNarrow ? (
        <div className="pt-4">
          <SuppressionSwitches />
        </div>
      ) : null}
      <Suspense fallback={null}>{isImporting ? <ImportDialog onClose={() => setImporting(false)} /> : null}</Suspense>
    </>
  );
}

/** The list that is chosen: entries, whole domains, or what was lifted. */
function useShown({ view, search, reason, kind }: Shown, page: number) {
  const isLifted = view === 'lifted';
  const isDomains = !isLifted && kind === 'domain';
  const list = useSuppressions({ search, reason, kind }, page, !isLifted && !isDomains);
  const domains = useDomains(search, page, isDomains);
  const lifts = useLifts(search, page, isLifted);
  const isFound = search !== '';
  if (isLifted) return { table: <LiftedTable list={lifts} isFiltered={isFound} />, total: lifts.data?.total_lifts };
  if (isDomains)
    return { table: <DomainsTable list={domains} isFiltered={isFound} />, total: domains.data?.total_domains };
  const isFiltered = isFound || reason !== null || kind !== null;
  const total = list.data?.total_suppressions;
  return { table: <SuppressedTable list={list} isFiltered={isFiltered} />, total, isExported: true };
}

function Filters({ shown, onChange }: { shown: Shown; onChange: (changed: Partial<Shown>) => void }) {
  const { view, kind, reason } = shown;
  return (
    <>
      <ViewSwitch value={view} onChange={(chosen) => onChange({ view: chosen })} />
      {view === 'lifted' ? null : <KindSelect value={kind} onChange={(chosen) => onChange({ kind: chosen })} />}
      {view === 'lifted' || kind === 'domain' ? null : (
        <ReasonSelect value={reason} onChange={(chosen) => onChange({ reason: chosen })} />
      )}
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

function AddForm() {
  const { text, change, submit, problem, isPending } = useAddSuppression();
  const [isAsking, setAsking] = useState(false);
  function close() {
    setAsking(false);
    change('');
  }
  return (
    <>
      <Form className="flex flex-wrap items-start gap-2 w-[min(520px,100%)]" onSubmit={submit}>
        <TextInput
          aria-label={t('add_label')}
          placeholder={t('add_placeholder')}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          error={problem}
          autoComplete="off"
          spellCheck={false}
          className="flex-1 min-w-65"
        />
        <AppButton kind="primary" type="submit" icon={<IconPlus size={16} aria-hidden />} loading={isPending}>
          {t('add')}
        </AppButton>
        <AppButton onClick={() => setAsking(true)}>{t('add_more')}</AppButton>
      </Form>
      <Suspense fallback={null}>{isAsking ? <AddDialog text={text} onClose={close} /> : null}</Suspense>
    </>
  );
}
