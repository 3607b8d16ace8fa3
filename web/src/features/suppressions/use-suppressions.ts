import { suppressionsEndpoints } from '@overture/contract/suppressions';
import { readExclusion } from '@overture/domain/addresses/exclusions';
import type { SuppressionReason } from '@overture/domain/suppressions/suppressions';
import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

interface Filters {
  search: string;
  reason: SuppressionReason | null;
}

export function wireFilters({ search, reason }: Filters) {
  return { ...(search === '' ? {} : { search }), ...(reason === null ? {} : { reason }) };
}

export function useSuppressions(filters: Filters, page: number, isShown: boolean) {
  return useQuery({
    ...queryOptions(suppressionsEndpoints.listSuppressions, { query: { ...wireFilters(filters), page } }),
    placeholderData: keepPreviousData,
    enabled: isShown,
  });
}

export function useLifts(search: string, page: number, isShown: boolean) {
  return useQuery({
    ...queryOptions(suppressionsEndpoints.listSuppressionLifts, {
      query: { ...wireFilters({ search, reason: null }), page },
    }),
    placeholderData: keepPreviousData,
    enabled: isShown,
  });
}

export async function refetchLists(client: QueryClient): Promise<void> {
  await Promise.all([
    refetch(client, suppressionsEndpoints.listSuppressions),
    refetch(client, suppressionsEndpoints.listSuppressionLifts),
  ]);
}

/** Suppresses what is typed. Nothing typed does nothing; what is neither address nor domain is said at the field. */
export function useAddSuppression() {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = useMutation({
    ...mutationOptions(suppressionsEndpoints.addSuppression),
    onSuccess: async ({ kind, entry, is_new }) => {
      setText('');
      toast.success(t(`${is_new ? 'added' : 'known'}_${kind}`, { entry }));
      await refetchLists(client);
    },
    onError: (error) => toast.error(errorMessage(error, t('add_failed'))),
  });
  function submit() {
    if (text.trim() === '') return;
    if (readExclusion(text) === null) setProblem(t('invalid'));
    else add.mutate({ body: { entry: text } });
  }
  function change(value: string) {
    setText(value);
    setProblem(undefined);
  }
  return { text, change, submit, problem, isPending: add.isPending };
}
