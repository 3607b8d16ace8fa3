import { type EnrichmentAnswer, type EnrichmentPrompt, enrichmentEndpoints } from '@overture/contract/enrichment';
import { type Prospect, prospectsEndpoints } from '@overture/contract/prospects';
import { searchesEndpoints } from '@overture/contract/searches';
import type { ContactLookup } from '@overture/domain/money/credits';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, queryKey } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useCellActions } from './research-context.ts';
import { t } from './texts.ts';

/** Field of a lead that a contact look-up fills. */
const lookupFields: Record<ContactLookup, 'email' | 'phone_number' | 'company_website'> = {
  FIND_EMAIL: 'email',
  FIND_PHONE: 'phone_number',
  FIND_WEBSITE: 'company_website',
};

interface EditedCell {
  task: EnrichmentPrompt;
  prospectId: number;
  /** Left out where nothing was asked yet: the result is then created. */
  answer: EnrichmentAnswer | undefined;
}

/** Overwrites a result by hand; that of a contact look-up is written into the lead as well. */
export function useEditResult({ task, prospectId, answer }: EditedCell, onSaved: () => void) {
  const client = useQueryClient();
  const { showSaved } = useCellActions();
  return useMutation({
    mutationFn: async (value: string | number | boolean | null) => {
      const saved = answer
        ? await call(enrichmentEndpoints.editAnswer, { params: { id: answer.id }, body: { answer: value } })
        : await call(enrichmentEndpoints.createAnswer, {
            body: { prompt_id: task.id, prospect_id: prospectId, answer: value },
          });
      if (task.data_enrichment_type) await updateLead(client, prospectId, task.data_enrichment_type, value);
      return saved.answer;
    },
    onSuccess: (saved) => {
      showSaved(saved);
      toast.success(t('edit_saved'), { duration: 2000 });
      onSaved();
    },
    onError: (error) => toast.error(errorMessage(error, t('edit_failed')), { duration: 5000 }),
  });
}

/** A refused value stays in the column only: the specification asks for no message. */
async function updateLead(
  client: QueryClient,
  id: number,
  lookup: ContactLookup,
  value: string | number | boolean | null,
) {
  try {
    const body = { [lookupFields[lookup]]: value === null ? '' : String(value) };
    const { prospect } = await call(prospectsEndpoints.updateProspect, { params: { id }, body });
    client.setQueriesData<{ prospects: Prospect[]; totalProspects: number }>(
      { queryKey: queryKey(searchesEndpoints.listSearchProspects) },
      (page) => page && { ...page, prospects: page.prospects.map((known) => (known.id === id ? prospect : known)) },
    );
  } catch (error) {
    console.error('The lead was not updated with the edited answer.', error);
  }
}
