import { Checkbox, SegmentedControl, Select } from '@mantine/core';
import type { CampaignLead } from '@overture/contract/campaign-leads';
import type { Campaign, Step } from '@overture/contract/campaigns';
import type { Variant } from '@overture/domain/flow/ab-variant';
import { stepKind } from '@overture/domain/flow/step-types';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { KeyHint } from '../../../ui/display/key-hint.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import { leadName } from '../../leads/index.ts';
import type { StepDraft } from '../step-draft.ts';
import { SendTestButton } from '../test-mail/send-test-button.tsx';
import { t } from '../texts.ts';
import { PreviewMessage, type PreviewView, type ShownFacts } from './preview-message.tsx';
import { type LeadWalk, useLeadWalk, useWalkKeys } from './use-lead-walk.ts';

interface PreviewProps {
  campaign: Pick<Campaign, 'id' | 'email_account_id' | 'plain_text_only'>;
  step: Step;
  draft: StepDraft;
  variant: Variant;
  /** Told whose message is looked at; null for the example lead. */
  onLead?: (lead: CampaignLead | null) => void;
  /** Receives what the preview knows of the lead. */
  onShown?: (shown: ShownFacts) => void;
}

function formatName(lead: CampaignLead): string {
  return [leadName(lead), lead.company.name].filter(Boolean).join(' · ');
}

/** What is sent without formatting, as the server says with the message. */
function usePlain(isAll: boolean, onShown: PreviewProps['onShown']) {
  const [isPlain, setPlain] = useState(false);
  const report = useCallback(
    (facts: ShownFacts) => {
      setPlain(facts.isPlain);
      onShown?.(facts);
    },
    [onShown],
  );
  const plain: ViewChoiceProps['plain'] = isAll ? 'all' : isPlain ? 'first' : undefined;
  return { plain, report };
}

/** The message as one lead will get it, a moment after the last key, and from there lead by lead. */
export function Preview({ campaign, step, draft, variant, onLead, onShown }: PreviewProps) {
  const walk = useLeadWalk(campaign.id, step.id);
  const place = useRef<HTMLElement>(null);
  const [view, setView] = useState<PreviewView>('desktop');
  useWalkKeys(place, walk.go);
  const { lead } = walk;
  useEffect(() => onLead?.(lead ?? null), [lead, onLead]);
  const isMail = stepKind(step.step_type).channel === 'email';
  const shown = { campaign, step, draft, variant };
  const { plain, report } = usePlain(campaign.plain_text_only, onShown);
  const message = {
    ...{ campaignId: campaign.id, step, draft, variant, onShown: report },
    view: plain ? ('plain' as const) : view,
  };
  return (
    <section ref={place} className="flex flex-col gap-3" aria-label={t('preview')} data-tour="preview">
      {walk.hasNoLeads ? (
        <>
          <div className="flex items-start justify-between gap-3">
            <p className="text-ink-3 text-meta">
              {t('preview_example')} {isMail ? t('preview_example_test') : null}
            </p>
            {isMail ? (
              <span className="flex-none">
                <SendTestButton {...shown} lead={null} />
              </span>
            ) : null}
          </div>
          {isMail ? <ViewChoice value={view} plain={plain} onChange={setView} /> : null}
          <PreviewMessage {...message} lead={null} />
        </>
      ) : (
        <>
          <div className="flex flex-wrap items-end gap-2">
            <LeadChoice walk={walk} />
            {isMail ? <SendTestButton {...shown} lead={lead ?? null} /> : null}
          </div>
          <WalkBar walk={walk} />
          {isMail ? <ViewChoice value={view} plain={plain} onChange={setView} /> : null}
          {lead ? (
            <PreviewMessage {...message} lead={lead} />
          ) : walk.isPending ? (
            <Skeleton height={160} radius={8} />
          ) : (
            <p className="p-4 text-ink-3 text-table">
              {walk.onlyProblems ? t('preview_no_problems') : t('preview_pick')}
            </p>
          )}
        </>
      )}
    </section>
  );
}

function LeadChoice({ walk }: { walk: LeadWalk }) {
  const { lead, options } = walk;
  const leads = lead && !options.some(({ id }) => id === lead.id) ? [lead, ...options] : options;
  return (
    <Select
      className="flex-[1_1_200px] min-w-0"
      label={t('preview_lead')}
      placeholder={t('preview_lead_placeholder')}
      data={leads.map((item) => ({ value: String(item.id), label: formatName(item) }))}
      value={lead ? String(lead.id) : null}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('preview_none')}
      filter={({ options: all }) => all}
      onSearchChange={(text) => walk.search(lead && text === formatName(lead) ? '' : text)}
      onChange={(id) => {
        const chosen = leads.find((item) => String(item.id) === id);
        if (chosen) walk.pick(chosen);
      }}
    />
  );
}

/** From lead to lead, by buttons or by J and K. */
function WalkBar({ walk }: { walk: LeadWalk }) {
  const { position, total = 0 } = walk;
  return (
    <div className="flex flex-wrap items-center gap-2 text-table">
      <IconButton label={t('preview_previous')} disabled={position === 1 || total === 0} onClick={() => walk.go(-1)}>
        <IconChevronLeft size={17} aria-hidden />
      </IconButton>
      <IconButton label={t('preview_next')} disabled={position === total || total === 0} onClick={() => walk.go(1)}>
        <IconChevronRight size={17} aria-hidden />
      </IconButton>
      <span className="text-ink-3 number" role="status">
        {position === null
          ? null
          : t('preview_place', { position: formatNumber(position), total: formatNumber(total) })}
      </span>
      <span className="max-sm:hidden">
        <KeyHint keys={['J', 'K']} />
      </span>
      <Checkbox
        className="ms-auto"
        size="xs"
        label={t('preview_only_problems')}
        checked={walk.onlyProblems}
        onChange={(event) => walk.setOnlyProblems(event.currentTarget.checked)}
      />
    </div>
  );
}

const VIEWS = ['desktop', 'phone', 'plain'] as const;

interface ViewChoiceProps {
  value: PreviewView;
  /** What is sent without formatting: all emails of the campaign, or its first one. */
  plain: 'all' | 'first' | undefined;
  onChange: (view: PreviewView) => void;
}

function ViewChoice({ value, plain, onChange }: ViewChoiceProps) {
  if (plain)
    return <p className="text-ink-3 text-meta">{t(plain === 'all' ? 'preview_plain_only' : 'preview_plain_first')}</p>;
  return (
    <SegmentedControl
      aria-label={t('preview_view')}
      size="xs"
      value={value}
      onChange={(next) => onChange(next as PreviewView)}
      data={VIEWS.map((view) => ({ value: view, label: t(`preview_${view}`) }))}
    />
  );
}
