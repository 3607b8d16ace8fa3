import { agencySharingEndpoints, type SharedItem } from '@overture/contract/agency-sharing';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { FieldGroup } from '../../../ui/forms/field-group.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { OptionCard } from '../../../ui/inputs/option-card.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

const WITH = ['none', 'all', 'some'] as const;
type With = (typeof WITH)[number];

interface ShareDialogProps {
  item: SharedItem;
  clients: readonly { id: number; name: string }[];
  onClose: () => void;
}

/** With whom a research task or a snippet is shared. */
export function ShareDialog({ item, clients, onClose }: ShareDialogProps) {
  const [who, setWho] = useState<With>(item.for_all ? 'all' : item.client_ids.length > 0 ? 'some' : 'none');
  const [chosen, setChosen] = useState<readonly number[]>(item.client_ids);
  const save = useMutation({
    ...mutationOptions(agencySharingEndpoints.setAgencyShare),
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('share_saved'));
      onClose();
    },
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
  const client_ids = who === 'some' ? [...chosen] : [];
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('share_named', { name: item.name })}
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton
            kind="primary"
            loading={save.isPending}
            disabled={who === 'some' && chosen.length === 0}
            onClick={() => save.mutate({ body: { kind: item.kind, id: item.id, for_all: who === 'all', client_ids } })}
          >
            {t('save')}
          </AppButton>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">{t('share_text')}</p>
        <FieldGroup legend={t('share_with')}>
          <div className="grid gap-2">
            {WITH.map((option) => (
              <OptionCard
                key={option}
                kind="radio"
                name="share-with"
                label={t(`with_${option}`)}
                checked={who === option}
                disabled={option === 'some' && clients.length === 0}
                onChange={() => setWho(option)}
              />
            ))}
          </div>
        </FieldGroup>
        {who === 'some' ? <ClientChoice clients={clients} chosen={chosen} onChange={setChosen} /> : null}
      </div>
    </Dialog>
  );
}

interface ClientChoiceProps {
  clients: ShareDialogProps['clients'];
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
}

function ClientChoice({ clients, chosen, onChange }: ClientChoiceProps) {
  const toggle = (id: number) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <FieldGroup legend={t('clients')}>
      <div className="grid gap-2">
        {clients.map(({ id, name }) => (
          <OptionCard key={id} kind="checkbox" label={name} checked={chosen.includes(id)} onChange={() => toggle(id)} />
        ))}
      </div>
    </FieldGroup>
  );
}
