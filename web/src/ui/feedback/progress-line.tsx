import { AppButton } from '../inputs/app-button.tsx';
import { fillText, uiTexts } from '../ui-texts.ts';
import classes from './feedback.module.css';

interface ProgressLineProps {
  label: string;
  /** Done so far; the bar runs without an end while `total` is unknown. */
  done: number;
  total?: number | undefined;
  /** The count in words, already formatted ("12,480 rows"). */
  count?: string;
  /** Items a second, already formatted. */
  rate?: string | undefined;
  onStop?: (() => void) | undefined;
  tone?: 'accent' | 'green' | 'red';
}

/** A long job: bar, count, rate, and Stop where it can be stopped. */
export function ProgressLine({ label, done, total, count, rate, onStop, tone = 'accent' }: ProgressLineProps) {
  const known = total !== undefined && total > 0;
  const percent = known ? Math.min(100, Math.round((done / total) * 100)) : undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-3 min-w-0">
        <span className="text-table font-medium truncate">{label}</span>
        {onStop ? (
          <AppButton kind="quiet" size="small" onClick={onStop}>
            {uiTexts.stop}
          </AppButton>
        ) : null}
      </div>
      <div
        className={`${classes.track} h-1.5 overflow-hidden rounded-[3px] bg-pressed`}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        data-tone={tone}
      >
        <div
          className={classes.fill}
          data-endless={!known || undefined}
          style={known ? { width: `${percent}%` } : undefined}
        />
      </div>
      <div className="flex items-center justify-between gap-3 min-w-0 min-h-4.5 text-ink-3 text-meta number">
        <span>{count}</span>
        <span>{formatPace(rate, percent)}</span>
      </div>
    </div>
  );
}

function formatPace(rate: string | undefined, percent: number | undefined): string {
  if (rate) return fillText(uiTexts.perSecond, { rate });
  return percent === undefined ? '' : fillText(uiTexts.percent, { share: String(percent) });
}
