import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type CampaignLead, campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import type { Variant } from '@overture/domain/message/ab-variant';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, queryOptions } from '../../lib/api-client.ts';
import { Skeleton } from '../../ui/spinner.tsx';
import classes from './message-editor.module.css';
import { MessageFrame } from './message-frame.tsx';
import { missingNames } from './missing-names.ts';
import { bodyOfDraft, findDraftProblem, type StepDraft } from './step-draft.ts';
import { t } from './texts.ts';

interface PreviewProps {
  campaignId: number;
  stepId: number;
  draft: StepDraft;
  variant: Variant;
}

function nameOf(lead: CampaignLead): string {
  const name = `${lead.first_name} ${lead.last_name}`.trim() || (lead.email ?? `#${lead.id}`);
  return lead.company.name ? `${name} · ${lead.company.name}` : name;
}

/** The message as one lead will get it, a moment after the last key (campaigns 4: a preview needs a lead). */
export function Preview({ campaignId, stepId, draft, variant }: PreviewProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search, 300);
  const leads = useLeads(campaignId, wanted);
  const options = leads.data?.prospects ?? [];
  const [known, setKnown] = useState<readonly CampaignLead[]>([]);
  const fresh = options.filter(({ id }) => !known.some((lead) => lead.id === id));
  if (fresh.length > 0) setKnown([...known, ...fresh]);
  const lead = known.find(({ id }) => id === (chosen ?? known[0]?.id));
  const hasNone = leads.data?.total_prospects === 0 && wanted === '' && known.length === 0;
  return (
    <section className={classes.preview} aria-label={t('preview')}>
      {hasNone ? (
        <p className={classes.previewNote}>{t('preview_no_leads')}</p>
      ) : (
        <>
          <Select
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
          {lead ? (
            <PreviewMail campaignId={campaignId} stepId={stepId} draft={draft} variant={variant} lead={lead} />
          ) : leads.isPending ? (
            <Skeleton height={160} radius={8} />
          ) : (
            <p className={classes.previewNote}>{t('preview_pick')}</p>
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

function PreviewMail({ campaignId, stepId, draft, variant, lead }: PreviewProps & { lead: CampaignLead }) {
  const [settled] = useDebouncedValue(draft, 350);
  const body = { ...bodyOfDraft(settled), prospect_id: lead.id, variant: settled.is_ab ? variant : ('a' as const) };
  const isTooLong = findDraftProblem(settled) !== null;
  const query = useQuery({
    ...queryOptions(campaignStepsEndpoints.previewStep, { params: { id: campaignId, stepId }, body }),
    enabled: !isTooLong,
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  });
  const shown = query.data;
  if (query.isError) return <p className={classes.problem}>{errorMessage(query.error, t('preview_failed'))}</p>;
  if (shown === undefined) return isTooLong ? null : <Skeleton height={200} radius={8} />;
  return (
    <>
      <Notes missing={shown.missing} usedFallback={shown.used_fallback} />
      <article className={classes.mail} data-stale={query.isPlaceholderData || undefined}>
        <header className={classes.mailHead}>
          <p className={classes.mailSubject}>{shown.subject_line || t('preview_no_subject')}</p>
          <p className={classes.mailTo}>
            {t('to')} {lead.email ?? t('no_email')}
          </p>
        </header>
        {shown.message.trim() === '' ? (
          <p className={classes.previewNote}>{t('preview_empty')}</p>
        ) : (
          <MessageFrame html={shown.html} label={t('preview_frame')} />
        )}
      </article>
    </>
  );
}

function Notes({ missing, usedFallback }: { missing: readonly string[]; usedFallback: boolean }) {
  if (usedFallback) {
    return (
      <p className={classes.note} data-tone="blue" role="status">
        <IconInfoCircle size={16} aria-hidden />
        {t('preview_fallback')}
      </p>
    );
  }
  if (missing.length === 0) return null;
  return (
    <p className={classes.note} data-tone="amber" role="status">
      <IconAlertTriangle size={16} aria-hidden />
      {t('preview_missing', { names: missingNames(missing) })}
    </p>
  );
}
