import type { CampaignLead, NextAction } from '@overture/contract/campaign-leads';
import { needsPerson } from '@overture/domain/sending/waiting-rules';
import { nodeKindLabel } from '../../../lib/labels/campaign/node-kind.ts';
import { sayText } from '../../../lib/language/said.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { leadName } from '../../leads/index.ts';
import { StepGlyph } from '../../node-kinds/index.ts';
import classes from '../campaign-leads.module.css';
import { t } from '../texts.ts';
import { plannedTime } from './action-words.ts';
import { useLeadDecisions } from './use-lead-decisions.ts';

/** Node type of an action. */
export function findNodeType(action: Pick<NextAction, 'step' | 'condition'>) {
  return action.step?.step_type ?? action.condition?.condition_type;
}

interface NextActionProps {
  lead: CampaignLead;
  campaignId: number;
  timezone: string;
  onOpen: () => void;
}

/** What comes next for a lead, when (in the campaign's zone), and what holds it until then. */
export function NextActionCell({ lead, campaignId, timezone, onOpen }: NextActionProps) {
  const action = lead.next_action;
  if (action === null) {
    return lead.error ? (
      <span className="text-red truncate" title={lead.error}>
        {t('ended_error', { error: lead.error })}
      </span>
    ) : (
      <span className={classes.nothing}>{t('nothing_next')}</span>
    );
  }
  const type = findNodeType(action);
  const { rule } = action.waiting_for;
  const when = type ? plannedTime(action, type, timezone) : '';
  return (
    <span className="flex items-center gap-2.5 min-w-0">
      {type ? <StepGlyph type={type} byChannel size={24} /> : null}
      <span className="flex flex-col min-w-0 leading-[1.3] flex-1">
        <span className="truncate">
          {type && nodeKindLabel(type)}
          {when && action.scheduled_for ? (
            <time dateTime={action.scheduled_for} className="ms-1.5 text-ink-2 number">
              {when}
            </time>
          ) : null}
        </span>
        <span
          className={`${classes.waiting} text-ink-3 text-meta data-person:text-amber truncate`}
          data-person={needsPerson(rule) || undefined}
        >
          {sayText(action.waiting_for)}
        </span>
      </span>
      <NextActionButton lead={lead} campaignId={campaignId} rule={rule} onOpen={onOpen} />
    </span>
  );
}

function NextActionButton({
  lead,
  campaignId,
  rule,
  onOpen,
}: Pick<NextActionProps, 'lead' | 'campaignId' | 'onOpen'> & { rule: string }) {
  const { completeCall } = useLeadDecisions(campaignId, lead.id);
  if (rule === 'manual_call') {
    return (
      <AppButton
        size="small"
        aria-label={t('call_done_named', { name: leadName(lead) })}
        loading={completeCall.isPending}
        onClick={() => completeCall.mutate()}
      >
        {t('call_done')}
      </AppButton>
    );
  }
  if (rule !== 'unconfirmed') return null;
  return (
    <AppButton size="small" onClick={onOpen}>
      {t('decide')}
    </AppButton>
  );
}

/** The same in one line, for narrow screens. */
export function nextActionLine(lead: CampaignLead, timezone: string): string {
  const action = lead.next_action;
  if (action === null) return lead.error ? t('ended_error', { error: lead.error }) : (lead.company.name ?? '');
  const type = findNodeType(action);
  const when = type ? plannedTime(action, type, timezone) : '';
  return [type && nodeKindLabel(type), when || sayText(action.waiting_for)].filter(Boolean).join(' · ');
}
