import { PasswordInput } from '@mantine/core';
import { organizationArchivesEndpoints } from '@overture/contract/organization-archives';
import { ARCHIVE_LIMITS } from '@overture/domain/limits';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { OptionCard } from '../../ui/inputs/option-card.tsx';
import { useStepUp } from '../security/index.ts';
import { t } from './texts.ts';

interface Values {
  has_passphrase: boolean;
  passphrase: string;
  repeated: string;
}

type Problems = Partial<Record<'passphrase' | 'repeated' | 'form', string>>;

function findProblems({ has_passphrase, passphrase, repeated }: Values): Problems {
  if (!has_passphrase) return {};
  if (passphrase.length < ARCHIVE_LIMITS.passphrase_min)
    return { passphrase: t('too_short', { min: ARCHIVE_LIMITS.passphrase_min }) };
  return passphrase === repeated ? {} : { repeated: t('differs') };
}

/** What an archive holds, and the passphrase for the mailbox passwords in it. */
export function CreateArchiveDialog({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState<Values>({ has_passphrase: false, passphrase: '', repeated: '' });
  const [problems, setProblems] = useState<Problems>({});
  const create = useMutation(mutationOptions(organizationArchivesEndpoints.createArchive));
  const stepUp = useStepUp();
  const change = (changes: Partial<Values>) => {
    setValues((before) => ({ ...before, ...changes }));
    setProblems({});
  };
  function submit() {
    const found = findProblems(values);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    create.mutate(
      { body: values.has_passphrase ? { passphrase: values.passphrase } : {} },
      {
        onSuccess: onClose,
        onError: (error) => stepUp.ask(error, submit) || setProblems({ form: errorMessage(error, t('create_failed')) }),
      },
    );
  }
  return (
    <>
      <FormDialog
        onClose={onClose}
        isChanged={values.passphrase !== ''}
        title={t('dialog_title')}
        problem={problems.form}
        confirmLabel={t('create')}
        pending={create.isPending}
        confirm={submit}
      >
        <ArchiveForm values={values} problems={problems} change={change} onSubmit={submit} />
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

interface FieldsProps {
  values: Values;
  problems: Problems;
  change: (changes: Partial<Values>) => void;
}

function ArchiveForm({ onSubmit, ...fields }: FieldsProps & { onSubmit: () => void }) {
  const { values, change } = fields;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <p className="m-0">{t('includes')}</p>
      <p className="m-0 text-ink-3">{t('excludes')}</p>
      <p className="m-0">{t('moving')}</p>
      <OptionCard
        kind="checkbox"
        label={t('has_passphrase')}
        checked={values.has_passphrase}
        onChange={() => change({ has_passphrase: !values.has_passphrase })}
      />
      {values.has_passphrase ? <PassphraseFields {...fields} /> : null}
      <button type="submit" hidden />
    </form>
  );
}

function PassphraseFields({ values, problems, change }: FieldsProps) {
  return (
    <>
      <PasswordInput
        label={t('passphrase')}
        description={t('passphrase_hint', { min: ARCHIVE_LIMITS.passphrase_min })}
        value={values.passphrase}
        error={problems.passphrase}
        maxLength={ARCHIVE_LIMITS.passphrase_max}
        autoComplete="new-password"
        onChange={(event) => change({ passphrase: event.currentTarget.value })}
      />
      <PasswordInput
        label={t('repeat')}
        value={values.repeated}
        error={problems.repeated}
        maxLength={ARCHIVE_LIMITS.passphrase_max}
        autoComplete="new-password"
        onChange={(event) => change({ repeated: event.currentTarget.value })}
      />
      <p className="m-0 py-2 px-3 rounded-card bg-amber-soft text-amber text-table">{t('warning')}</p>
    </>
  );
}
