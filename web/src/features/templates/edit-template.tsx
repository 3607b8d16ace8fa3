import { TextInput } from '@mantine/core';
import type { Template } from '@overture/contract/campaigns';
import { templatesEndpoints } from '@overture/contract/templates';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { call, errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { DeleteButton } from '../../lib/delete-button.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

export function EditTemplateButton({ template, onClick }: { template: Template; onClick: () => void }) {
  return (
    <IconButton label={t('edit', { name: template.name })} size="small" tooltip={false} onClick={onClick}>
      <IconPencil size={15} aria-hidden />
    </IconButton>
  );
}

interface EditTemplateProps {
  template: Template;
  mayDelete: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** Renames a template in place or deletes it. Not a form itself, because it is rendered inside forms. */
export function EditTemplate({ template, mayDelete, onClose, onDeleted }: EditTemplateProps) {
  const [name, setName] = useState(template.name);
  const params = { id: template.id };
  const rename = useMutation({
    ...mutationOptions(templatesEndpoints.renameTemplate),
    onSuccess: async () => {
      await whenRefetched();
      onClose();
    },
  });
  const isReady = name.trim() !== '' && !rename.isPending;
  const save = () => isReady && rename.mutate({ params, body: { name: name.trim() } });
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Neither the dialog around it nor its form is meant.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') save();
    else onClose();
  }
  return (
    <div className="flex flex-col gap-3 m-2 p-3 border border-line rounded-control">
      <TextInput
        label={t('save_name')}
        value={name}
        error={rename.error ? errorMessage(rename.error, t('rename_failed')) : undefined}
        maxLength={TEXT_LIMITS.template_name_max}
        autoComplete="off"
        autoFocus
        data-mantine-stop-propagation
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setName(event.currentTarget.value);
          rename.reset();
        }}
      />
      <div className="flex justify-end gap-2">
        <span className="me-auto">
          {mayDelete ? (
            <DeleteButton
              label={t('delete')}
              title={t('delete_title', { name: template.name })}
              text={t('delete_text')}
              failed={t('delete_failed')}
              remove={() => removeTemplate(template).then(onDeleted)}
            />
          ) : null}
        </span>
        <AppButton size="small" onClick={onClose}>
          {t('cancel')}
        </AppButton>
        <AppButton size="small" kind="primary" disabled={name.trim() === ''} loading={rename.isPending} onClick={save}>
          {t('rename')}
        </AppButton>
      </div>
    </div>
  );
}

async function removeTemplate({ id }: Template): Promise<void> {
  await call(templatesEndpoints.deleteTemplate, { params: { id } });
  await whenRefetched();
}
