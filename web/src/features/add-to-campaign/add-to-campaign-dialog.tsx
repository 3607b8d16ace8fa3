import { campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import type { TableFilter } from '@overture/domain/filters';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, refetch } from '../../lib/api-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { useGo } from '../../lib/navigation.tsx';
import { pb } from '../../lib/paths.ts';
import { AppButton } from '../../ui/app-button.tsx';
import { Dialog } from '../../ui/overlay.tsx';
import { toast } from '../../ui/toast.tsx';
import classes from './add-to-campaign.module.css';
import { AddingCounts } from './adding-counts.tsx';
import { AddingNeeds } from './adding-needs.tsx';
import { AddingOptions, type AddingOptionsValue } from './adding-options.tsx';
import { AddingProgress } from './adding-progress.tsx';
import { CampaignPicker } from './campaign-picker.tsx';
import { t } from './texts.ts';
import { useAddingCounts } from './use-adding-counts.ts';

/** Which leads are meant, as the calls take it: ids, or an amount of the table with its filters and sort. */
export interface LeadSelection {
  prospect_ids?: number[];
  amount?: number;
  filters?: TableFilter[] | undefined;
  sort_field?: string | undefined;
  sort_direction?: string | undefined;
}

/** Where the leads are taken from: a list, or another campaign. */
export interface LeadSource {
  kind: 'search' | 'campaign';
  id: number;
}

interface AddToCampaignDialogProps {
  source: LeadSource;
  leads: LeadSelection;
  count: number;
  onClose: () => void;
}

/** The toast can be read before the screen changes (leads 4). */
const leaveAfter = 1000;

/** Puts selected leads of a list or of another campaign into a campaign: chosen or made here, with the counts of who would come in. */
export function AddToCampaignDialog({ source, leads, count, onClose }: AddToCampaignDialogProps) {
  const client = useQueryClient();
  const go = useGo();
  const [campaign, setCampaign] = useState<number | undefined>();
  const [options, setOptions] = useState<AddingOptionsValue>({
    // Leads of a campaign are in a campaign: without this none of them would come in.
    allow_duplicates: source.kind === 'campaign',
    prospects_per_company: null,
  });
  const { check, costs, missing } = useAddingCounts(source, leads, campaign, options);
  const add = useMutation({
    mutationFn: (target: number) =>
      call(campaignLeadsEndpoints.addToCampaign, {
        params: { id: source.id },
        body: { ...leads, ...options, campaign: target, search_or_campaign: source.kind },
      }),
    onSuccess: (_, target) => {
      toast.success(t('added'));
      void refetch(client, campaignsEndpoints.listCampaigns);
      setTimeout(() => {
        onClose();
        go(pb.campaign(target));
      }, leaveAfter);
    },
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
  const isReady = check.data !== undefined && !check.isPlaceholderData && check.data.will_be_added > 0;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('title', { count, shown: formatNumber(count) })}
      footer={
        <>
          <AppButton disabled={add.isSuccess} onClick={onClose}>
            {t('cancel')}
          </AppButton>
          {campaign === undefined ? null : (
            <AppButton
              kind="primary"
              disabled={!isReady && !check.isError}
              loading={add.isPending || add.isSuccess}
              onClick={() => add.mutate(campaign)}
            >
              {t('submit')}
            </AppButton>
          )}
        </>
      }
    >
      <div className={classes.body}>
        <CampaignPicker
          chosen={campaign}
          onChoose={setCampaign}
          hiddenId={source.kind === 'campaign' ? source.id : undefined}
        />
        {campaign === undefined ? null : (
          <>
            <AddingOptions value={options} onChange={setOptions} />
            <AddingCounts
              counts={check.data}
              isStale={check.isPlaceholderData}
              problem={check.isError ? errorMessage(check.error, t('count_failed')) : undefined}
            />
            <AddingNeeds costs={costs} missing={missing} />
            {add.isPending ? <AddingProgress campaign={campaign} count={count} /> : null}
          </>
        )}
      </div>
    </Dialog>
  );
}
