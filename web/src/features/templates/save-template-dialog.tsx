import { TextInput } from '@mantine/core';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

const formId = 'save-template';
/** Campaigns 2 and 8: the message stays 3 s, the dialog closes 2.5 s after success. */
const toastMs = 3000;
const closeMs = 2500;

interface SaveTemplateDialogProps {
  campaign: { id: number; name: string };
  onClose: () => void;
}

export function SaveTemplateDialog({ campaign, onClose }: SaveTemplateDialogProps) {
  const [name, setName] = useState(t('save_suffix', { name: campaign.name }));
  const [problem, setProblem] = useState<string | undefined>();
  const save = useSaveTemplate({ onProblem: setProblem, onClose });
  function submit() {
    if (save.isPending || save.isSuccess) return;
    if (name.trim() === '') {
      setProblem(t('name_blank'));
      return;
    }
    setProblem(undefined);
    save.mutate({ params: { id: campaign.id }, body: { name: name.trim() } });
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('save_title')}
      size="small"
      footer={
        <>
          <AppButton onClick={onClose}>{save.isSuccess ? t('close') : t('cancel')}</AppButton>
          <AppButton
            kind="primary"
            type="submit"
            form={formId}
            loading={save.isPending}
            disabled={save.isSuccess}
            icon={save.isSuccess ? <IconCheck size={16} aria-hidden /> : null}
          >
            {save.isSuccess ? t('saved') : t('save')}
          </AppButton>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <p className="mb-4 text-ink-3">{t('save_text')}</p>
        <TextInput
          label={t('save_name')}
          value={name}
          error={problem}
          maxLength={TEXT_LIMITS.template_name_max}
          autoComplete="off"
          readOnly={save.isSuccess}
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
      </Form>
    </Dialog>
  );
}

interface SavingOptions {
  onProblem: (problem: string) => void;
  /** Called a while after the success. */
  onClose: () => void;
}

function useSaveTemplate({ onProblem, onClose }: SavingOptions) {
  const save = useMutation({
    ...mutationOptions(campaignsEndpoints.saveAsTemplate),
    onSuccess: () => {
      toast.success(t('saved'), { duration: toastMs });
    },
    onError: (error) => onProblem(errorMessage(error, t('save_failed'))),
  });
  useEffect(() => {
    if (!save.isSuccess) return;
    const timer = setTimeout(onClose, closeMs);
    return () => clearTimeout(timer);
  }, [save.isSuccess, onClose]);
  return save;
}
