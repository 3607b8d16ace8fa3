import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { formatExactPercent, formatNumber } from '../../../lib/format.ts';
import { Sparkline } from '../../../ui/display/spark.tsx';
import classes from '../analytics.module.css';
import { t } from '../texts.ts';

interface MetricCardProps {
  name: string;
  /** Undefined while it loads. */
  value: number | undefined;
  series?: readonly number[] | undefined;
  /** Against the range before, in percent; null where there was nothing. */
  change?: number | null | undefined;
  detail?: string | undefined;
  onOpen: () => void;
}

/** One number with its trend; opens the people behind it. */
export function MetricCard({ name, value, series, change, detail, onOpen }: MetricCardProps) {
  return (
    <button type="button" className={classes.metric} title={t('open_people', { name })} onClick={onOpen}>
      <span className="m-0 text-ink-3 text-meta">{name}</span>
      <span className="flex items-center justify-between gap-2 max-sm:[&_svg]:hidden">
        <span className="text-figure font-semibold leading-[1.25] number">
          {value === undefined ? '–' : formatNumber(value)}
        </span>
        {series && series.length > 1 ? (
          <Sparkline values={series} width={84} height={26} label={t('trend', { name, total: value ?? 0 })} />
        ) : null}
      </span>
      <span className="m-0 text-ink-3 text-meta flex gap-2 min-h-4.25">
        {change === undefined ? null : <Change value={change} />}
        {detail ? <span className="number">{detail}</span> : null}
      </span>
    </button>
  );
}

function Change({ value }: { value: number | null }) {
  if (value === null) return <span title={t('change_unknown')}>–</span>;
  if (value === 0) return <span title={t('change_none')}>{formatExactPercent(0)}</span>;
  const words = t(value > 0 ? 'change_up' : 'change_down', { percent: formatNumber(Math.abs(value)) });
  const Arrow = value > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span
      className="inline-flex items-center gap-0.5 data-[direction=up]:text-green data-[direction=down]:text-red number"
      data-direction={value > 0 ? 'up' : 'down'}
      title={words}
    >
      <Arrow size={14} aria-hidden />
      {formatExactPercent(Math.abs(value))}
    </span>
  );
}
