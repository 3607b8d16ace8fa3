import { excludedDomainsEndpoints } from '@overture/contract/excluded-domains';
import { may } from '@overture/domain/access/permissions';
import { parseExclusion, parseExclusions } from '@overture/domain/addresses/exclusions';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { useUser } from '../../lib/api/session.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatNumber } from '../../lib/format.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

export function useExcludedDomains(search: string, page: number) {
  return useQuery({
    ...queryOptions(excludedDomainsEndpoints.listExcludedDomains, { query: { search, page } }),
    placeholderData: keepPreviousData,
  });
}

const countWords = (count: number) => ({ count, shown: formatNumber(count) });

/** Adds what is typed. Nothing typed does nothing; what is no domain is said at the field; several become a list to look at. */
export function useAddDomain(onList: (text: string) => void) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = useMutation({
    ...mutationOptions(excludedDomainsEndpoints.addExcludedDomain),
    onSuccess: async ({ excluded_domain }) => {
      setText('');
      toast.success(t('added', { domain: excluded_domain.domain }));
      await whenRefetched();
    },
    onError: (error) => toast.error(errorMessage(error, t('add_failed')), { duration: 2000 }),
  });
  function submit() {
    if (text.trim() === '') return;
    const { entries } = parseExclusions(text);
    if (entries.length > 1) addList(text);
    else if (parseExclusion(text) === null) setProblem(t('invalid'));
    else add.mutate({ body: { domain: text } });
  }
  function change(value: string) {
    setText(value);
    setProblem(undefined);
  }
  /** Answers whether it was a list; a single domain stays text of the field. */
  function addList(pasted: string): boolean {
    const { entries, unreadable } = parseExclusions(pasted);
    if (entries.length === 0 || entries.length + unreadable.length < 2) return false;
    change('');
    onList(pasted);
    return true;
  }
  return { text, change, submit, takeList: addList, problem, isPending: add.isPending };
}

/** Adds a list, with the way back in the toast for who may take domains off. */
export function useAddDomains(onDone: () => void) {
  const mayTakeBack = may(useUser(), 'settings');
  const takeBack = useMutation({
    ...mutationOptions(excludedDomainsEndpoints.removeExcludedDomains),
    onSuccess: whenRefetched,
    onError: (error) => toast.error(errorMessage(error, t('delete_failed'))),
  });
  return useMutation({
    mutationFn: (domains: string[]) => call(excludedDomainsEndpoints.addExcludedDomains, { body: { domains } }),
    onSuccess: async ({ added_ids }) => {
      onDone();
      const action = { label: t('undo'), onSelect: () => takeBack.mutate({ body: { domain_ids: added_ids } }) };
      toast.success(
        t('added_list', countWords(added_ids.length)),
        mayTakeBack && added_ids.length > 0 ? { action } : {},
      );
      await whenRefetched();
    },
    onError: (error) => toast.error(errorMessage(error, t('add_failed'))),
  });
}

/** Takes domains off the list, with the way back in the toast. */
export function useRemoveDomains(onDone: () => void) {
  const again = useMutation({
    ...mutationOptions(excludedDomainsEndpoints.addExcludedDomains),
    onSuccess: whenRefetched,
    onError: (error) => toast.error(errorMessage(error, t('add_failed')), { duration: 2000 }),
  });
  return useMutation({
    mutationFn: (ids: number[]) => call(excludedDomainsEndpoints.removeExcludedDomains, { body: { domain_ids: ids } }),
    onSuccess: async ({ removed_domains: domains }) => {
      onDone();
      const [domain] = domains;
      if (domain !== undefined) {
        toast.success(domains.length === 1 ? t('deleted', { domain }) : t('deleted_list', countWords(domains.length)), {
          action: { label: t('undo'), onSelect: () => again.mutate({ body: { domains } }) },
        });
      }
      await whenRefetched();
    },
    onError: (error) => toast.error(errorMessage(error, t('delete_failed'))),
  });
}
