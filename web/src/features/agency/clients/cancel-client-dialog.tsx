import { Checkbox, TextInput } from '@mantine/core';
import { type AgencyClient, agencyEndpoints } from '@overture/contract/agency';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from '../texts.ts';

const SUCCESS_MS = 2000;

/** Asks for the client's name, then says for two seconds that it is done. */
export function CancelClientDialog({ client, onClose }: { client: AgencyClient; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [isSure, setSure] = useState(false);
  const cancel = useMutation({
    ...mutationOptions(agencyEndpoints.cancelClient),
    onError: (error) => toast.error(errorMessage(error, t('cancel_failed'))),
  });
  const { isSuccess } = cancel;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(onClose, SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, onClose]);
  const title = t('cancel_title', { name: client.name });
  if (isSuccess) return <Cancelled title={title} onClose={onClose} />;
  return (
    <Dialog
      opened
      onClose={onClose}
      size="small"
      title={title}
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton
            kind="danger"
            disabled={typed !== client.name || !isSure}
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ params: { id: client.id } })}
          >
            {t('cancel_subscription')}
          </AppButton>
        </>
      }
    >
      <div className="grid gap-3">
        <p className="text-ink-2">{t('cancel_text')}</p>
        <TextInput
          label={t('cancel_typed', { name: client.name })}
          value={typed}
          autoComplete="off"
          data-autofocus
          error={client.name.startsWith(typed) ? undefined : t('cancel_mismatch')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Checkbox
          label={t('cancel_sure')}
          checked={isSure}
          onChange={(event) => setSure(event.currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}

function Cancelled({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} size="small" title={title}>
      <div role="status" className="grid justify-items-center gap-2 py-4 text-center">
        <IconCircleCheck size={36} aria-hidden className="text-green" />
        <p className="font-semibold">{t('cancel_done')}</p>
      </div>
    </Dialog>
  );
}
