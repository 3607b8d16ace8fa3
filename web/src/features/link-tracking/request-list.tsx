import type { OpenClass } from '@overture/domain/tracking/link-tracking';
import { formatDateTime } from '../../lib/format.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { t } from './texts.ts';

const TONES = { person: 'green', proxy: 'grey', scanner: 'grey', team: 'grey' } as const;

interface Request {
  id: number;
  class: OpenClass;
  at: string;
  text: string;
  /** Shown on hover. */
  more: string;
}

/** What was opened, when, and by whom; what doesn't count is grey. */
export function RequestList({ title, hint, requests }: { title: string; hint?: string; requests: readonly Request[] }) {
  return (
    <section>
      <h3 className="mb-1 text-ink-3 text-meta font-medium tracking-normal">{title}</h3>
      {hint === undefined ? null : <p className="m-0 mb-1 text-ink-3 text-meta">{hint}</p>}
      <ul className="flex flex-col m-0 p-0 border-t border-line list-none">
        {requests.map((request) => (
          <li
            key={request.id}
            className="flex flex-wrap items-center justify-between gap-x-3 min-h-10 py-1.5 border-b border-line text-table"
          >
            <span
              className={`min-w-0 truncate ${request.class === 'person' ? '' : 'text-ink-3'}`}
              title={`${request.text}\n${request.more}`}
            >
              {request.text}
            </span>
            <span className="inline-flex items-center gap-2">
              <span className="text-ink-3 number">{formatDateTime(request.at)}</span>
              <StatusChip tone={TONES[request.class]}>{t(`by_${request.class}`)}</StatusChip>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
