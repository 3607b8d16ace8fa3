import { type Webhook, type WebhookDelivery, webhooksEndpoints } from '@overture/contract/webhooks';
import { WEBHOOK_LIMITS } from '@overture/domain/webhooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatAgo, formatNumber, formatUntil } from '../../lib/format.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import type { StatusTone } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { LogEntry, LogPanel } from '../../ui/table/log-panel.tsx';
import { usePager } from '../../ui/table/use-pager.ts';
import { t } from './texts.ts';

const STATES = ['all', 'delivered', 'pending', 'failed'] as const;
type Shown = (typeof STATES)[number];

/** A delivery that waits for its first try is over in a moment; one that failed is not. */
const REFETCHED_IN_MS = 2000;
const isNew = ({ state, attempts }: WebhookDelivery): boolean => state === 'pending' && attempts === 0;

/** What was sent to an endpoint and how it answered, newest first; each can be sent again. */
export function DeliveryLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [shown, setShown] = useState<Shown>('all');
  const { page, setPage } = usePager(shown);
  const query = useQuery({
    ...queryOptions(webhooksEndpoints.listWebhookDeliveries, {
      params: { id: webhook.id },
      query: { page, ...(shown === 'all' ? {} : { state: shown }) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.deliveries.some(isNew) ? REFETCHED_IN_MS : false),
  });
  const deliveries = query.data?.deliveries;
  return (
    <LogPanel
      title={t('log_title', { url: webhook.url })}
      onClose={onClose}
      footer={webhook.is_active ? <ReplayAll webhook={webhook} /> : null}
      filter={{
        label: t('log_filter'),
        options: STATES.map((value) => ({ value, label: t(`filter_${value}`) })),
        value: shown,
        onChange: setShown,
      }}
      failure={queryFailure(query, { compact: true })}
      isPending={query.isPending}
      empty={deliveries?.length === 0 ? emptyLog(shown) : null}
      pages={{ page, pageSize: WEBHOOK_LIMITS.deliveries_a_page, total: query.data?.total, onChange: setPage }}
    >
      {deliveries?.map((delivery) => (
        <Delivery key={delivery.id} webhook={webhook} delivery={delivery} />
      ))}
    </LogPanel>
  );
}

const emptyLog = (shown: Shown) =>
  shown === 'all' ? { title: t('log_empty'), text: t('log_empty_text') } : { title: t('log_none') };

const TONES: Record<WebhookDelivery['state'], StatusTone> = { delivered: 'green', pending: 'amber', failed: 'red' };

function resultWords({ code, attempts, state }: WebhookDelivery): string {
  if (attempts === 0 && state === 'pending') return t('waiting');
  return code === null ? t('no_response') : String(code);
}

function Delivery({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const [isOpen, setOpen] = useState(false);
  const { type, state, attempts, occurred_at, next_attempt_at, error } = delivery;
  return (
    <LogEntry
      tone={TONES[state]}
      state={resultWords(delivery)}
      title={type}
      when={<DateText value={occurred_at} format={formatAgo} />}
      onToggle={setOpen}
    >
      <div className="flex flex-col gap-3 pt-3">
        <p className="m-0 text-ink-2 text-table">
          {t('tries', { count: attempts })}
          {next_attempt_at && attempts > 0 ? `, ${t('next_try', { when: formatUntil(next_attempt_at) })}` : null}
        </p>
        {error ? <p className="m-0 text-red text-table">{error}</p> : null}
        {isOpen ? <Details webhookId={webhook.id} delivery={delivery} /> : null}
        {webhook.is_active && state !== 'pending' ? <Replay webhook={webhook} delivery={delivery} /> : null}
      </div>
    </LogEntry>
  );
}

const BLOCK =
  'm-0 mt-1 p-2 max-h-60 overflow-auto rounded-card border border-line font-mono text-meta whitespace-pre-wrap wrap-anywhere';

function Details({ webhookId, delivery }: { webhookId: number; delivery: WebhookDelivery }) {
  const params = { id: webhookId, deliveryId: delivery.id };
  const query = useQuery(queryOptions(webhooksEndpoints.getWebhookDelivery, { params }));
  if (query.data === undefined) return queryFailure(query, { compact: true }) ?? <Skeleton height={80} />;
  const { body, answer } = query.data;
  const { tried_at, duration_in_ms } = delivery;
  return (
    <>
      <div>
        <h3 className="m-0 text-table">{t('sent')}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
        <pre className={BLOCK} tabIndex={0}>
          {JSON.stringify(JSON.parse(body), null, 2)}
        </pre>
      </div>
      {tried_at === null ? null : (
        <div>
          <h3 className="flex justify-between m-0 text-table">
            {t('response')}
            {duration_in_ms === null ? null : (
              <span className="text-ink-3 text-meta number">{t('duration', { ms: formatNumber(duration_in_ms) })}</span>
            )}
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
          <pre className={BLOCK} tabIndex={0}>
            {answer || t('response_empty')}
          </pre>
        </div>
      )}
    </>
  );
}

function Replay({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const replay = useMutation({
    ...mutationOptions(webhooksEndpoints.replayWebhookDelivery),
    onSuccess: () => void toast.success(t('replayed')),
    onError: (error) => toast.error(errorMessage(error, t('replay_failed'))),
  });
  return (
    <div>
      <AppButton
        size="small"
        loading={replay.isPending}
        onClick={() => replay.mutate({ params: { id: webhook.id, deliveryId: delivery.id } })}
      >
        {t('replay')}
      </AppButton>
    </div>
  );
}

const DAY_IN_MS = 86_400_000;

/** All failed ones that the log still has. */
function ReplayAll({ webhook }: { webhook: Webhook }) {
  const replay = useMutation({
    ...mutationOptions(webhooksEndpoints.replayFailedWebhooks),
    onSuccess: ({ replayed }) => void toast.success(t('replayed_all', { count: replayed })),
    onError: (error) => toast.error(errorMessage(error, t('replay_failed'))),
  });
  const since = () => new Date(Date.now() - WEBHOOK_LIMITS.kept_in_days * DAY_IN_MS).toISOString();
  return (
    <AppButton
      loading={replay.isPending}
      onClick={() => replay.mutate({ params: { id: webhook.id }, body: { since: since() } })}
    >
      {t('replay_all')}
    </AppButton>
  );
}
