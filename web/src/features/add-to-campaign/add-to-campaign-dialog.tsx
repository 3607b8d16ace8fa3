import { campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, errorMessage } from '../../lib/api/api-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { AddingCounts } from './adding-counts.tsx';
import { AddingNeeds } from './adding-needs.tsx';
import { AddingOptions, type AddingOptionsValue } from './adding-options.tsx';
import { AddingProgress } from './adding-progress.tsx';
import { CampaignPicker } from './campaign-picker.tsx';
import { t } from './texts.ts';
import { type LeadSelection, type LeadSource, useAddingCounts } from './use-adding-counts.ts';

interface AddToCampaignDialogProps {
  source: LeadSource;
  leads: LeadSelection;
  count: number;
  onClose: () => void;
}

/** The toast can be read before the screen changes. */
const leaveAfter = 1000;

/** Puts selected leads of a list or of another campaign into a campaign: chosen or made here, with the counts of who would come in. */
export function AddToCampaignDialog({ source, leads, count, onClose }: AddToCampaignDialogProps) {
  const [chosen, setChosen] = useState<number | undefined>();
  const [options, setOptions] = useState(() => defaultOptions(source));
  const leaveFor = useLeaving(onClose);
  const add = useAddLeads(source, { ...leads, ...options });
  const isAdding = add.isPending || add.isSuccess;
  // A draft may be ready, and chosen, after the adding to another campaign has begun.
  const campaign = isAdding ? add.variables.campaign : chosen;
  const { check, costs, missing, agreement } = useAddingCounts(source, leads, campaign, options);
  const isReady = check.data !== undefined && !check.isPlaceholderData && check.data.will_be_added > 0;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('title', { count, shown: formatNumber(count) })}
      footer={
        <>
          <AppButton onClick={onClose}>{t(isAdding ? 'close' : 'cancel')}</AppButton>
          {campaign === undefined ? null : (
            <AppButton
              kind="primary"
              disabled={!isReady && !check.isError}
              loading={isAdding}
              // Given here, it is left out where the dialog was closed: the person is elsewhere by then.
              onClick={() =>
                add.mutate(
                  { campaign, lookup_credits: agreement.lookup_credits },
                  { onSuccess: () => leaveFor(campaign) },
                )
              }
            >
              {t('submit')}
            </AppButton>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <CampaignPicker
          chosen={campaign}
          onChoose={setChosen}
          disabled={isAdding}
          hiddenId={source.kind === 'campaign' ? source.id : undefined}
        />
        {campaign === undefined ? null : (
          <>
            <AddingOptions value={options} onChange={setOptions} disabled={isAdding} counts={check.data} />
            <AddingCounts
              counts={check.data}
              isStale={check.isPlaceholderData}
              problem={check.isError ? errorMessage(check.error, t('count_failed')) : undefined}
            />
            <AddingNeeds costs={costs} missing={missing} agreement={agreement} />
            {add.isPending ? <AddingProgress campaign={campaign} count={count} /> : null}
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Leads of a campaign are in a campaign: without duplicates none of them would come in. */
const defaultOptions = ({ kind }: LeadSource): AddingOptionsValue => ({
  allow_duplicates: kind === 'campaign',
  allow_locked: false,
  allow_contacted: false,
  prospects_per_company: null,
});

/** Puts the leads into the campaign that is named. */
function useAddLeads(source: LeadSource, body: LeadSelection & AddingOptionsValue) {
  return useMutation({
    mutationFn: (target: { campaign: number; lookup_credits: number }) =>
      call(campaignLeadsEndpoints.addToCampaign, {
        params: { id: source.id },
        body: { ...body, ...target, search_or_campaign: source.kind },
      }),
    onSuccess: () => {
      toast.success(t('added'));
    },
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
}

/** Closes the dialog and goes to the campaign in a moment, unless the dialog is gone by then. */
function useLeaving(onClose: () => void) {
  const go = useGo();
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);
  return (target: number) => {
    leaving.current = setTimeout(() => {
      onClose();
      go(pb.campaign(target));
    }, leaveAfter);
  };
}
