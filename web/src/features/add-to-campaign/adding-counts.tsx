import { formatDate, formatNumber } from '../../lib/format.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { t } from './texts.ts';

interface DuplicateCounts {
  total_prospects: number;
  will_be_added: number;
  duplicate_count: number;
  company_limit_count: number;
  excluded_domains_count: number;
  suppressed_count: number;
  locked_count: number;
  contacted_count: number;
  company_wait_count: number;
  past_contacts: readonly { tool: string; last_contacted_at: string | null }[];
}

const left = [
  ['duplicate_count', 'duplicates'],
  ['company_limit_count', 'company_limit'],
  ['excluded_domains_count', 'excluded'],
  ['suppressed_count', 'suppressed'],
  ['locked_count', 'locked'],
] as const;

interface AddingCountsProps {
  counts: DuplicateCounts | undefined;
  /** The counts are of the choices before. */
  isStale: boolean;
  problem: string | undefined;
}

/** What adding would do: who comes in and who is left out, and why. */
export function AddingCounts({ counts, isStale, problem }: AddingCountsProps) {
  if (problem) {
    return (
      <p role="alert" className="text-red text-table">
        {problem}
      </p>
    );
  }
  if (counts === undefined) {
    return (
      <div className="flex flex-col gap-1 py-3 px-4 rounded-control bg-sunken text-table data-stale:opacity-60">
        <Skeleton height={22} width="40%" />
        <span className="visually-hidden">{t('counting')}</span>
      </div>
    );
  }
  return (
    <div
      className="flex flex-col gap-1 py-3 px-4 rounded-control bg-sunken text-table data-stale:opacity-60"
      data-stale={isStale || undefined}
      aria-live="polite"
    >
      <p className="flex justify-between gap-3 text-body">
        <span>{t('will_be_added')}</span>
        <strong className="number">
          {formatNumber(counts.will_be_added)} / {formatNumber(counts.total_prospects)}
        </strong>
      </p>
      {left.map(([field, text]) =>
        counts[field] > 0 ? (
          <p key={field} className="flex justify-between gap-3 text-ink-3">
            <span>{t(text)}</span>
            <span className="number">{formatNumber(counts[field])}</span>
          </p>
        ) : null,
      )}
      {counts.contacted_count > 0 ? (
        <p className="flex justify-between gap-3 text-ink-3">
          <span>{describePastContacts(counts.past_contacts)}</span>
          <span className="number">{formatNumber(counts.contacted_count)}</span>
        </p>
      ) : null}
      {counts.company_wait_count > 0 ? (
        <p className="flex justify-between gap-3 text-ink-3">
          <span>{t('company_wait')}</span>
          <span className="number">{formatNumber(counts.company_wait_count)}</span>
        </p>
      ) : null}
      {counts.will_be_added === 0 ? <p className="text-red text-table">{t('nothing')}</p> : null}
    </div>
  );
}

/** The tool that wrote last is named: of most people there is but one. */
function describePastContacts([last]: DuplicateCounts['past_contacts']): string {
  if (last === undefined) return t('contacted');
  const { tool, last_contacted_at: at } = last;
  return at === null ? t('contacted_in', { tool }) : t('contacted_on', { tool, date: formatDate(at) });
}
