import { type Search, searchesEndpoints } from '@overture/contract/searches';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { isBlank } from '@overture/domain/text/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage, mutationOptions, queryKey, refetch } from '../../lib/api/api-client.ts';
import { type NameConflict, useNameConflict } from '../../lib/edits/use-name-conflict.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { InlineEdit } from '../../ui/inputs/inline-edit.tsx';
import { t } from './list-texts.ts';

/** The list's name, edited in place and saved when the focus leaves it. */
export function ListName({ search }: { search: Search }) {
  const client = useQueryClient();
  const key = queryKey(searchesEndpoints.getSearch, { params: { id: search.id } });
  const rename = useMutation({
    ...mutationOptions(searchesEndpoints.renameSearch),
    onMutate: ({ body }) => {
      client.setQueryData<{ search: Search }>(
        key,
        (data) => data && { ...data, search: { ...data.search, name: body?.name ?? data.search.name } },
      );
    },
    onError: (error) => {
      if (!naming.take(error)) toast.error(errorMessage(error, t('rename_failed')));
    },
    onSettled: () => void refetch(client, searchesEndpoints.getSearch),
  });
  const naming: NameConflict = useNameConflict<{ search: Search }>({
    label: t('list_name'),
    read: (current) => current.search,
    send: (name, version) => rename.mutate({ params: { id: search.id }, body: { name, version } }),
  });
  function save(name: string): boolean {
    if (isBlank(name)) {
      toast.error(t('name_invalid'));
      return false;
    }
    naming.save(name);
    return true;
  }
  return (
    <>
      <InlineEdit
        value={search.name}
        label={t('list_name')}
        maxLength={TEXT_LIMITS.list_name_max}
        onStart={() => naming.begin(search)}
        onSave={save}
      />
      {naming.dialog}
    </>
  );
}
