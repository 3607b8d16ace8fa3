import { type Webhook, webhooksEndpoints } from '@overture/contract/webhooks';
import {
  IconBook,
  IconEdit,
  IconListDetails,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconRefresh,
  IconSend,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { errorMessage, mutationOptions, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatAgo, formatNumber, withinSentence } from '../../lib/format.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { t } from './texts.ts';
import { deliveryWords, eventWords, stateWords } from './webhook-words.ts';

const WebhookDialog = lazyPart(() => import('./webhook-dialog.tsx').then((file) => ({ default: file.WebhookDialog })));
const DeliveryLog = lazyPart(() => import('./delivery-log.tsx').then((file) => ({ default: file.DeliveryLog })));
const Questions = lazyPart(() => import('./questions.tsx').then((file) => ({ default: file.Questions })));

export type Opened = { what: 'create' } | { what: 'edit' | 'log' | 'rotate' | 'delete'; webhook: Webhook } | null;

/** Endpoints of webhooks: added, tested, watched and switched off here. */
export function WebhooksPage() {
  const client = useQueryClient();
  const list = useQuery(queryOptions(webhooksEndpoints.listWebhooks));
  useLiveEvent('webhooks_changed', () => void refetch(client, webhooksEndpoints.listWebhooks));
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const webhooks = list.data?.webhooks;
  const create = (
    <AppButton kind="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setOpened({ what: 'create' })}>
      {t('create')}
    </AppButton>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <DocsLink />
            {webhooks?.length === 0 ? null : create}
          </>
        }
      />
      <FullNotice />
      <DataTable<Webhook>
        tableId="webhooks"
        label={t('table')}
        columns={columns}
        rows={webhooks}
        rowId={({ id }) => id}
        rowLabel={({ url }) => url}
        skeletonRows={4}
        error={queryFailure(list)}
        empty={
          <EmptyState icon={<IconWebhook size={22} />} title={t('empty')} text={t('empty_text')} action={create} />
        }
        rowActions={(webhook) => <WebhookMenu webhook={webhook} onOpen={setOpened} />}
        onRowOpen={(webhook) => setOpened({ what: 'log', webhook })}
        card={(webhook) => ({ title: webhook.url, subtitle: cardWords(webhook), end: <State webhook={webhook} /> })}
      />
      <Suspense fallback={null}>
        {opened?.what === 'create' ? <WebhookDialog webhook={null} onClose={close} /> : null}
        {opened?.what === 'edit' ? <WebhookDialog webhook={opened.webhook} onClose={close} /> : null}
        {opened?.what === 'log' ? <DeliveryLog webhook={opened.webhook} onClose={close} /> : null}
        {opened?.what === 'rotate' || opened?.what === 'delete' ? (
          <Questions what={opened.what} webhook={opened.webhook} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}

const cardWords = (webhook: Webhook): string => `${eventWords(webhook)}, ${withinSentence(deliveryWords(webhook))}`;

function DocsLink() {
  return (
    <AppButton
      icon={<IconBook size={16} aria-hidden />}
      onClick={() => window.open('/api/docs#tag/webhooks', '_blank', 'noreferrer')}
    >
      {t('docs')}
    </AppButton>
  );
}

/** From this part of the limit on it is said. */
const NEARLY_FULL = 0.9;

/** Says that the log is nearly full, which shortens it. */
function FullNotice() {
  const { data } = useQuery(queryOptions(webhooksEndpoints.getWebhookStorage));
  if (!data || data.stored_messages < data.max_messages * NEARLY_FULL) return null;
  return (
    <p role="status" className="m-0 mx-gutter mb-3 py-2 px-3 rounded-card bg-amber-soft text-amber text-table">
      {t('full_notice', { stored: formatNumber(data.stored_messages), max: formatNumber(data.max_messages) })}
    </p>
  );
}

const columns: DataColumn<Webhook>[] = [
  {
    id: 'url',
    header: t('column_url'),
    width: 250,
    title: ({ url }) => url,
    cell: ({ url, description }) => (
      <span className="flex flex-col min-w-0 leading-[1.3]">
        <span className="truncate">{url}</span>
        {description ? <span className="truncate text-ink-3 text-meta">{description}</span> : null}
      </span>
    ),
  },
  { id: 'state', header: t('column_state'), width: 200, cell: (webhook) => <StateDetail webhook={webhook} /> },
  { id: 'events', header: t('column_events'), width: 150, title: eventWords, cell: eventWords },
  { id: 'deliveries', header: t('column_deliveries'), width: 150, cell: deliveryWords },
  {
    id: 'success',
    header: t('column_success'),
    width: 120,
    cell: ({ last_success_at }) => <DateText value={last_success_at} format={formatAgo} empty={t('never')} />,
  },
];

function State({ webhook }: { webhook: Webhook }) {
  const { tone, word } = stateWords(webhook);
  return <StatusChip tone={tone}>{word}</StatusChip>;
}

function StateDetail({ webhook }: { webhook: Webhook }) {
  const { detail } = stateWords(webhook);
  return (
    <span className="inline-flex items-center gap-2 min-w-0" title={detail}>
      <State webhook={webhook} />
      {detail ? <span className="truncate text-ink-3 text-meta">{detail}</span> : null}
    </span>
  );
}

function WebhookMenu({ webhook, onOpen }: { webhook: Webhook; onOpen: (opened: Opened) => void }) {
  const test = useMutation({
    ...mutationOptions(webhooksEndpoints.testWebhook),
    // The log shows the event and its response; a toast would lie over it.
    onSuccess: () => onOpen({ what: 'log', webhook }),
    onError: (error) => toast.error(errorMessage(error, t('change_failed'))),
  });
  const { id, url, is_active } = webhook;
  const change = useSwitch();
  const entry = (what: 'edit' | 'log' | 'rotate' | 'delete', icon: ReactNode) => ({
    id: what,
    label: t(what),
    icon,
    onSelect: () => onOpen({ what, webhook }),
  });
  return (
    <ActionMenu
      label={t('options_of', { url })}
      entries={[
        entry('log', <IconListDetails size={16} aria-hidden />),
        {
          id: 'test',
          label: t('test'),
          icon: <IconSend size={16} aria-hidden />,
          disabled: !is_active,
          onSelect: () => test.mutate({ params: { id } }),
        },
        entry('edit', <IconEdit size={16} aria-hidden />),
        entry('rotate', <IconRefresh size={16} aria-hidden />),
        {
          id: 'switch',
          label: t(is_active ? 'switch_off' : 'switch_on'),
          icon: is_active ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />,
          onSelect: () => change(webhook),
        },
        { ...entry('delete', <IconTrash size={16} aria-hidden />), danger: true, divider: true },
      ]}
    />
  );
}

/** Switches an endpoint on or off; everything else stays. */
function useSwitch() {
  const update = useMutation({
    ...mutationOptions(webhooksEndpoints.updateWebhook),
    onSuccess: async ({ webhook }) => {
      await whenRefetched();
      toast.success(t(webhook.is_active ? 'switched_on' : 'switched_off'));
    },
    onError: (error) => toast.error(errorMessage(error, t('change_failed'))),
  });
  return ({ id, url, description, event_types, mode, is_active }: Webhook) =>
    update.mutate({
      params: { id },
      body: { url, description, event_types: event_types as '*'[], mode, is_active: !is_active },
    });
}
