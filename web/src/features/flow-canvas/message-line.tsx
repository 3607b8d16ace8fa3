import { readSegments, VARIABLE_LABELS } from '@overture/domain/message/tokens';
import classes from './step-card.module.css';

/** The first line of a written message, its variables told apart from words. */
export function MessageLine({ template, className }: { template: string; className?: string | undefined }) {
  const first =
    template
      .trim()
      .split('\n')
      .find((line) => line.trim() !== '') ?? '';
  // A token may hold a line break inside its JSON; then the line is cut there and reads as text.
  return (
    <span className={className}>
      {readSegments(first).map((segment, index) => {
        const key = `${index}-${segment.kind}`;
        if (segment.kind === 'text') return <span key={key}>{segment.text}</span>;
        if (segment.kind === 'variable') {
          return (
            <span key={key} className={classes.variable}>
              {VARIABLE_LABELS[segment.name]}
            </span>
          );
        }
        return <span key={key}>{'text' in segment ? segment.text : segment.name}</span>;
      })}
    </span>
  );
}
