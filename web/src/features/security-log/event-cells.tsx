import type { SecurityEventItem } from '@overture/contract/security-log';
import { IconAlertTriangle, IconBan, IconCheck } from '@tabler/icons-react';
import { formatDateTime } from '../../lib/format.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import {
  actorWords,
  eventLabel,
  outcomeTones,
  personName,
  placeWords,
  repeatWords,
  subjectWords,
} from './event-words.ts';
import { t } from './texts.ts';

const icons = { success: IconCheck, failure: IconAlertTriangle, refused: IconBan } as const;

/** What came of it: shape and color, and the word for who sees neither. */
function OutcomeMark({ outcome }: Pick<SecurityEventItem, 'outcome'>) {
  const Icon = icons[outcome];
  const words = t(`outcome_${outcome}`);
  return (
    <span
      className="inline-flex flex-none items-center justify-center size-5.5 rounded-full bg-green-soft text-green data-[outcome=failure]:bg-amber-soft data-[outcome=failure]:text-amber data-[outcome=refused]:bg-red-soft data-[outcome=refused]:text-red"
      data-outcome={outcome}
      title={words}
    >
      <Icon size={14} stroke={2} aria-hidden />
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

/** The outcome as a chip, for the drawer. */
export function OutcomeChip({ outcome }: Pick<SecurityEventItem, 'outcome'>) {
  return <StatusChip tone={outcomeTones[outcome]}>{t(`outcome_${outcome}`)}</StatusChip>;
}

/** What happened, and about what or how often. */
export function EventCell({ item }: { item: SecurityEventItem }) {
  const more = [subjectWords(item), repeatWords(item)].filter(Boolean).join(' · ');
  return (
    <span className="inline-flex items-center gap-2 min-w-0 max-w-full">
      <OutcomeMark outcome={item.outcome} />
      <span className="flex flex-col min-w-0 leading-[1.3]">
        <span className="truncate">{eventLabel(item)}</span>
        {more ? <span className="text-ink-2 text-meta font-normal truncate">{more}</span> : null}
      </span>
    </span>
  );
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <span className="flex flex-col min-w-0 leading-[1.3]">
      <span className="truncate">{first}</span>
      {second ? <span className="text-ink-2 text-meta font-normal truncate">{second}</span> : null}
    </span>
  );
}

export const eventColumns: DataColumn<SecurityEventItem>[] = [
  {
    id: 'event',
    header: t('column_event'),
    width: 340,
    title: (item) => [eventLabel(item), subjectWords(item), repeatWords(item)].filter(Boolean).join('\n'),
    cell: (item) => <EventCell item={item} />,
  },
  {
    id: 'person',
    header: t('column_person'),
    width: 175,
    title: (item) => [item.user?.email, actorWords(item)].filter(Boolean).join('\n') || undefined,
    cell: (item) => <TwoLines first={personName(item)} second={actorWords(item)} />,
  },
  {
    id: 'place',
    header: t('column_place'),
    width: 150,
    title: (item) => item.ip ?? undefined,
    cell: (item) => {
      const { place, address } = placeWords(item);
      return <TwoLines first={place} second={address} />;
    },
  },
  {
    id: 'device',
    header: t('column_device'),
    width: 145,
    title: ({ device }) => device ?? undefined,
    cell: ({ device, ip }) => device ?? (ip === null ? '' : t('no_device')),
  },
  {
    id: 'time',
    header: t('column_time'),
    width: 150,
    cell: (item) => <DateText value={item.occurred_at} format={(value) => formatDateTime(value)} />,
  },
];
