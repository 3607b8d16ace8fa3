import { formatNumber } from '../../lib/format.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import classes from './add-to-campaign.module.css';
import { t } from './texts.ts';

interface DuplicateCounts {
  total_prospects: number;
  will_be_added: number;
  duplicate_count: number;
  company_limit_count: number;
  excluded_domains_count: number;
}

const left = [
  ['duplicate_count', 'duplicates'],
  ['company_limit_count', 'company_limit'],
  ['excluded_domains_count', 'excluded'],
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
      <p role="alert" className={classes.problem}>
        {problem}
      </p>
    );
  }
  if (counts === undefined) {
    return (
      <div className={classes.counts}>
        <Skeleton height={22} width="40%" />
        <span className="visually-hidden">{t('counting')}</span>
      </div>
    );
  }
  return (
    <div className={classes.counts} data-stale={isStale || undefined} aria-live="polite">
      <p className={classes.total}>
        <span>{t('will_be_added')}</span>
        <strong className="number">
          {formatNumber(counts.will_be_added)} / {formatNumber(counts.total_prospects)}
        </strong>
      </p>
      {left.map(([field, text]) =>
        counts[field] > 0 ? (
          <p key={field} className={classes.leftOut}>
            <span>{t(text)}</span>
            <span className="number">{formatNumber(counts[field])}</span>
          </p>
        ) : null,
      )}
      {counts.will_be_added === 0 ? <p className={classes.problem}>{t('nothing')}</p> : null}
    </div>
  );
}
