import { TextInput } from '@mantine/core';
import type { Listed } from '@overture/contract/endpoint';
import type { Label } from '@overture/contract/labels';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../lib/api/api-client.ts';
import { DeleteButton } from '../../lib/delete-button.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { LabelColors } from './label-colors.tsx';
import classes from './labels.module.css';
import { t } from './texts.ts';

interface EditLabelProps {
  label: Listed<Label>;
  colors: readonly string[];
  /** What deleting it takes it off, in a sentence. */
  deleteText: string;
  save: (change: { name: string; color: string }) => Promise<unknown>;
  remove: () => Promise<unknown>;
}

/** A label in a list. Its form takes the place of `children`, which gets the button that opens the form. */
export function LabelRow({ children, ...given }: EditLabelProps & { children: (editButton: ReactNode) => ReactNode }) {
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <EditLabel {...given} onClose={() => setEditing(false)} />;
  return children(
    <IconButton
      label={t('edit', { name: given.label.name })}
      size="small"
      tooltip={false}
      onClick={() => setEditing(true)}
    >
      <IconPencil size={15} aria-hidden />
    </IconButton>,
  );
}

/** Name and color of a label, in its place; and the way to be rid of it for who may. */
function EditLabel({ label, colors, deleteText, save, remove, onClose }: EditLabelProps & { onClose: () => void }) {
  const [name, setName] = useState(label.name);
  const [color, setColor] = useState(label.color);
  const saving = useMutation({ mutationFn: () => save({ name: name.trim(), color }), onSuccess: onClose });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() && !saving.isPending) saving.mutate();
  }
  return (
    <form className="flex flex-col gap-3 my-2 p-3 border border-line rounded-control" onSubmit={submit}>
      <TextInput
        label={t('name')}
        value={name}
        maxLength={TEXT_LIMITS.label_name_max}
        autoComplete="off"
        autoFocus
        error={saving.error ? labelProblem(saving.error, t('edit_failed')) : undefined}
        onChange={(event) => {
          setName(event.currentTarget.value);
          saving.reset();
        }}
      />
      <LabelColors colors={colors} value={color} onChange={setColor} />
      <div className="flex justify-end gap-2">
        <span className="me-auto">
          {label.may_delete ? (
            <DeleteButton
              label={t('delete')}
              title={t('delete_title', { name: label.name })}
              text={deleteText}
              failed={t('delete_failed')}
              remove={remove}
            />
          ) : null}
        </span>
        <AppButton size="small" onClick={onClose}>
          {t('cancel')}
        </AppButton>
        <AppButton size="small" type="submit" kind="primary" disabled={name.trim() === ''} loading={saving.isPending}>
          {t('save')}
        </AppButton>
      </div>
    </form>
  );
}

interface CreateLabelProps {
  /** The palette to choose from; only one: it is taken, and changed by editing the label. */
  colors: readonly [string, ...string[]];
  /** Of the palette, at first. */
  initialColor: string;
  create: (label: { name: string; color: string }) => Promise<{ label: Label }>;
  onCreated: (label: Label) => unknown;
}

export function CreateLabel({ colors, initialColor, create, onCreated }: CreateLabelProps) {
  const [name, setName] = useState('');
  const [color, setColor] = useState(initialColor);
  const creating = useMutation({
    mutationFn: () => create({ name: name.trim(), color }),
    onSuccess: async ({ label }) => {
      setName('');
      await onCreated(label);
    },
  });
  const hasPalette = colors.length > 1;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() && !creating.isPending) creating.mutate();
  }
  return (
    <form
      className={`flex items-start pt-3 border-t border-line ${hasPalette ? 'flex-col gap-3' : `${classes.oneLine} gap-2`}`}
      onSubmit={submit}
    >
      <TextInput
        className={hasPalette ? 'w-full' : 'flex-1'}
        label={t('create_name')}
        value={name}
        maxLength={TEXT_LIMITS.label_name_max}
        autoComplete="off"
        error={creating.error ? labelProblem(creating.error, t('create_failed')) : undefined}
        onChange={(event) => {
          setName(event.currentTarget.value);
          creating.reset();
        }}
      />
      {hasPalette ? <LabelColors colors={colors} value={color} onChange={setColor} /> : null}
      <AppButton
        type="submit"
        size={hasPalette ? 'small' : 'normal'}
        disabled={name.trim() === ''}
        loading={creating.isPending}
      >
        {t('create')}
      </AppButton>
    </form>
  );
}

/** A 400 says that the name is taken. */
function labelProblem(error: Error, other: string): string {
  return error instanceof ApiError && error.status === 400 ? t('exists') : other;
}
