import type { ReactNode } from 'react';

/** One step of the panel. */
export function PanelSection({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <div>
        <h3 className="text-body font-semibold">{title}</h3>
        <p className="text-ink-3 text-table">{text}</p>
      </div>
      {children}
    </section>
  );
}
