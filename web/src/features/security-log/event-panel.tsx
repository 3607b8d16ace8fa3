import type { SecurityEventItem } from '@overture/contract/security-log';
import { formatDateTime } from '../../lib/format.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { SidePanel } from '../../ui/overlays/overlay.tsx';
import { OutcomeChip } from './event-cells.tsx';
import {
  actorName,
  eventLabel,
  personName,
  placeWords,
  reasonWords,
  repeatWords,
  subjectWords,
} from './event-words.ts';
import { t } from './texts.ts';

export function EventPanel({ item, onClose }: { item: SecurityEventItem | undefined; onClose: () => void }) {
  return (
    <SidePanel opened={item !== undefined} onClose={onClose} title={item ? eventLabel(item) : ''}>
      {item ? <Facts item={item} /> : null}
    </SidePanel>
  );
}

function Facts({ item }: { item: SecurityEventItem }) {
  const { place, address } = placeWords(item);
  const rows: [string, string][] = [
    [t('column_person'), [personName(item), item.user?.email].filter(Boolean).join(', ')],
    [t('done_by'), actorName(item)],
    [t('about'), subjectWords(item)],
    [t('column_place'), place],
    [t('address'), address],
    [t('column_device'), item.device ?? ''],
    [t('often'), repeatWords(item)],
    [t('reason'), reasonWords(item)],
  ];
  return (
    <dl className="grid grid-cols-[130px_minmax(0,1fr)] gap-x-3 gap-y-2 m-0 [&_dt]:text-ink-2 [&_dd]:m-0 [&_dd]:wrap-anywhere">
      <dt>{t('outcome')}</dt>
      <dd>
        <OutcomeChip outcome={item.outcome} />
      </dd>
      <dt>{t('column_time')}</dt>
      <dd>
        <DateText value={item.occurred_at} format={(value) => formatDateTime(value)} />
      </dd>
      {rows.map(([name, value]) => (value ? <Fact key={name} name={name} value={value} /> : null))}
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
