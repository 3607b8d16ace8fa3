import { TextInput } from '@mantine/core';
import { linkTrackingEndpoints } from '@overture/contract/link-tracking';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { Form } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { t } from './texts.ts';

const formId = 'tracking-domain';

/** Adds a host; its record is shown in the list afterwards. */
export function AddDomainDialog({ onClose }: { onClose: () => void }) {
  const [host, setHost] = useState('');
  const [isAsked, setAsked] = useState(false);
  const create = useMutation({
    ...mutationOptions(linkTrackingEndpoints.createTrackingDomain),
    async onSuccess() {
      await whenRefetched();
      onClose();
    },
  });
  const isMissing = host.trim() === '';
  const refused = create.error instanceof ApiError ? create.error.details.host : undefined;
  const save = () => {
    setAsked(true);
    if (!isMissing && !create.isPending) create.mutate({ body: { host } });
  };
  return (
    <FormDialog
      onClose={onClose}
      isChanged={host !== ''}
      title={t('add')}
      problem={create.isError && refused === undefined ? errorMessage(create.error, t('failed')) : undefined}
      confirmLabel={t('add')}
      pending={create.isPending}
      confirm={{ form: formId }}
    >
      <Form id={formId} className="flex flex-col gap-5" onSubmit={save}>
        <TextInput
          label={t('host')}
          description={t('host_text')}
          placeholder={t('host_placeholder')}
          value={host}
          maxLength={253}
          autoCapitalize="off"
          spellCheck={false}
          data-autofocus
          error={isAsked && isMissing ? t('host_needed') : refused}
          onChange={(event) => setHost(event.currentTarget.value)}
        />
      </Form>
    </FormDialog>
  );
}
