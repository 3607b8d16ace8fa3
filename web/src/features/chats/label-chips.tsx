import type { Label } from '@overture/contract/labels';
import classes from './labels.module.css';

/** Labels as coloured dots, for the list; their names are the title. */
export function LabelDots({ labels }: { labels: readonly Label[] }) {
  if (labels.length === 0) return null;
  const names = labels.map((label) => label.name).join(', ');
  return (
    <span className={classes.dots} role="img" aria-label={names} title={names}>
      {labels.slice(0, 3).map((label) => (
        <span key={label.id} className={classes.dot} style={{ '--label': label.color } as React.CSSProperties} />
      ))}
    </span>
  );
}

/** Labels with their names. */
export function LabelChips({ labels }: { labels: readonly Label[] }) {
  return labels.map((label) => (
    <span key={label.id} className={classes.chip} style={{ '--label': label.color } as React.CSSProperties}>
      <span className={classes.dot} aria-hidden />
      <span className="truncate">{label.name}</span>
    </span>
  ));
}
