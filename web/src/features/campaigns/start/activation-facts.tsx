import type { Campaign } from '@overture/contract/campaigns';
import { delayInHours, describeDelay } from '@overture/domain/flow/delays';
import { type Flow, firstNode, typesIn } from '@overture/domain/flow/flow';
import { nodeKind } from '@overture/domain/flow/step-types';
import { formatNumber } from '../../../lib/format.ts';
import { LeadZoneOffer, windowWords } from '../../campaign-settings/index.ts';
import { DataProblems } from '../../data-problems/index.ts';
import classes from '../campaigns.module.css';
import { t } from '../texts.ts';

/** How many leads, when, how many a day, and what comes first. */
export function ActivationFacts({ campaign, flow, isResume }: { campaign: Campaign; flow: Flow; isResume: boolean }) {
  const first = firstNode(flow);
  return (
    <>
      <dl className={`${classes.facts} grid grid-cols-[96px_1fr] gap-x-3 gap-y-1.5 mt-4 mx-0 mb-0 text-table`}>
        <dt>{t('summary_leads')}</dt>
        <dd>
          {campaign.total_prospects === 0
            ? t('summary_leads_none')
            : isResume
              ? formatNumber(campaign.total_prospects)
              : t('summary_leads_value', { count: formatNumber(campaign.total_prospects) })}
        </dd>
        <dt>{t('summary_window')}</dt>
        <dd>{windowWords(campaign.sending_window, campaign.timezone)}</dd>
        <dt>{t('summary_limit')}</dt>
        <dd>{limitWords(campaign, flow)}</dd>
        {first && !isResume ? (
          <>
            <dt>{t('summary_first')}</dt>
            <dd>{firstStepWords(nodeKind(first.type).label, delayInHours(first))}</dd>
          </>
        ) : null}
      </dl>
      <div className="mt-4">
        <LeadZoneOffer campaign={campaign} />
      </div>
      <div className={classes.missing}>
        <DataProblems campaignId={campaign.id} />
      </div>
      <div className={`${classes.next} mt-4 text-ink-3 text-table`}>
        <h3>{t('next_title')}</h3>
        <p>{isResume ? t('resume_text') : t('next_text')}</p>
      </div>
    </>
  );
}

/** 'At most' of each channel that the flow uses; the limits of the senders hold as well. */
function limitWords(campaign: Campaign, flow: Flow): string {
  const types = typesIn(flow);
  const parts = [
    types.has('EMAIL') ? t('summary_emails', { count: campaign.email_max_messages }) : null,
    types.has('LINKEDIN_INVITE') ? t('summary_invites', { count: campaign.linkedin_max_connections }) : null,
    types.has('LINKEDIN_MESSAGE') ? t('summary_messages', { count: campaign.linkedin_max_messages }) : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? t('summary_limit_none') : t('summary_a_day', { amounts: parts.join(', ') });
}

function firstStepWords(step: string, hours: number): string {
  return hours === 0
    ? t('summary_first_now', { step })
    : t('summary_first_later', { step, delay: describeDelay(hours) });
}
