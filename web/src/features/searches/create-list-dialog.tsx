import { TextInput } from '@mantine/core';
import { searchesEndpoints } from '@overture/contract/searches';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { isBlank } from '@overture/domain/text/text';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { LimitDialog, type SearchLimit } from './limit-dialog.tsx';
import { t } from './texts.ts';

const formId = 'create-list';

/** Asks for a name and goes to the new list. A refused name stays in the field. */
export function CreateListDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [limit, setLimit] = useState<SearchLimit | undefined>();
  return (
    <>
      {opened ? <CreateListForm onClose={onClose} onLimit={setLimit} /> : null}
      <LimitDialog limit={limit} onClose={() => setLimit(undefined)} />
    </>
  );
}

function CreateListForm({ onClose, onLimit }: { onClose: () => void; onLimit: (limit: SearchLimit) => void }) {
  const go = useGo();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const create = useMutation({
    ...mutationOptions(searchesEndpoints.createSearch),
    onSuccess: ({ id }) => {
      go(pb.search(id), { replace: true });
    },
    onError: (error) => {
      if (error instanceof ApiError && (error.code === 'trial_search_limit' || error.code === 'search_limit')) {
        onLimit(error.code);
        onClose();
      } else setProblem(errorMessage(error, t('create_failed')));
    },
  });
  function submit() {
    if (isBlank(name) || create.isPending) return;
    setProblem(undefined);
    create.mutate({ body: { name } });
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('create_title')}
      size="small"
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton kind="primary" type="submit" form={formId} disabled={isBlank(name)} loading={create.isPending}>
            {t('create_submit')}
          </AppButton>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <p className="mb-4 text-ink-3">{t('create_text')}</p>
        <TextInput
          label={t('name')}
          placeholder={t('name_placeholder')}
          value={name}
          error={problem}
          maxLength={TEXT_LIMITS.list_name_max}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Form>
    </Dialog>
  );
}
