import type { Campaign } from '@overture/contract/campaigns';
import { delayInHours } from '@overture/domain/flow/delays';
import { type Flow, type FlowNode, firstNode, typesIn } from '@overture/domain/flow/flow';
import { nextWindowOpening, parseHours } from '@overture/domain/sending/sending-window';
import { addDelay, getWorkingDays } from '@overture/domain/sending/working-days';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { formatDateTime, formatNumber } from '../../../lib/format.ts';
import { nodeKindLabel } from '../../../lib/labels/campaign/node-kind.ts';
import { useSenderSum } from '../../campaign-senders/index.ts';
import { hoursWords, isUnusual, LeadZoneOffer } from '../../campaign-settings/index.ts';
import { DataProblems } from '../../data-problems/index.ts';
import classes from '../campaigns.module.css';
import { t } from './texts.ts';

interface ActivationFactsProps {
  campaign: Campaign;
  flow: Flow;
  isResume: boolean;
  /** The mailboxes that are chosen. */
  mailboxes: readonly number[];
}

/** How many leads, when, how many a day, and what comes first. */
export function ActivationFacts({ campaign, flow, isResume, mailboxes }: ActivationFactsProps) {
  const first = firstNode(flow);
  const emails = useSenderSum('email', mailboxes, campaign.email_max_messages, campaign.max_emails_per_day_total);
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
        <dd>
          {hoursWords(campaign)}
          {isUnusual(campaign) ? <span className="block text-amber">{t('summary_unusual')}</span> : null}
        </dd>
        <dt>{t('summary_limit')}</dt>
        <dd>{limitWords(campaign, flow, emails)}</dd>
        {first && !isResume ? (
          <>
            <dt>{t('summary_first')}</dt>
            <dd>{firstStepWords(campaign, first)}</dd>
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

/** 'At most' of each channel that the flow uses: of emails what the chosen mailboxes send together, today and once they have grown. */
function limitWords(campaign: Campaign, flow: Flow, sum: { today: number; later: number }): string {
  const types = typesIn(flow);
  const { today, later } = sum;
  const parts = [
    types.has('EMAIL') && today < later ? t('summary_growing', { today, later }) : null,
    types.has('EMAIL') && today >= later ? t('summary_emails', { count: later }) : null,
    types.has('LINKEDIN_INVITE') ? t('summary_invites', { count: campaign.linkedin_max_connections }) : null,
    types.has('LINKEDIN_MESSAGE') ? t('summary_messages', { count: campaign.linkedin_max_messages }) : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? t('summary_limit_none') : t('summary_a_day', { amounts: parts.join(', ') });
}

/** The first step with its earliest time: after its delay, within the sending hours. */
function firstStepWords(campaign: Campaign, first: FlowNode): string {
  const due = addDelay(serverNow(), delayInHours(first), getWorkingDays(campaign));
  const at = nextWindowOpening(due, parseHours(campaign), campaign.timezone);
  const step = nodeKindLabel(first.type);
  if (at.getTime() - serverNow().getTime() < 60_000) return t('summary_first_now', { step });
  return t('summary_first_at', { step, time: formatDateTime(at, campaign.timezone) });
}
