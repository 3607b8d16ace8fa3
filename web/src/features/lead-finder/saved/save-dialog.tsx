import { Checkbox, TextInput } from '@mantine/core';
import { type FinderSearch, finderSearchesEndpoints } from '@overture/contract/finder-searches';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { isBlank } from '@overture/domain/text/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, refetch } from '../../../lib/api/api-client.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import type { FinderRequest } from '../filter-state.ts';
import { bodyOf } from './saved-search.ts';
import { t } from './texts.ts';

const formId = 'finder-search';

interface SaveDialogProps {
  /** What is saved: a search to rename or share, or the filters of a new one and the list they are set in. */
  what: { search: FinderSearch } | { request: FinderRequest; searchId: number };
  onClose: () => void;
  onSaved?: (search: FinderSearch) => void;
}

/** Name of a saved search, who sees it, and for a new one the Monday email. */
export function SaveDialog({ what, onClose, onSaved }: SaveDialogProps) {
  const client = useQueryClient();
  const known = 'search' in what ? what.search : undefined;
  const [name, setName] = useState(known?.name ?? '');
  const [isShared, setShared] = useState(known !== undefined && !known.is_own);
  const [isMailed, setMailed] = useState(true);
  const save = useMutation({
    mutationFn: () => saveSearch(what, { name, is_own: !isShared }, isMailed),
    onSuccess: async ({ search }) => {
      await refetch(client, finderSearchesEndpoints.listFinderSearches);
      onSaved?.(search);
      onClose();
    },
    onError: () => refetch(client, finderSearchesEndpoints.listFinderSearches),
  });
  return (
    <FormDialog
      onClose={onClose}
      closeOnOutside
      isChanged={name !== (known?.name ?? '')}
      title={t(known === undefined ? 'save_title' : 'edit_title')}
      size="small"
      confirmLabel={t('submit')}
      pending={save.isPending}
      disabled={isBlank(name)}
      confirm={{ form: formId }}
    >
      <Form id={formId} onSubmit={() => !isBlank(name) && !save.isPending && save.mutate()}>
        <div className="flex flex-col gap-4">
          <TextInput
            label={t('name')}
            value={name}
            error={save.error ? errorMessage(save.error, t('failed')) : undefined}
            maxLength={TEXT_LIMITS.label_name_max}
            autoComplete="off"
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Choice label={t('shared')} isOn={isShared} onChange={setShared} />
          {known === undefined ? <Choice label={t('mailed')} isOn={isMailed} onChange={setMailed} /> : null}
        </div>
      </Form>
    </FormDialog>
  );
}

async function saveSearch(what: SaveDialogProps['what'], given: { name: string; is_own: boolean }, isMailed: boolean) {
  if ('search' in what) {
    // As it is stored: a filter that can no longer be read must not get lost with a new name.
    const { id, version, search_id, filters, prospects_per_company, leaves_out } = what.search;
    const body = { filters, prospects_per_company, leaves_out, search_id, ...given, version };
    return call(finderSearchesEndpoints.updateFinderSearch, { params: { id }, body });
  }
  const body = { ...bodyOf(what.request), search_id: what.searchId, ...given };
  const answer = await call(finderSearchesEndpoints.createFinderSearch, { body });
  if (isMailed)
    await call(finderSearchesEndpoints.setFinderSearchMail, {
      params: { id: answer.search.id },
      body: { is_on: true },
    });
  return answer;
}

function Choice({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return <Checkbox label={label} checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />;
}
