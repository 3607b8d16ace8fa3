import type { ScheduledStep } from '@overture/contract/campaign-leads';
import { isWait, type NodeType } from '@overture/domain/flow/step-types';
import { needsPerson } from '@overture/domain/sending/waiting-rules';
import { formatDateTime } from '../../../lib/format.ts';
import { describeDone } from '../../node-kinds/index.ts';
import { t } from '../texts.ts';

/** 'Invited 12 May, 09:14', 'Not accepted by 11 June, 09:14'; what had nothing to do was only done. */
function doneLine(entry: Pick<ScheduledStep, 'note' | 'is_yes'>, type: NodeType, time: string): string {
  if (entry.note !== null) return t('completed_at', { time });
  return describeDone(type, entry.is_yes !== false, time);
}

type Waiting = Pick<ScheduledStep, 'scheduled_for' | 'waiting_for'>;

/** When the next action comes: nothing for what waits for a person, the last moment for an invite to be accepted. */
export function plannedTime({ scheduled_for, waiting_for }: Waiting, type: NodeType, timezone: string): string {
  if (scheduled_for === null || (waiting_for !== null && needsPerson(waiting_for.rule))) return '';
  const time = formatDateTime(scheduled_for, timezone);
  return isWait(type) && waiting_for?.rule === 'condition' ? t('at_latest', { time }) : time;
}

type Done = Pick<ScheduledStep, 'completed_at' | 'error' | 'note' | 'is_yes'>;

/** When, in words: what was done, what is planned, nothing yet, or never (`isOver`: the campaign is over for this lead). */
export function timeLine(entry: Waiting & Done, type: NodeType, timezone: string, isOver: boolean): string {
  if (entry.completed_at) return doneLine(entry, type, formatDateTime(entry.completed_at, timezone));
  if (entry.error !== null) return entry.scheduled_for ? formatDateTime(entry.scheduled_for, timezone) : '';
  const time = plannedTime(entry, type, timezone);
  if (time === '') return entry.waiting_for ? '' : t(isOver ? 'cancelled' : 'not_planned');
  return entry.waiting_for?.rule === 'condition' ? time : t('planned_for', { time });
}

/** Where a person can check whether an unconfirmed action was done. */
export function settleWords(type: NodeType): { title: string; text: string } {
  if (type === 'EMAIL') return { title: t('settle_title'), text: t('settle_text') };
  if (type === 'LINKEDIN_INVITE') return { title: t('settle_invite_title'), text: t('settle_invite_text') };
  if (type === 'LINKEDIN_MESSAGE' || type === 'INMAIL')
    return { title: t('settle_title'), text: t('settle_message_text') };
  return { title: t('settle_action_title'), text: t('settle_action_text') };
}
