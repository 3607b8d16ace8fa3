import type { SecurityEventItem } from '@overture/contract/security-log';
import { type ReactNode, useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { EventCell, eventColumns } from './event-cells.tsx';
import { EventPanel } from './event-panel.tsx';
import { eventLabel, personName, placeWords } from './event-words.ts';
import { t } from './texts.ts';

interface EventTableProps {
  rows: SecurityEventItem[] | undefined;
  isStale: boolean;
  error: ReactNode;
  empty: ReactNode;
}

/** Events of a security log, each with what is known of it beside the table. */
export function EventTable({ rows, isStale, error, empty }: EventTableProps) {
  const [openItem, setOpenItem] = useState<SecurityEventItem>();
  return (
    <>
      <DataTable<SecurityEventItem>
        tableId="security-log"
        label={t('table')}
        columns={eventColumns}
        rows={rows}
        rowId={({ id }) => id}
        rowLabel={eventLabel}
        isStale={isStale}
        error={error}
        empty={empty}
        onRowOpen={setOpenItem}
        openRowId={openItem?.id}
        card={renderCard}
      />
      <EventPanel item={openItem} onClose={() => setOpenItem(undefined)} />
    </>
  );
}

function renderCard(item: SecurityEventItem) {
  return {
    title: <EventCell item={item} />,
    subtitle: [personName(item), placeWords(item).place].join(' · '),
    end: formatDateTime(item.occurred_at),
  };
}
