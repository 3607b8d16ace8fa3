import { Suspense, useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { useAddLeads } from '../adding/use-add-leads.ts';
import type { FinderRequest } from '../filter-state.ts';
import type { FinderRow } from '../finder-results.tsx';

const LeadPanel = lazyPart(() => import('./lead-panel.tsx').then((file) => ({ default: file.LeadPanel })));

/** The panel of one found lead, and what opens it. It walks over the rows of the page. */
export function useLeadPanel(
  searchId: number,
  request: FinderRequest | undefined,
  rows: readonly FinderRow[] | undefined,
  adding: ReturnType<typeof useAddLeads>,
) {
  const [shown, inspect] = useState<string>();
  const place = rows?.findIndex(({ id }) => id === shown) ?? -1;
  const row = rows?.[place];
  const panel =
    row && request ? (
      <Suspense fallback={null}>
        <LeadPanel
          searchId={searchId}
          request={request}
          row={row}
          onStep={(by) => {
            const next = rows?.[place + by];
            if (next) inspect(next.id);
          }}
          isAdding={adding.isAdding}
          onAdd={() => adding.addNamed(request, [row.id])}
          onClose={() => inspect(undefined)}
        />
      </Suspense>
    ) : null;
  return { panel, inspect };
}
