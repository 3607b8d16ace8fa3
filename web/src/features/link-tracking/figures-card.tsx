import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';

interface FiguresCardProps {
  title: string;
  text: string;
  /** Shown instead of the rows. */
  failure: ReactNode;
  /** Of the first column, then of each figure. */
  heads: readonly [string, ...string[]];
  rows: readonly { id: number; name: string; figures: readonly number[] }[];
}

/** Figures of links or emails, those of programs paler. The last column holds them. */
export function FiguresCard({ title, text, failure, heads: [first, ...others], rows }: FiguresCardProps) {
  return (
    <section className="border border-line rounded-card bg-surface overflow-hidden" aria-label={title}>
      <header className="py-3 px-4">
        <h3 className="m-0">{title}</h3>
        <p className="m-0 text-ink-3 text-meta">{text}</p>
      </header>
      {failure ?? (
        <div className="border-t border-line overflow-x-auto">
          <table className="w-full border-collapse text-table">
            <thead>
              <tr className="text-ink-3 text-meta">
                <th scope="col" className="py-2 px-4 font-medium text-start">
                  {first}
                </th>
                {others.map((head) => (
                  <th key={head} scope="col" className="py-2 px-4 font-medium text-end whitespace-nowrap">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, name, figures }) => (
                <tr key={id} className="border-t border-line">
                  <th scope="row" className="py-2 px-4 font-normal text-start wrap-anywhere">
                    {name}
                  </th>
                  {figures.map((figure, index) => (
                    <td
                      key={others[index]}
                      className={`py-2 px-4 text-end number ${index === figures.length - 1 ? 'text-ink-3' : ''}`}
                    >
                      {formatNumber(figure)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
