import type { ReactNode } from 'react';

/** What an entry of a menu costs, marked where the balance does not pay for it. */
export function MenuCost({ isLow, children }: { isLow: boolean; children: ReactNode }) {
  return (
    <span
      className="whitespace-nowrap ps-4 text-ink-2 text-meta data-low:text-amber number"
      data-low={isLow || undefined}
    >
      {children}
    </span>
  );
}
