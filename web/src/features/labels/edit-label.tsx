import { TextInput } from '@mantine/core';
import type { Listed } from '@overture/contract/endpoint';
import type { Label } from '@overture/contract/labels';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../lib/api/api-client.ts';
import { DeleteButton } from '../../lib/delete-button.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { LabelColors } from './label-colors.tsx';
import { t } from './texts.ts';

interface EditLabelProps {
  label: Listed<Label>;
  colors: readonly string[];
  /** What deleting it takes it off, in a sentence. */
  deleteText: string;
  save: (change: { name: string; color: string }) => Promise<unknown>;
  remove: () => Promise<unknown>;
  onClose: () => void;
}

export function EditLabelButton({ label, onClick }: { label: Label; onClick: () => void }) {
  return (
    <IconButton label={t('edit', { name: label.name })} size="small" tooltip={false} onClick={onClick}>
      <IconPencil size={15} aria-hidden />
    </IconButton>
  );
}

/** Name and color of a label, in its place; and the way to be rid of it for who may. */
export function EditLabel({ label, colors, deleteText, save, remove, onClose }: EditLabelProps) {
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
      <LabelColors
        label={t('colors')}
        nameOf={(number) => t('color', { number })}
        colors={colors}
        value={color}
        onChange={setColor}
      />
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

/** A 400 says that the name is taken. */
export function labelProblem(error: Error, other: string): string {
  return error instanceof ApiError && error.status === 400 ? t('exists') : other;
}
