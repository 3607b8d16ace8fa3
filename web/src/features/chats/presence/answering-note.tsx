import { IconPencil } from '@tabler/icons-react';
import { t } from '../texts.ts';

/** `Mia is replying`, or how many are. */
function answeringWords(names: readonly string[]): string {
  const [only] = names;
  if (names.length === 1 && only !== undefined) return t('is_answering', { name: only.split(' ')[0] ?? only });
  return t('are_answering', { count: names.length });
}

/** Teammates who are replying to this lead right now. */
export function AnsweringNote({ names }: { names: readonly string[] | undefined }) {
  if (!names || names.length === 0) return null;
  return (
    <span
      className="inline-flex items-center gap-1.25 text-accent text-meta font-medium"
      role="status"
      title={names.join(', ')}
    >
      <IconPencil size={13} aria-hidden />
      {answeringWords(names)}
    </span>
  );
}
