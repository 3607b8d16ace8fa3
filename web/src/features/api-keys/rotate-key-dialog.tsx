import { Select } from '@mantine/core';
import { type ApiKey, apiKeysEndpoints } from '@overture/contract/api-keys';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { useStepUp } from '../security/index.ts';
import { LIFETIMES, type Lifetime, toDays } from './key-words.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { t } from './texts.ts';

const OVERLAPS = ['0', '1', '24', '72', '168'] as const;
type Overlap = (typeof OVERLAPS)[number];

/** Replaces a key by a new one with the same access, and says how long the old one works on. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [overlap, setOverlap] = useState<Overlap>('24');
  const [lifetime, setLifetime] = useState<Lifetime>('none');
  const [problem, setProblem] = useState<string | undefined>();
  const rotate = useMutation(mutationOptions(apiKeysEndpoints.rotateApiKey));
  const stepUp = useStepUp();
  function submit() {
    setProblem(undefined);
    const body = {
      overlap_in_hours: Number(overlap),
      expires_in_days: toDays(lifetime),
    };
    rotate.mutate(
      { params: { id: apiKey.id }, body },
      { onError: (error) => stepUp.ask(error, submit) || setProblem(errorMessage(error, t('rotate_failed'))) },
    );
  }
  if (rotate.data) return <NewKeyDialog secret={rotate.data.secret} onClose={onClose} />;
  return (
    <>
      <Dialog
        opened
        onClose={onClose}
        size="small"
        title={t('rotate_title', { name: apiKey.name })}
        footer={
          <>
            <AppButton onClick={onClose}>{t('cancel')}</AppButton>
            <AppButton kind="primary" loading={rotate.isPending} onClick={submit}>
              {t('rotate')}
            </AppButton>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <p className="m-0">{t('rotate_text')}</p>
          <Select
            label={t('overlap')}
            data={OVERLAPS.map((value) => ({ value, label: t(`overlap_${value}`) }))}
            value={overlap}
            allowDeselect={false}
            onChange={(value) => setOverlap((value ?? '24') as Overlap)}
          />
          <Select
            label={t('lifetime')}
            data={LIFETIMES.map((value) => ({ value, label: t(`lifetime_${value}`) }))}
            value={lifetime}
            allowDeselect={false}
            onChange={(value) => setLifetime((value ?? 'none') as Lifetime)}
          />
          <p role="alert" className="m-0 empty:hidden text-red text-table">
            {problem}
          </p>
        </div>
      </Dialog>
      {stepUp.dialog}
    </>
  );
}
