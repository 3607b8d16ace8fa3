import { TextInput } from '@mantine/core';
import { automationsEndpoints, type SlackConnection } from '@overture/contract/automations';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../lib/api/writes.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { useStepUp } from '../security/index.ts';
import { t } from './texts.ts';

/** Connects the one Slack channel of the organization, tests it, or disconnects it. */
export function SlackDialog({ onClose }: { onClose: () => void }) {
  const stored = useQuery(queryOptions(automationsEndpoints.getSlackConnection));
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const isEmpty = url === '' && name === '';
  const stepUp = useStepUp();
  const onError = (error: Error) => toast.error(errorMessage(error, t('change_failed')));
  const save = useMutation(mutationOptions(automationsEndpoints.saveSlackConnection));
  const submit = () =>
    save.mutate(
      { body: { url: url.trim(), name: name.trim() } },
      {
        onError: (error) => stepUp.ask(error, submit) || onError(error),
        onSuccess: async () => {
          await whenRefetched();
          setUrl('');
          setName('');
          toast.success(t('slack_saved'));
        },
      },
    );
  const connection = stored.data;
  return (
    <>
      <FormDialog
        onClose={onClose}
        isChanged={!isEmpty}
        title={t('slack_title')}
        cancelLabel={t(isEmpty && connection?.is_connected ? 'done' : 'cancel')}
        confirmLabel={t('save')}
        pending={save.isPending}
        disabled={url.trim() === ''}
        confirm={submit}
      >
        <div className="flex flex-col gap-4">
          <p className="m-0 text-ink-2 text-table">{t('slack_text')}</p>
          {queryFailure(stored, { compact: true })}
          {stored.isPending ? <Skeleton height={40} /> : null}
          {connection ? <ConnectionLine connection={connection} onError={onError} /> : null}
          {connection?.last_error ? <p className="m-0 text-red text-table">{connection.last_error}</p> : null}
          <AddressFields url={url} name={name} onUrl={setUrl} onName={setName} />
        </div>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

interface ConnectionLineProps {
  connection: SlackConnection;
  onError: (error: Error) => void;
}

function ConnectionLine({ connection: { is_connected, name }, onError }: ConnectionLineProps) {
  const test = useMutation({
    ...mutationOptions(automationsEndpoints.testSlackConnection),
    onError,
    onSuccess: () => void toast.success(t('slack_tested')),
  });
  const remove = useMutation({
    ...mutationOptions(automationsEndpoints.deleteSlackConnection),
    onError,
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('slack_disconnected'));
    },
  });
  if (!is_connected) return <p className="m-0 text-table">{t('slack_off')}</p>;
  return (
    <div className="flex flex-wrap items-center gap-2 text-table">
      <span className="flex-1">{t('slack_connected', { name })}</span>
      <AppButton size="small" loading={test.isPending} onClick={() => test.mutate({})}>
        {t('slack_test')}
      </AppButton>
      <AppButton size="small" loading={remove.isPending} onClick={() => remove.mutate({})}>
        {t('slack_disconnect')}
      </AppButton>
    </div>
  );
}

interface AddressFieldsProps {
  url: string;
  name: string;
  onUrl: (url: string) => void;
  onName: (name: string) => void;
}

function AddressFields({ url, name, onUrl, onName }: AddressFieldsProps) {
  return (
    <>
      <TextInput
        label={t('slack_url')}
        placeholder="https://hooks.slack.com/services/…"
        value={url}
        maxLength={500}
        inputMode="url"
        data-autofocus
        onChange={(event) => onUrl(event.currentTarget.value)}
      />
      <TextInput
        label={t('slack_name')}
        placeholder={t('slack_name_placeholder')}
        value={name}
        maxLength={100}
        onChange={(event) => onName(event.currentTarget.value)}
      />
    </>
  );
}
