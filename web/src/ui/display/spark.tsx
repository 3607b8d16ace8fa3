import classes from './display.module.css';

/** Bars of at most a year of counts, drawn in the brand's color. `label` says the same in words. */
export function Sparkline({ values, label, width = 96, height = 28 }: SparkProps) {
  if (values.length < 2)
    return (
      <span
        className="inline-block border-b-[1.5px] border-line-strong"
        style={{ width, height }}
        role="img"
        aria-label={label}
      />
    );
  const top = Math.max(...values, 1);
  const step = width / values.length;
  const gap = step > 3 ? 1 : 0;
  const bars = values.flatMap((value, index) => {
    const tall = (value / top) * (height - 2);
    const left = (index * step).toFixed(1);
    return value > 0 ? [`M${left},${height}v${-tall.toFixed(1)}h${(step - gap).toFixed(1)}V${height}z`] : [];
  });
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path d={`M0,${height - 0.5}h${width}`} className="stroke-line-strong" />
      <path d={bars.join('')} className={classes.bars} />
    </svg>
  );
}

interface SparkProps {
  values: readonly number[];
  label: string;
  width?: number;
  height?: number;
}

export interface BarPart {
  value: number;
  tone: 'accent' | 'green' | 'amber' | 'red' | 'blue' | 'violet' | 'grey';
  label: string;
}

/** A thin bar of parts out of `total`; parts over the total are cut. `label` says the same in words. */
export function ThinBar({
  parts,
  total,
  label,
  width,
}: {
  parts: readonly BarPart[];
  total: number;
  label: string;
  width?: number;
}) {
  let left = 100;
  return (
    <span
      className="flex w-full h-1.25 overflow-hidden rounded-[3px] bg-pressed"
      role="img"
      aria-label={label}
      title={label}
      style={width ? { width } : undefined}
    >
      {parts.map((part) => {
        const share = Math.min(left, total > 0 ? (part.value / total) * 100 : 0);
        left -= share;
        return share > 0 ? (
          <span key={part.label} className={classes.part} data-tone={part.tone} style={{ width: `${share}%` }} />
        ) : null;
      })}
    </span>
  );
}
