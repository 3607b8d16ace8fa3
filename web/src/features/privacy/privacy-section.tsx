import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryFailure } from '../../lib/api/query-failure.tsx';

interface PrivacySectionProps {
  id: string;
  title: string;
  text: ReactNode;
  query: UseQueryResult;
  /** Said where the error has no words of its own. */
  fallback: string;
  children: ReactNode;
}

/** A part of the page with its title, and the error with a retry where its data could not be loaded. */
export function PrivacySection({ id, title, text, query, fallback, children }: PrivacySectionProps) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 max-w-[760px]">
      <h2 id={id} className="m-0 text-body font-medium">
        {title}
      </h2>
      <p className="m-0 text-ink-2">{text}</p>
      {queryFailure(query, { fallback })}
      {children}
    </section>
  );
}
