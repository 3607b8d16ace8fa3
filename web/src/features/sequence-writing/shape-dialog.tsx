import { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import { type Campaign, campaignsEndpoints } from '@overture/contract/campaigns';
import { SEQUENCE_SHAPES, type SequenceShape } from '@overture/domain/campaign/sequence-limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, refetch } from '../../lib/api/api-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { OptionCard } from '../../ui/inputs/option-card.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { showCampaign } from '../flow-canvas/index.ts';
import { t } from './texts.ts';

const SHAPES = Object.keys(SEQUENCE_SHAPES) as SequenceShape[];

interface ShapeDialogProps {
  campaign: Campaign;
  onShaped: () => void;
  onClose: () => void;
}

/** An empty flow gets its steps first. Their days can be changed in the flow, and they have no texts yet. */
export function ShapeDialog({ campaign, onShaped, onClose }: ShapeDialogProps) {
  const [shape, setShape] = useState<SequenceShape>('emails');
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () => addSteps(campaign, shape),
    onSuccess: (created) => {
      showCampaign(client, created);
      onShaped();
    },
    onError: (error) => {
      toast.error(errorMessage(error, t('shape_failed')));
      // What was added before is in the flow.
      void refetch(client, campaignsEndpoints.getCampaign);
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      size="large"
      title={t('title')}
      footer={
        <AppButton kind="primary" loading={create.isPending} onClick={() => create.mutate()}>
          {t('shape_create')}
        </AppButton>
      }
    >
      <p className="mt-0 mb-3 text-ink-2">{t('shape_text')}</p>
      <fieldset className="flex flex-col gap-2 m-0 p-0 border-0 min-w-0">
        <legend className="visually-hidden">{t('shape_label')}</legend>
        {SHAPES.map((name) => (
          <OptionCard
            key={name}
            kind="radio"
            name="sequence-shape"
            label={t(`shape_${name}`)}
            note={t('shape_days', { days: SEQUENCE_SHAPES[name].map(({ day }) => day).join(', ') })}
            checked={shape === name}
            disabled={create.isPending}
            onChange={() => setShape(name)}
          />
        ))}
      </fieldset>
    </Dialog>
  );
}

const HOURS_A_DAY = 24;

/** One after the other: each is added below the one before, with the days between the two. */
async function addSteps({ id }: Campaign, shape: SequenceShape): Promise<Campaign> {
  let parent: number | null = null;
  let last: { campaign: Campaign } | null = null;
  let before = 0;
  for (const { type, day } of SEQUENCE_SHAPES[shape]) {
    const body = { step: type, parent, child: null };
    const added: Awaited<ReturnType<typeof addStep>> = await addStep(id, body);
    const stepId = added.new_step.id;
    const delay_in_hours = (day - before) * HOURS_A_DAY;
    last = await call(campaignStepsEndpoints.setDelay, { params: { id, stepId }, body: { delay_in_hours } });
    [parent, before] = [stepId, day];
  }
  if (last === null) throw new Error('a shape without steps');
  return last.campaign;
}

const addStep = (id: number, body: { step: 'EMAIL' | 'LINKEDIN_INVITE'; parent: number | null; child: null }) =>
  call(campaignStepsEndpoints.addStep, { params: { id }, body });
