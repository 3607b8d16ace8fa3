import { SegmentedControl, useMatches } from '@mantine/core';
import { hasFinderFilter } from '@overture/domain/finder/lead-finder';
import { TRIAL } from '@overture/domain/limits';
import { IconUserSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useUser } from '../../lib/api/session.ts';
import { formatNumber } from '../../lib/format.ts';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { usePager } from '../../ui/table/use-pager.ts';
import { useRowSelection } from '../../ui/table/use-row-selection.ts';
import { LimitDialog, type SearchLimit } from '../searches/index.ts';
import type { AddProgress } from './adding/add-in-batches.ts';
import { AddLeads } from './adding/add-leads.tsx';
import { useAddLeads } from './adding/use-add-leads.ts';
import type { FinderRequest } from './filter-state.ts';
import { FinderFilters } from './finder-filters.tsx';
import { FinderResults, useFinderRows } from './finder-results.tsx';
import { useLeadPanel } from './lead/use-lead-panel.tsx';
import classes from './lead-finder.module.css';
import { parsePreview } from './preview-answer.ts';
import { newsOf } from './saved/new-or-all.tsx';
import { SavedBar } from './saved/saved-bar.tsx';
import { SentenceField } from './sentence-field.tsx';
import { t } from './texts.ts';
import { type Pane, useAsked } from './use-asked.ts';
import { useDatabaseState, useLiveCount, usePreview, useRememberedFilters } from './use-finder.ts';

interface FinderDialogProps {
  searchId: number;
  /** As last used in this list. */
  remembered: { filters: unknown; prospects_per_company: number | null };
  /** Left out where leads cannot be imported. */
  onImport?: (() => void) | undefined;
  onClose: () => void;
  /** People that have just come, for the table behind. */
  onAdded?: (ids: number[]) => void;
  /** A saved search to open. */
  savedId?: number | undefined;
}

/** 'Find leads': filters with a live count, the first leads that pass them, and how many to add. */
export function FinderDialog(props: FinderDialogProps) {
  const [limit, setLimit] = useState<SearchLimit>();
  return (
    <>
      <Finder {...props} onLimit={setLimit} />
      <LimitDialog limit={limit} counts="leads" onClose={() => setLimit(undefined)} />
    </>
  );
}

