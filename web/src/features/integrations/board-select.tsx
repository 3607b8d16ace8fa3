import { Select } from '@mantine/core';
import { type Integration, integrationsEndpoints } from '@overture/contract/integrations';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { t } from './texts.ts';

interface BoardSelectProps {
  integration: Pick<Integration, 'integration_type'>;
  value: string | null;
  onChange: (board: string | null) => void;
}

/** Boards of the account, the last used first. */
export function BoardSelect({ integration, value, onChange }: BoardSelectProps) {
  const input = { params: { integration: integration.integration_type } };
  const query = useQuery(queryOptions(integrationsEndpoints.listCrmBoards, input));
  if (query.error || query.data?.success === false)
    return (
      <ErrorState
        compact
        title={t('boards_failed')}
        message={query.data?.error ?? undefined}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  if (!query.data) return <Skeleton width={320} />;
  if (query.data.boards.length === 0) return <EmptyState compact title={t('boards_none')} />;
  return (
    <Select
      label={t('board')}
      placeholder={t('board_choose')}
      data={query.data.boards.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      allowDeselect={false}
      searchable
      onChange={onChange}
    />
  );
}
