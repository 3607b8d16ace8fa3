import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type CampaignLead, campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import type { Campaign, Step } from '@overture/contract/campaigns';
import type { Variant } from '@overture/domain/flow/ab-variant';
import { stepKind } from '@overture/domain/flow/step-types';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { leadName } from '../../leads/index.ts';
import type { StepDraft } from '../step-draft.ts';
import { SendTestButton } from '../test-mail/send-test-button.tsx';
import { t } from '../texts.ts';
import { PreviewMessage } from './preview-message.tsx';

interface PreviewProps {
  campaign: Pick<Campaign, 'id' | 'email_account_id'>;
  step: Step;
  draft: StepDraft;
  variant: Variant;
  /** Told whose message is looked at; null for the example lead. */
  onLead?: (lead: CampaignLead | null) => void;
}

function nameOf(lead: CampaignLead): string {
  return [leadName(lead), lead.company.name].filter(Boolean).join(' · ');
}

/** The message as one lead will get it, a moment after the last key (a preview needs a lead). */
export function Preview({ campaign, step, draft, variant, onLead }: PreviewProps) {
  const campaignId = campaign.id;
  const [chosen, setChosen] = useState<number | null>(null);
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search, 300);
  const leads = useLeads(campaignId, wanted);
  const options = leads.data?.prospects ?? [];
  const [known, setKnown] = useState<readonly CampaignLead[]>([]);
  const fresh = options.filter(({ id }) => !known.some((lead) => lead.id === id));
  if (fresh.length > 0) setKnown([...known, ...fresh]);
  const lead = known.find(({ id }) => id === (chosen ?? known[0]?.id));
  useEffect(() => onLead?.(lead ?? null), [lead, onLead]);
  const isMail = stepKind(step.step_type).channel === 'email';
  const shown = { campaign, step, draft, variant };
  const hasNone = leads.data?.total_prospects === 0 && wanted === '' && known.length === 0;
  return (
    <section className="flex flex-col gap-3" aria-label={t('preview')} data-tour="preview">
      {hasNone ? (
        <>
          <div className="flex items-start justify-between gap-3">
            <p className="text-ink-3 text-meta">
              {t('preview_example')} {isMail ? t('preview_example_test') : null}
            </p>
            {isMail ? <SendTestButton {...shown} lead={null} /> : null}
          </div>
          <PreviewMessage campaignId={campaignId} step={step} draft={draft} variant={variant} lead={null} />
        </>
      ) : (
        <>
          <div className="flex flex-wrap items-end gap-2">
            <Select
              className="flex-[1_1_200px] min-w-0"
              label={t('preview_lead')}
              placeholder={t('preview_lead_placeholder')}
              data={(options.length > 0 || wanted ? options : known).map((item) => ({
                value: String(item.id),
                label: nameOf(item),
              }))}
              value={lead ? String(lead.id) : null}
              searchable
              allowDeselect={false}
              nothingFoundMessage={t('preview_none')}
              filter={({ options: all }) => all}
              onSearchChange={(text) => setSearch(lead && text === nameOf(lead) ? '' : text)}
              onChange={(id) => setChosen(id === null ? null : Number(id))}
            />
            {isMail ? <SendTestButton {...shown} lead={lead ?? null} /> : null}
          </div>
          {lead ? (
            <PreviewMessage campaignId={campaignId} step={step} draft={draft} variant={variant} lead={lead} />
          ) : leads.isPending ? (
            <Skeleton height={160} radius={8} />
          ) : (
            <p className="p-4 text-ink-3 text-table">{t('preview_pick')}</p>
          )}
        </>
      )}
    </section>
  );
}

function useLeads(campaignId: number, search: string) {
  const filters = search.trim() === '' ? undefined : [{ column: 'name', operation: 'contains', value: search.trim() }];
  return useQuery({
    ...queryOptions(campaignLeadsEndpoints.listCampaignLeads, {
      params: { id: campaignId },
      query: { page: 1, filters },
    }),
    placeholderData: keepPreviousData,
  });
}
