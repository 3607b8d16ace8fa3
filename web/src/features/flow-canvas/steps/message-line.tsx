import { readSegments, VARIABLE_LABELS } from '@overture/domain/message/tokens';

/** More than any card can show. */
const maxLength = 400;

/** A written message in one line, its variables told apart from words; the card cuts what is too long. */
export function MessageLine({ template, className }: { template: string; className?: string | undefined }) {
  return (
    <span className={className}>
      {readSegments(template.trim().slice(0, maxLength)).map((segment, index) => {
        const key = `${index}-${segment.kind}`;
        if (segment.kind === 'text') return <span key={key}>{segment.text}</span>;
        if (segment.kind === 'variable') {
          return (
            <span key={key} className="mx-px px-1 rounded-[4px] bg-accent-soft text-accent font-medium">
              {VARIABLE_LABELS[segment.name]}
            </span>
          );
        }
        return <span key={key}>{wordOf(segment)}</span>;
      })}
    </span>
  );
}
