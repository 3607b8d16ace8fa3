import type { ReactNode } from 'react';
import { t } from '../texts.ts';

type Head = 'senders_sent' | 'senders_replies' | 'senders_rate' | 'senders_positive' | 'senders_bounced';

/** What is compared, a row each, beside its numbers. */
export function FiguresTable({
  first,
  heads,
  children,
}: {
  first: string;
  heads: readonly Head[];
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached with the keyboard
    <div className="overflow-x-auto px-4 pb-3" tabIndex={0}>
      <table className="w-full border-collapse text-table [&_td]:py-2 [&_td]:border-t [&_td]:border-line [&_th]:py-2 [&_th]:text-start [&_th]:font-medium [&_th]:text-ink-3 [&_th]:text-meta [&_th:not(:first-child)]:text-end [&_th]:whitespace-nowrap">
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {heads.map((head) => (
              <th key={head} scope="col" className="ps-3">
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
