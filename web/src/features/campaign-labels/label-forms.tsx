import { TextInput } from '@mantine/core';
import { campaignLabelsEndpoints, type Label } from '@overture/contract/labels';
import { CAMPAIGN_LIST_LABEL_COLOR, LABEL_COLORS, TEXT_LIMITS } from '@overture/domain/limits';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, call } from '../../lib/api/api-client.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { LabelColors } from '../labels/index.ts';
import classes from './labels-dialog.module.css';
import { t } from './texts.ts';

/** Grey first: labels of this list begin with it (campaigns 3 Label). */
const colors = [CAMPAIGN_LIST_LABEL_COLOR, ...LABEL_COLORS];

/** A 400 says that the name is taken (campaigns 8). */
function problemOf(error: Error | null, other: string): string | undefined {
  if (error === null) return undefined;
  return error instanceof ApiError && error.status === 400 ? t('exists') : other;
}

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
    <form className={classes.create} onSubmit={submit}>
      <TextInput
        className={classes.field ?? ''}
        label={t('create_name')}
        value={name}
        maxLength={TEXT_LIMITS.label_name_max}
        autoComplete="off"
        error={problemOf(create.error, t('create_failed'))}
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

interface EditLabelProps {
  label: Label;
  onEdited: () => Promise<void>;
  onClose: () => void;
}

/** Name and colour of a label, in its place. */
export function EditLabel({ label, onEdited, onClose }: EditLabelProps) {
  const [name, setName] = useState(label.name);
  const [color, setColor] = useState(label.color);
  const save = useMutation({
    mutationFn: () =>
      call(campaignLabelsEndpoints.updateLabel, { params: { id: label.id }, body: { name: name.trim(), color } }),
    onSuccess: async () => {
      await onEdited();
      onClose();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() && !save.isPending) save.mutate();
  }
  return (
    <form className={classes.edit} onSubmit={submit}>
      <TextInput
        label={t('edit_name')}
        value={name}
        maxLength={TEXT_LIMITS.label_name_max}
        autoComplete="off"
        autoFocus
        error={problemOf(save.error, t('edit_failed'))}
        onChange={(event) => {
          setName(event.currentTarget.value);
          save.reset();
        }}
      />
      <LabelColors
        label={t('edit_color')}
        nameOf={(number) => `${t('edit_color')} ${number}`}
        colors={colors}
        value={color}
        onChange={setColor}
      />
      <div className={classes.actions}>
        <AppButton size="small" onClick={onClose}>
          {t('cancel')}
        </AppButton>
        <AppButton size="small" type="submit" kind="primary" disabled={name.trim() === ''} loading={save.isPending}>
          {t('save')}
        </AppButton>
      </div>
    </form>
  );
}
