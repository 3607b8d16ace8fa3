import { Select } from '@mantine/core';
import { approvalsEndpoints } from '@overture/contract/approvals';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { PAGE_SIZES } from '@overture/domain/limits';
import { IconRobot } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatAgo, formatNumber } from '../../../lib/format.ts';
import { defineTexts } from '../../../lib/texts.ts';
import { DateText } from '../../../ui/display/date-text.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Pagination } from '../../../ui/table/pagination.tsx';
import { usePager } from '../../../ui/table/use-pager.ts';

const t = defineTexts({
  table: 'Assistant calls',
  column_tool: 'Tool',
  column_outcome: 'Outcome',
  column_by: 'Key or app',
  column_duration: 'Duration',
  column_when: 'Time',
  ok: 'Done',
  running: 'Running',
  by_key: 'Key {name}',
  by_app: 'App {name}',
  key_deleted: 'A deleted key',
  duration: '{ms} ms',
  filter: 'Key or app',
  all: 'All keys and apps',
  empty: 'No calls yet',
  empty_text: 'Each call of an AI assistant through the MCP server is listed here.',
});

type Call = EndpointOutput<typeof approvalsEndpoints.listAssistantCalls>['calls'][number];

const byWords = (key: Call['api_key']): string =>
  key ? t(key.is_app ? 'by_app' : 'by_key', { name: key.name }) : t('key_deleted');

/** What assistants called, with the outcome; all of them, or those of one key or app. */
export function CallsTable() {
  const { page, setPage } = usePager();
  const [keyId, setKeyId] = useState<string | null>(null);
  const query = { page, ...(keyId === null ? {} : { api_key_id: Number(keyId) }) };
  const list = useQuery({
    ...queryOptions(approvalsEndpoints.listAssistantCalls, { query }),
    placeholderData: keepPreviousData,
  });
  const keys = list.data?.api_keys ?? [];
  return (
    <>
      {keys.length > 1 ? (
        <Select
          className="w-72 max-w-full py-3 px-gutter"
          aria-label={t('filter')}
          placeholder={t('all')}
          data={keys.map((key) => ({ value: String(key.id), label: byWords(key) }))}
          value={keyId}
          clearable
          onChange={(value) => {
            setKeyId(value);
            setPage(1);
          }}
        />
      ) : null}
      <DataTable<Call>
        tableId="assistant-calls"
        label={t('table')}
        columns={columns}
        rows={list.data?.calls}
        rowId={({ id }) => id}
        rowLabel={({ tool }) => tool}
        skeletonRows={5}
        error={queryFailure(list)}
        empty={<EmptyState icon={<IconRobot size={22} />} title={t('empty')} text={t('empty_text')} />}
        card={(call) => ({
          title: call.tool,
          subtitle: byWords(call.api_key),
          end: <Outcome outcome={call.outcome} />,
        })}
      />
      <Pagination page={page} pageSize={PAGE_SIZES.credits} total={list.data?.total_calls ?? 0} onChange={setPage} />
    </>
  );
}

function Outcome({ outcome }: { outcome: string }) {
  if (outcome === 'ok') return <StatusChip tone="green">{t('ok')}</StatusChip>;
  if (outcome === 'running') return <StatusChip tone="grey">{t('running')}</StatusChip>;
  return <StatusChip tone="amber">{outcome}</StatusChip>;
}

const columns: DataColumn<Call>[] = [
  { id: 'tool', header: t('column_tool'), width: 240, title: ({ tool }) => tool, cell: ({ tool }) => tool },
  { id: 'outcome', header: t('column_outcome'), width: 220, cell: ({ outcome }) => <Outcome outcome={outcome} /> },
  {
    id: 'by',
    header: t('column_by'),
    width: 220,
    title: ({ api_key }) => byWords(api_key),
    cell: ({ api_key }) => byWords(api_key),
  },
  {
    id: 'duration',
    header: t('column_duration'),
    width: 120,
    cell: ({ duration_in_ms }) => (duration_in_ms === null ? '–' : t('duration', { ms: formatNumber(duration_in_ms) })),
  },
  {
    id: 'when',
    header: t('column_when'),
    width: 150,
    cell: ({ called_at }) => <DateText value={called_at} format={formatAgo} empty="" />,
  },
];
