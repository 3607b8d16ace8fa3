import { TextInput } from '@mantine/core';
import { campaignLabelsEndpoints, type Label } from '@overture/contract/labels';
import { CAMPAIGN_LIST_LABEL_COLOR, TEXT_LIMITS } from '@overture/domain/limits';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { labelProblem } from '../labels/index.ts';
import classes from './labels-dialog.module.css';
import { t } from './texts.ts';

/** A new label by its name; its colour is chosen by editing it. */
export function CreateLabel({ onCreated }: { onCreated: (label: Label) => Promise<void> }) {
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () =>
      call(campaignLabelsEndpoints.createLabel, { body: { name: name.trim(), color: CAMPAIGN_LIST_LABEL_COLOR } }),
    onSuccess: async ({ label }) => {
      setName('');
      await onCreated(label);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() && !create.isPending) create.mutate();
  }
  return (
    <form className={`${classes.create} flex items-start gap-2 pt-3 border-t border-line`} onSubmit={submit}>
      <TextInput
        className="flex-1"
        label={t('create_name')}
        value={name}
        maxLength={TEXT_LIMITS.label_name_max}
        autoComplete="off"
        error={create.error ? labelProblem(create.error, t('create_failed')) : undefined}
        onChange={(event) => {
          setName(event.currentTarget.value);
          create.reset();
        }}
      />
      <AppButton type="submit" disabled={name.trim() === ''} loading={create.isPending}>
        {t('create')}
      </AppButton>
    </form>
  );
}