function Finder(props: FinderDialogProps & { onLimit: (limit: SearchLimit) => void }) {
  const { searchId, onClose } = props;
  const [added, setAdded] = useState<number>();
  const isNarrow = useMatches({ base: true, md: false }, { getInitialValueInEffect: false });
  const asked = useAsked(props);
  const { draft, applied, pane } = asked;
  const results = useResults(searchId, applied);
  const live = useLiveCount(searchId, draft);
  useRememberedFilters(searchId, draft);
  const adding = useAddLeads(searchId, {
    onLimit: props.onLimit,
    onAdded: (ids, count) => {
      props.onAdded?.(ids);
      results.selection.clear();
      setAdded((known) => (known ?? 0) + count);
    },
  });
  /** What was ticked belongs to the question before. */
  const withoutTicks =
    <Given extends unknown[]>(ask: (...given: Given) => void) =>
    (...given: Given) => {
      ask(...given);
      results.selection.clear();
    };
  return (
    <Dialog opened onClose={onClose} closeOnOutside={false} title={t('title')} size="full">
      {isNarrow ? <PaneChoice pane={pane} onPane={asked.setPane} /> : null}
      <div className={classes.finder} data-narrow={isNarrow || undefined}>
        {isNarrow && pane === 'results' ? null : (
          <FilterPane
            draft={draft}
            revision={asked.revision}
            live={live}
            onSentence={asked.take}
            saved={<SavedBar {...asked} searchId={searchId} onOpen={withoutTicks(asked.open)} onSaved={asked.keep} />}
            onChange={asked.setDraft}
            onApply={withoutTicks(asked.apply)}
            onClear={withoutTicks(asked.clear)}
            onImport={props.onImport}
          />
        )}
        {isNarrow && pane === 'filters' ? null : (
          <ResultPane
            searchId={searchId}
            applied={applied}
            results={results}
            adding={adding}
            added={added}
            news={newsOf(asked, withoutTicks(asked.show))}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Where there is room for one of them only. */
function PaneChoice({ pane, onPane }: { pane: Pane; onPane: (pane: Pane) => void }) {
  return (
    <SegmentedControl
      fullWidth
      value={pane}
      onChange={(value) => onPane(value as Pane)}
      data={[
        { value: 'filters', label: t('filters') },
        { value: 'results', label: t('results') },
      ]}
      className="mb-3"
    />
  );
}

interface FilterPaneProps {
  draft: FinderRequest;
  /** Rises when the draft comes from elsewhere than the fields. */
  revision: number;
  saved: ReactNode;
  /** Filters that a sentence became. */
  onSentence: (filters: unknown) => void;
  live: ReturnType<typeof useLiveCount>;
  onChange: (draft: FinderRequest) => void;
  onApply: () => void;
  onClear: () => void;
  /** Left out where leads cannot be imported. */
  onImport: (() => void) | undefined;
}

/** The filters as they are being set, and how many leads would pass them. */
function FilterPane(props: FilterPaneProps) {
  const { draft, revision, live, saved, onChange, onApply, onClear, onImport } = props;
  const canApply = hasFinderFilter(draft.filters);
  return (
    <aside className={`${classes.side} flex flex-col min-h-0 border-e border-line`} aria-label={t('filters')}>
      {saved}
      <div className={classes.sideScroll}>
        <SentenceField onRead={props.onSentence} />
        <FinderFilters key={revision} request={draft} onChange={onChange} />
      </div>
      <div className="py-3 pe-4 ps-6 border-t border-line bg-surface">
        <div className="flex items-center justify-between gap-2 min-h-7.5 mb-2">
          <LiveCount total={live.total} isCounting={live.isCounting} hasFailed={live.error !== null} />
          {canApply ? (
            <AppButton kind="quiet" size="small" onClick={onClear}>
              {t('clear')}
            </AppButton>
          ) : null}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <AppButton kind="primary" disabled={!canApply} onClick={onApply}>
            {t('apply')}
          </AppButton>
          {onImport ? (
            <AppButton kind="quiet" onClick={onImport}>
              {t('or_import')}
            </AppButton>
          ) : null}
        </div>
      </div>
    </aside>
  );
}

/** The leads that pass the applied filters, page by page, and those of them that are ticked. */
function useResults(searchId: number, applied: FinderRequest | undefined) {
  const { page, setPage } = usePager(applied);
  const selection = useRowSelection();
  const preview = usePreview(searchId, applied, page);
  const answer = parsePreview(preview, page);
  const rows = useFinderRows(answer.prospects);
  const chosen = useChosenIds(rows, selection.ids);
  const total = applied ? answer.total : 0;
  const { isCounted, remaining } = answer;
  return { page, setPage, selection, preview, rows, chosen, total, isCounted, remaining };
}

interface ResultPaneProps {
  searchId: number;
  /** Left out before filters were applied. */
  applied: FinderRequest | undefined;
  results: ReturnType<typeof useResults>;
  adding: ReturnType<typeof useAddLeads>;
  /** Leads added since the dialog opened. */
  added: number | undefined;
  /** Of an opened saved search: what chooses between new leads and all, and what is said where none is new. */
  news: ReturnType<typeof newsOf>;
  onClose: () => void;
}

function ResultPane({ searchId, applied, results, adding, added, news, onClose }: ResultPaneProps) {
  const { preview, total, isCounted, chosen, remaining } = results;
  const { panel, inspect } = useLeadPanel(searchId, applied, results.rows, adding);
  return (
    <section className="flex flex-col min-w-0 min-h-0" aria-label={t('results')}>
      {news.choice}
      <div className="flex flex-1 flex-col min-h-0 overflow-auto">
        <FinderResults
          isAsked={applied !== undefined}
          rows={results.rows}
          total={total}
          page={results.page}
          isStale={preview.isPlaceholderData}
          isRetrying={preview.isFetching}
          error={preview.error}
          selection={results.selection}
          start={<Start />}
          empty={news.empty}
          onPage={results.setPage}
          onOpen={({ id }) => inspect(id)}
          onRetry={() => void preview.refetch()}
        />
      </div>
      {applied ? (
        <footer className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-3 px-4 border-t border-line bg-surface">
          <FooterStart
            progress={adding.progress}
            count={
              preview.isError && preview.data === undefined ? null : <Count total={isCounted ? total : undefined} />
            }
          />
          <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 ms-auto">
            <Remaining count={remaining} />
            {added === undefined ? null : (
              <>
                <strong className="number" role="status">
                  {t('added_here', { count: added, shown: formatNumber(added) })}
                </strong>
                <AppButton onClick={onClose}>{t('done')}</AppButton>
              </>
            )}
            <AddLeads
              total={isCounted ? total : 0}
              selectedCount={chosen.length}
              isAdding={adding.isAdding}
              onAmount={(amount) => adding.addAmount(applied, amount)}
              onSelected={() => adding.addNamed(applied, chosen)}
            />
          </div>
        </footer>
      ) : null}
      {panel}
    </section>
  );
}

/** Ids of the ticked leads, also those ticked on a page left since. */
function useChosenIds(rows: ReturnType<typeof useFinderRows>, ticked: ReadonlySet<number>): string[] {
  const [seen] = useState(() => new Map<number, string>());
  for (const { row, id } of rows ?? []) seen.set(row, id);
  return [...ticked].flatMap((row) => seen.get(row) ?? []);
}

interface LiveCountProps {
  total: number | undefined;
  isCounting: boolean;
  hasFailed: boolean;
}

function LiveCount({ total, isCounting, hasFailed }: LiveCountProps) {
  const hint = hasFailed ? t('count_failed') : t('count_hint');
  return (
    <p
      className="transition-opacity [&_strong]:text-section [&_strong]:font-semibold data-busy:[&_strong]:opacity-50"
      role="status"
      data-busy={isCounting || undefined}
    >
      {total === undefined ? (
        <span className="text-ink-3 text-table">{isCounting ? t('counting') : hint}</span>
      ) : (
        <strong className="number">{t('count', { count: total, shown: formatNumber(total) })}</strong>
      )}
    </p>
  );
}

/** The number of leads, or how far a large addition is. */
function FooterStart({ progress, count }: { progress: AddProgress | undefined; count: ReactNode }) {
  if (progress === undefined) return count ?? <span />;
  const { done, total, onStop } = progress;
  const words = { done: formatNumber(done), total: formatNumber(total) };
  return (
    <div className="w-[min(340px,100%)]">
      <ProgressLine
        label={t('adding')}
        {...{ done, total, onStop }}
        count={t(onStop ? 'add_progress' : 'add_stopping', words)}
      />
    </div>
  );
}

function Count({ total }: { total: number | undefined }) {
  if (total === undefined) return <span className="text-ink-3 text-table">{t('loading')}</span>;
  return <strong className="number">{t('count', { count: total, shown: formatNumber(total) })}</strong>;
}

/** What the trial or the month has left, from the size of a trial downwards. */
function Remaining({ count }: { count: number | undefined }) {
  const { organization } = useUser();
  if (count === undefined || count > TRIAL.searches) return null;
  const words = { count, shown: formatNumber(count) };
  return (
    <span className="text-ink-3 text-table number">
      {t(organization.active_subscription ? 'left_month' : 'left_trial', words)}
    </span>
  );
}

/** Before the first question: what this is for, or why it cannot be asked yet. */
function Start(): ReactNode {
  const database = useDatabaseState();
  const state = database.data;
  const icon = <IconUserSearch size={22} />;
  if (state?.state === 'preparing') {
    const count = t('preparing_count', { shown: formatNumber(state.total_leads) });
    return (
      <EmptyState
        icon={icon}
        title={t('preparing')}
        text={state.text}
        action={
          <div className="w-[min(340px,70vw)]">
            <ProgressLine
              label={t('preparing')}
              done={state.progress_percent ?? 0}
              total={state.progress_percent === null ? undefined : 100}
              count={count}
            />
          </div>
        }
      />
    );
  }
  if (state && state.state !== 'ready') return <EmptyState icon={icon} title={t('unavailable')} text={state.text} />;
  return (
    <EmptyState
      icon={icon}
      title={t('start')}
      text={state ? t('start_text', { total: formatNumber(state.total_leads) }) : t('start_text_plain')}
    />
  );
}
