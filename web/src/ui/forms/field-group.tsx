import type { ReactNode } from 'react';

interface FieldGroupProps {
  legend: string;
  /** At the end of the heading: what holds for all of the fields together. */
  note?: string;
  children: ReactNode;
}

/** Fields that belong together, under one heading. */
export function FieldGroup({ legend, note, children }: FieldGroupProps) {
  return (
    <fieldset className="flex flex-col gap-2 min-w-0 m-0 p-0 border-0">
      <legend className="flex items-baseline justify-between gap-3 w-full mb-1.5 p-0 text-table font-medium">
        {legend}
        {note === undefined ? null : <span className="text-ink-3 font-normal number">{note}</span>}
      </legend>
      {children}
    </fieldset>
  );
}
