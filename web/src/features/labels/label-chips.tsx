import type { Label } from '@overture/contract/labels';
import classes from './labels.module.css';

/** The first label and how many more there are, for the list; all names are the title. */
export function LabelSummary({ labels }: { labels: readonly Label[] }) {
  const [first, ...more] = labels;
  if (!first) return null;
  return (
    <span
      className={`${classes.summary} inline-flex flex-none items-center gap-1 text-ink-3 text-[11px]`}
      title={labels.map((label) => label.name).join(', ')}
    >
      <LabelChips labels={[first]} />
      {more.length > 0 ? <span className="number">+{more.length}</span> : null}
    </span>
  );
}

export function LabelChips({ labels }: { labels: readonly Label[] }) {
  return labels.map((label) => (
    <span key={label.id} className={classes.chip} style={{ '--label': label.color } as React.CSSProperties}>
      <span className={classes.dot} aria-hidden />
      <span className="truncate">{label.name}</span>
    </span>
  ));
}
