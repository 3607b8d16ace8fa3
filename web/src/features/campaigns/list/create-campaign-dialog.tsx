import { TextInput } from '@mantine/core';
import { campaignsEndpoints, type Template } from '@overture/contract/campaigns';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, refetch } from '../../../lib/api/api-client.ts';
import { useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { TemplateList } from '../../templates/index.ts';
import { t as shared } from '../texts.ts';
import { createDraft } from './create-draft.ts';
import { t } from './texts.ts';

const formId = 'create-campaign';

/** Makes a draft, blank or from a template, and opens it. Without a name the server gives one. */
export function CreateCampaignDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const go = useGo();
  const [name, setName] = useState('');
  const [template, setTemplate] = useState<Template | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const create = useMutation({
    mutationFn: () => createDraft({ template_id: template?.id ?? null, name: name.trim() }),
    onSuccess: ({ campaign }) => {
      void refetch(client, campaignsEndpoints.listCampaignAnalytics, campaignsEndpoints.listCampaigns);
      go(pb.campaign(campaign.id), { replace: true });
    },
    onError: (error) => setProblem(errorMessage(error, t('create_failed'))),
  });
  function submit() {
    if (create.isPending) return;
    setProblem(undefined);
    create.mutate();
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('create_title')}
      size="large"
      footer={
        <>
          <AppButton onClick={onClose}>{shared('cancel')}</AppButton>
          <AppButton kind="primary" type="submit" form={formId} loading={create.isPending}>
            {t('create_submit')}
          </AppButton>
        </>
      }
    >
      <Form id={formId} className="flex flex-col gap-4" onSubmit={submit}>
        <p className="text-ink-3">{t('create_text')}</p>
        <TextInput
          label={t('create_name')}
          placeholder={template?.name ?? t('create_placeholder')}
          value={name}
          error={problem}
          maxLength={TEXT_LIMITS.campaign_name_max}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {opened ? <TemplateList chosen={template?.id ?? null} onChoose={setTemplate} /> : null}
      </Form>
    </Dialog>
  );
}
