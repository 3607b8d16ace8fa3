import { TextInput } from '@mantine/core';
import { agencyTemplatesEndpoints } from '@overture/contract/agency-templates';
import type { Template } from '@overture/contract/campaigns';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from '../texts.ts';

export function RenameTemplate({ template }: { template: Template }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton size="small" label={t('rename_named', { name: template.name })} onClick={() => setOpen(true)}>
        <IconPencil size={16} aria-hidden />
      </IconButton>
      {isOpen ? <RenameDialog template={template} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function RenameDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const [name, setName] = useState(template.name);
  const rename = useMutation({
    ...mutationOptions(agencyTemplatesEndpoints.renameAgencyTemplate),
    onSuccess: async () => {
      await whenRefetched();
      onClose();
    },
  });
  const isReady = name.trim() !== '' && !rename.isPending;
  return (
    <Dialog
      opened
      size="small"
      onClose={onClose}
      title={t('rename_template')}
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton kind="primary" type="submit" form="rename-template" disabled={!isReady} loading={rename.isPending}>
            {t('rename')}
          </AppButton>
        </>
      }
    >
      <Form
        id="rename-template"
        onSubmit={() => isReady && rename.mutate({ params: { id: template.id }, body: { name: name.trim() } })}
      >
        <TextInput
          label={t('template_name')}
          value={name}
          maxLength={TEXT_LIMITS.template_name_max}
          data-autofocus
          error={rename.error ? errorMessage(rename.error, t('failed')) : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Form>
    </Dialog>
  );
}
