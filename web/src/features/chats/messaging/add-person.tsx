import { Select } from '@mantine/core';
import type { MessagingPerson } from '@overture/contract/messaging';
import { searchesEndpoints } from '@overture/contract/searches';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { NameFields, splitName } from '../name-fields.tsx';
import { t } from './texts.ts';
import { useResolvePerson } from './use-people.ts';

interface StepProps {
  person: MessagingPerson;
  onBack: () => void;
  onOpen: (prospectId: number) => void;
}

/** Name of the person, and the list to add them to. */
export function AddPerson({ person, onBack, onOpen }: StepProps) {
  const [names, setNames] = useState(() => splitName(person.name));
  const lists = useQuery(queryOptions(searchesEndpoints.listSearches));
  const [list, setList] = useState<string | null>(null);
  const add = useResolvePerson(person, (id) => id !== null && onOpen(id));
  const isReady = names.first_name.trim() !== '' && list !== null;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) add.mutate({ kind: 'add', ...names, search_id: Number(list) });
      }}
    >
      <NameFields
        names={names}
        labels={{ first_name: t('first_name'), last_name: t('last_name') }}
        onChange={setNames}
      />
      {queryFailure(lists, { compact: true })}
      <Select
        label={t('list')}
        placeholder={t('choose')}
        data={lists.data?.searches.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
        value={list}
        onChange={setList}
        searchable
        nothingFoundMessage={t('no_lists')}
        disabled={lists.isPending}
      />
      <div className="flex justify-end gap-2">
        <AppButton disabled={add.isPending} onClick={onBack}>
          {t('back')}
        </AppButton>
        <AppButton kind="primary" type="submit" disabled={!isReady} loading={add.isPending}>
          {t('submit')}
        </AppButton>
      </div>
    </form>
  );
}
