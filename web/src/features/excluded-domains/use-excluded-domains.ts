import { excludedDomainsEndpoints } from '@overture/contract/excluded-domains';
import { normalizeDomain } from '@overture/domain/addresses/domain-name';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

export function useExcludedDomains(search: string, page: number) {
  return useQuery({
    ...queryOptions(excludedDomainsEndpoints.listExcludedDomains, { query: { search, page } }),
    placeholderData: keepPreviousData,
  });
}

/** Adds what is typed. Nothing typed does nothing; what is no domain is said at the field. */
export function useAddDomain() {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = useMutation({
    ...mutationOptions(excludedDomainsEndpoints.addExcludedDomain),
    onSuccess: async ({ excluded_domain }) => {
      setText('');
      toast.success(t('added', { domain: excluded_domain.domain }));
      await refetch(client, excludedDomainsEndpoints.listExcludedDomains);
    },
    onError: (error) => toast.error(errorMessage(error, t('add_failed')), { duration: 2000 }),
  });
  function submit() {
    if (text.trim() === '') return;
    if (normalizeDomain(text) === null) setProblem(t('invalid'));
    else add.mutate({ body: { domain: text } });
  }
  function change(value: string) {
    setText(value);
    setProblem(undefined);
  }
  return { text, change, submit, problem, isPending: add.isPending };
}

/** Removes a domain, with the way back in the toast. */
export function useRemoveDomain() {
  const client = useQueryClient();
  const again = useMutation({
    ...mutationOptions(excludedDomainsEndpoints.addExcludedDomain),
    onSuccess: () => refetch(client, excludedDomainsEndpoints.listExcludedDomains),
    onError: (error) => toast.error(errorMessage(error, t('add_failed')), { duration: 2000 }),
  });
  const remove = useMutation({
    mutationFn: async ({ id }: { id: number; domain: string }) =>
      mutationOptions(excludedDomainsEndpoints.removeExcludedDomain).mutationFn({ params: { id } }),
    onSuccess: async (_, { domain }) => {
      toast.success(t('deleted', { domain }), {
        action: { label: t('undo'), onSelect: () => again.mutate({ body: { domain } }) },
      });
      await refetch(client, excludedDomainsEndpoints.listExcludedDomains);
    },
    onError: (error) => toast.error(errorMessage(error, t('delete_failed'))),
  });
  return remove.mutate;
}
