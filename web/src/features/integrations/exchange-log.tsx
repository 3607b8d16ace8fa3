import { Switch } from '@mantine/core';
import { type CrmExchange, type Integration, integrationsEndpoints } from '@overture/contract/integrations';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatAgo } from '../../lib/format.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { usePager } from '../../ui/table/use-pager.ts';
import { t } from './texts.ts';

const PAGE = 25;

/** The last requests: what was sent, what was answered, and the way to try again. */
export function ExchangeLog({ integrationType }: { integrationType: Integration['integration_type'] }) {
  const [isFailuresOnly, setFailuresOnly] = useState(false);
  const { page, setPage } = usePager(isFailuresOnly);
  const input = {
    params: { id: integrationType },
    query: { page, ...(isFailuresOnly ? { only_failures: true } : {}) },
  };
  const query = useQuery({
    ...queryOptions(integrationsEndpoints.listCrmExchanges, input),
    placeholderData: keepPreviousData,
  });
  const exchanges = query.data?.exchanges;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-3 text-table">{t('log_text')}</p>
        <Switch
          label={t('log_failures')}
          checked={isFailuresOnly}
          onChange={({ currentTarget: { checked } }) => setFailuresOnly(checked)}
        />
      </div>
      {queryFailure(query, { compact: true })}
      {query.isPending ? <Skeleton width={520} /> : null}
      {exchanges?.length === 0 ? (
        <EmptyState compact title={t(isFailuresOnly ? 'log_none_failed' : 'log_none')} />
      ) : null}
      <ul className="flex flex-col m-0 p-0 list-none">
        {exchanges?.map((exchange) => (
          <Exchange key={exchange.id} exchange={exchange} integrationType={integrationType} />
        ))}
      </ul>
      <Pagination page={page} pageSize={PAGE} total={query.data?.total} onChange={setPage} />
    </>
  );
}

interface ExchangeProps {
  exchange: CrmExchange;
  integrationType: Integration['integration_type'];
}

function Exchange({ exchange, integrationType }: ExchangeProps) {
  const retry = useMutation({
    ...mutationOptions(integrationsEndpoints.retryCrmExchange),
    onSuccess: () => void toast.success(t('log_retried')),
    onError: (error) => toast.error(errorMessage(error, t('push_retry_failed'))),
  });
  const params = { id: integrationType, exchangeId: exchange.id };
  return (
    <li className="border-b border-line py-2">
      <details>
        <summary className="flex items-center gap-3 cursor-pointer text-table">
          <StatusChip tone={exchange.is_failure ? 'red' : 'green'}>
            {exchange.status === null ? t('log_no_response') : String(exchange.status)}
          </StatusChip>
          <span className="flex-1 min-w-0 truncate" title={exchange.path}>
            {`${exchange.method} ${exchange.path}`}
          </span>
          <span className="text-ink-3 text-meta whitespace-nowrap">
            <DateText value={exchange.at} format={formatAgo} />
          </span>
        </summary>
        <div className="flex flex-col gap-2 pt-2">
          {exchange.sent ? <Text title={t('log_sent')} text={exchange.sent} /> : null}
          <Text title={t('log_response')} text={exchange.answered || '–'} />
          {exchange.can_retry ? (
            <span>
              <AppButton size="small" loading={retry.isPending} onClick={() => retry.mutate({ params })}>
                {t('log_retry')}
              </AppButton>
            </span>
          ) : null}
        </div>
      </details>
    </li>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h4 className="text-ink-3 text-meta font-medium">{title}</h4>
      <pre className="m-0 p-2 rounded-small bg-sunken text-meta whitespace-pre-wrap wrap-anywhere">{text}</pre>
    </div>
  );
}
