import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import type { Prospect } from '@overture/contract/prospects';
import { searchesEndpoints } from '@overture/contract/searches';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../../lib/api/api-client.ts';
import { leadName } from '../../leads/index.ts';
import { LeadResearch } from '../../research-cells/index.ts';
import { LeadDrawer } from './lead-drawer.tsx';

export interface OpenLeadProps {
  rows: readonly Prospect[];
  tasks: readonly EnrichmentPrompt[];
  lead: Prospect | undefined;
  onLead: (lead: Prospect | undefined) => void;
}

/** The drawer of one lead, with the shown rows as its neighbours; an edit is applied to the table immediately. */
export function OpenLead({ rows, tasks, lead, onLead }: OpenLeadProps) {
  const client = useQueryClient();
  const index = rows.findIndex(({ id }) => id === lead?.id);
  // An answer edited in the drawer may have changed the lead in the table.
  const shown = rows[index] ?? lead;
  const previous = index > 0 ? rows[index - 1] : undefined;
  const next = index >= 0 ? rows[index + 1] : undefined;
  function onSaved(saved: Prospect) {
    onLead(saved);
    client.setQueriesData<{ prospects: Prospect[]; totalProspects: number }>(
      { queryKey: queryKey(searchesEndpoints.listSearchProspects) },
      (page) => page && { ...page, prospects: page.prospects.map((known) => (known.id === saved.id ? saved : known)) },
    );
  }
  return (
    <LeadDrawer
      lead={lead && shown}
      onClose={() => onLead(undefined)}
      onPrevious={previous && (() => onLead(previous))}
      onNext={next && (() => onLead(next))}
      onSaved={onSaved}
      research={shown ? <LeadResearch tasks={tasks} lead={shown} leadName={leadName(shown)} /> : null}
    />
  );
}
