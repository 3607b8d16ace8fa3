import type { Activity } from '@overture/contract/analytics';
import { type NodeType, nodeKind } from '@overture/domain/flow/step-types';
import { formatDateTime } from '../../lib/format.ts';
import { nodeKindLabel } from '../../lib/labels/campaign/node-kind.ts';
import { sayCallNotes } from '../../lib/labels/inbox/call-outcome.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { ChannelGlyph } from '../../ui/display/channel-glyph.tsx';
import { DateText } from '../../ui/display/date-text.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { leadName, PersonCell } from '../leads/index.ts';
import { t } from './texts.ts';

type Node = Pick<Activity, 'step' | 'condition'>;

export function formatName({ prospect }: Pick<Activity, 'prospect'>): string {
  return leadName(prospect);
}

const typeOf = (node: Node): NodeType => node.step?.step_type ?? node.condition?.condition_type ?? 'EMAIL';

/** The action in words, with the branch of a condition or that it failed. */
function actionWords(activity: Activity): string {
  const label = nodeKindLabel(typeOf(activity));
  if (activity.error) return `${label}: ${t('failed')}`;
  if (activity.bounce_reason !== null) return `${label}: ${t('bounced')}`;
  return activity.branch ? `${label}: ${t(activity.branch)}` : label;
}

/** What comes next, in words. */
function nextWords(activity: Activity): string {
  return activity.next_action ? nodeKindLabel(typeOf(activity.next_action)) : '';
}

/** Glyph, words and time of what was done; the reason on hover where it failed. */
export function ActionCell({ activity }: { activity: Activity }) {
  const { channel } = nodeKind(typeOf(activity));
  const reason = activity.error ?? activity.bounce_reason;
  return (
    <span
      className="inline-flex items-center gap-2 min-w-0 data-failed:text-red"
      data-failed={reason !== null || undefined}
      title={reason ?? (activity.note === null ? undefined : sayCallNotes(activity.note))}
    >
      <ChannelGlyph channel={channel === 'phone' ? 'call' : channel} size={15} />
      <span className="flex flex-col min-w-0 leading-[1.3] [&>:last-child]:text-ink-2 [&>:last-child]:text-meta">
        <span className="truncate">{actionWords(activity)}</span>
        <DateText value={activity.scheduled_for} format={(value) => formatDateTime(value)} />
      </span>
    </span>
  );
}

export const activityColumns: DataColumn<Activity>[] = [
  {
    id: 'lead',
    header: t('column_lead'),
    width: 250,
    title: formatName,
    cell: ({ prospect }) => <PersonCell person={prospect} more={prospect.job_title} />,
  },
  {
    id: 'company',
    header: t('column_company'),
    width: 190,
    title: ({ prospect }) => prospect.company.name ?? undefined,
    cell: ({ prospect }) => prospect.company.name ?? '–',
  },
  { id: 'action', header: t('column_action'), width: 240, cell: (activity) => <ActionCell activity={activity} /> },
  {
    id: 'next',
    header: t('column_next'),
    width: 220,
    cell: (activity) =>
      activity.next_action ? (
        <span className="flex flex-col min-w-0 leading-[1.3] [&>:last-child]:text-ink-2 [&>:last-child]:text-meta">
          <span className="truncate">{nextWords(activity)}</span>
          <DateText value={activity.next_action.scheduled_for} format={(value) => formatDateTime(value)} empty="" />
        </span>
      ) : (
        <span className="text-ink-2 text-meta">{t('none_next')}</span>
      ),
  },
  {
    id: 'campaign',
    header: t('column_campaign'),
    width: 220,
    interactive: true,
    title: ({ campaign }) => campaign.name,
    cell: ({ campaign }) => (
      <AppLink to={pb.campaign(campaign.id)} className="truncate">
        {campaign.name}
      </AppLink>
    ),
  },
];
