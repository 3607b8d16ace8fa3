import { excludedDomainsEndpoints } from '@overture/contract/excluded-domains';
import { suppressionsEndpoints } from '@overture/contract/suppressions';
import { parseSuppressionEntry } from '@overture/domain/suppressions/entries';
import type { AddedReason, SuppressionKind, SuppressionReason } from '@overture/domain/suppressions/suppressions';
import { keepPreviousData, type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, mutationOptions, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

interface Filters {
  search: string;
  reason: SuppressionReason | null;
  kind: ShownKind | null;
}

/** Whole domains are stored separately and listed here too. */
export type ShownKind = SuppressionKind | 'domain';

export function wireFilters({ search, reason, kind }: Filters) {
  return {
    ...(search === '' ? {} : { search }),
    ...(reason === null ? {} : { reason }),
    ...(kind === null || kind === 'domain' ? {} : { kind }),
  };
}

export function useDomains(search: string, page: number, isShown: boolean) {
  return useQuery({
    ...queryOptions(excludedDomainsEndpoints.listExcludedDomains, { query: { search, page } }),
    placeholderData: keepPreviousData,
    enabled: isShown,
  });
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
      query: { ...wireFilters({ search, reason: null, kind: null }), page },
    }),
    placeholderData: keepPreviousData,
    enabled: isShown,
  });
}

export async function refetchLists(client: QueryClient): Promise<void> {
  await Promise.all([
    refetch(client, suppressionsEndpoints.listSuppressions),
    refetch(client, suppressionsEndpoints.listSuppressionLifts),
    refetch(client, excludedDomainsEndpoints.listExcludedDomains),
  ]);
}

/** Suppresses what is typed. Nothing typed does nothing; what is neither address nor domain is said at the field. */
export function useAddSuppression() {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = useMutation({
    ...mutationOptions(suppressionsEndpoints.addSuppression),
    onSuccess: async ({ kind, entry, is_new }) => {
      setText('');
      toast.success(t(`${is_new ? 'added' : 'known'}_${kind}`, { entry }));
      await whenRefetched();
    },
    onError: (error) => toast.error(errorMessage(error, t('add_failed'))),
  });
  function submit() {
    if (text.trim() === '') return;
    if (parseSuppressionEntry(text) === null) setProblem(t('invalid'));
    else add.mutate({ body: { entry: text } });
  }
  function change(value: string) {
    setText(value);
    setProblem(undefined);
  }
  return { text, change, submit, problem, isPending: add.isPending };
}

interface Said {
  reason: AddedReason;
  note: string | null;
}

/** One entry or a whole person, with the reason; what cannot be read was said before. */
export function useSuppressWithReason(onDone: () => void) {
  return useMutation({
    mutationFn: async ({ entry, person, ...said }: Said & { entry?: string; person?: Record<string, string> }) => {
      const added =
        entry === undefined
          ? await call(suppressionsEndpoints.suppressPerson, { body: { ...person, ...said } })
          : await call(suppressionsEndpoints.addSuppression, { body: { entry, ...said } });
      return { kind: 'person' as const, ...added, is_erased: said.reason === 'erased' };
    },
    onSuccess: async ({ kind, entry, is_new, is_erased }) => {
      onDone();
      toast.success(t(`${is_new ? 'added' : 'known'}_${is_erased ? 'erased' : kind}`, { entry }));
      await whenRefetched();
    },
    onError: (error) => toast.error(errorMessage(error, t('add_failed'))),
  });
}
