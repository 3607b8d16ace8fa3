import { type AiSegment, aiSegmentsEndpoints } from '@overture/contract/ai-segments';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, errorMessage, queryOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

/** A snippet as it is being written. */
export type SnippetDraft = Pick<AiSegment, 'name' | 'instructions' | 'amount_of_sentences' | 'enrichment_sources'>;

export const NEW_SNIPPET: SnippetDraft = { name: '', instructions: '', amount_of_sentences: 1, enrichment_sources: [] };

export function useSnippets() {
  return useQuery({ ...queryOptions(aiSegmentsEndpoints.listAiSegments), staleTime: 60_000 });
}

/** Stores a snippet, new without an id, and calls `onSaved` with it. */
export function useSaveSnippet(id: number | null, onSaved: (segment: AiSegment) => void) {
  return useMutation({
    mutationFn: async (draft: SnippetDraft) =>
      id === null
        ? call(aiSegmentsEndpoints.createAiSegment, { body: draft })
        : call(aiSegmentsEndpoints.updateAiSegment, { body: { id, ...draft } }),
    onSuccess: async ({ segment }) => {
      await whenRefetched();
      onSaved(segment);
    },
    onError: (error) => toast.error(errorMessage(error, t('save_failed'))),
  });
}

/** Makes a snippet of the agency one of the organization's own. */
export function useCopySnippet() {
  return useMutation({
    mutationFn: (id: number) => call(aiSegmentsEndpoints.copyAgencySegment, { params: { id } }),
    onSuccess: async ({ segment }) => {
      await whenRefetched();
      toast.success(t('copied', { name: segment.name }));
    },
    onError: (error) => toast.error(errorMessage(error, t('copy_failed'))),
  });
}

export function useDeleteSnippet(onDeleted: () => void) {
  return useMutation({
    mutationFn: (id: number) => call(aiSegmentsEndpoints.deleteAiSegment, { body: { id } }),
    onSuccess: async () => {
      toast.success(t('deleted'));
      onDeleted();
      await whenRefetched();
    },
    onError: (error) => toast.error(errorMessage(error, t('delete_failed'))),
  });
}
