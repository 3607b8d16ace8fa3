import { describeOutput, describeTag } from '@overture/domain/message/template/labels';
import { parseSegments, type Segment } from '@overture/domain/message/tokens';
import { cutText } from '@overture/domain/text/text-bounds';
import { messageVariableLabel } from '../../../lib/labels/lead/message-variable.ts';

/** More than any card can show. */
const maxLength = 400;

/** A written message in one line, its variables told apart from words; the card cuts what is too long. */
export function MessageLine({ template, className }: { template: string; className?: string | undefined }) {
  return (
    <span className={className}>
      {parseSegments(cutText(template.trim(), maxLength)).map((segment, index) => {
        const key = `${index}-${segment.kind}`;
        if (segment.kind === 'text') return <span key={key}>{segment.text}</span>;
        if (segment.kind === 'variable' || segment.kind === 'expression') {
          return (
            <span key={key} className="mx-px px-1 rounded-[4px] bg-accent-soft text-accent font-medium">
              {formatToken(segment)}
            </span>
          );
        }
        return <span key={key}>{formatToken(segment)}</span>;
      })}
    </span>
  );
}

function formatToken(segment: Segment): string {
  if (segment.kind === 'variable') return messageVariableLabel(segment.name);
  if (segment.kind === 'expression') return describeOutput(segment.source);
  if (segment.kind === 'tag') return `[${describeTag(segment.source)}]`;
  return 'text' in segment ? segment.text : segment.name;
}
