import { Autocomplete } from '@mantine/core';
import { leadListsEndpoints } from '@overture/contract/lead-lists';
import type { Search } from '@overture/contract/searches';
import { LIST_COPY } from '@overture/domain/list-limits';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { t } from './texts.ts';

const formId = 'list-folder';

interface FolderDialogProps {
  searches: readonly Search[];
  folders: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

/** The folder of lists: one that exists, or a new name. */
export function FolderDialog({ searches, folders, onClose, onDone }: FolderDialogProps) {
  const before = searches[0]?.folder ?? '';
  const [folder, setFolder] = useState(before);
  const save = useMutation({
    mutationFn: () =>
      call(leadListsEndpoints.setSearchFolder, { body: { search_ids: searches.map(({ id }) => id), folder } }),
    onSuccess: () => {
      toast.success(t('folder_saved'));
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      closeOnOutside
      isChanged={folder !== before}
      title={t('folder_title', { count: searches.length })}
      size="small"
      confirmLabel={t('folder_submit')}
      pending={save.isPending}
      confirm={{ form: formId }}
    >
      <Form id={formId} onSubmit={() => !save.isPending && save.mutate()}>
        <Autocomplete
          label={t('folder_name')}
          description={t('folder_hint')}
          data={[...folders]}
          value={folder}
          error={save.error ? errorMessage(save.error, t('folder_failed')) : undefined}
          maxLength={LIST_COPY.folder_name_max}
          data-autofocus
          onChange={setFolder}
        />
      </Form>
    </FormDialog>
  );
}
