import { type ApiKey, apiKeysEndpoints } from '@overture/contract/api-keys';
import { IconChartBar, IconExternalLink, IconKey, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { TabList } from '../../ui/layout/tab-list.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { accessWords, stateWords } from './key-words.ts';
import { t } from './texts.ts';

const CreateKeyDialog = lazyPart(() =>
  import('./create-key-dialog.tsx').then((file) => ({ default: file.CreateKeyDialog })),
);
const RotateKeyDialog = lazyPart(() =>
  import('./rotate-key-dialog.tsx').then((file) => ({ default: file.RotateKeyDialog })),
);
const AppsTable = lazyPart(() => import('./apps/apps-table.tsx').then((file) => ({ default: file.AppsTable })));
const CallsTable = lazyPart(() => import('./calls/calls-table.tsx').then((file) => ({ default: file.CallsTable })));
const UsagePanel = lazyPart(() => import('./usage-panel.tsx').then((file) => ({ default: file.UsagePanel })));

type Opened = { what: 'create' } | { what: 'usage' | 'rotate' | 'revoke'; key: ApiKey } | null;

const TABS = ['keys', 'apps', 'calls'] as const;
type Tab = (typeof TABS)[number];
const PANEL = 'api-panel';
const looks = {
  tabs: 'flex flex-none gap-5 px-gutter overflow-x-auto border-b border-line',
  tab: 'bare relative flex-none h-10 px-0.5 whitespace-nowrap text-ink-3 text-table font-medium cursor-pointer hover:text-ink focus-visible:-outline-offset-2 aria-selected:text-ink aria-selected:after:absolute aria-selected:after:end-0 aria-selected:after:bottom-0 aria-selected:after:start-0 aria-selected:after:h-0.5 aria-selected:after:rounded-full aria-selected:after:bg-accent-line',
};

/** What reaches the organization besides people: keys of programs, and apps that were connected. */
export function ApiPage() {
  const [tab, setTab] = useState<Tab>('keys');
  return (
    <>
      <PageHeader title={t('title')} subtitle={t(`subtitle_${tab}`)} actions={<ReferenceLink />} />
      <TabList
        label={t('title')}
        tabs={TABS}
        current={tab}
        onChange={setTab}
        idStart="api-tab"
        panelId={PANEL}
        classes={looks}
      >
        {(name) => t(`tab_${name}`)}
      </TabList>
      <div id={PANEL} role="tabpanel" aria-labelledby={`api-tab-${tab}`} className="flex flex-1 flex-col min-h-0">
        <Suspense fallback={null}>
          {tab === 'keys' ? <ApiKeys /> : null}
          {tab === 'apps' ? <AppsTable /> : null}
          {tab === 'calls' ? <CallsTable /> : null}
        </Suspense>
      </div>
    </>
  );
}

/** API keys of the organization: created, watched, replaced and revoked here. */
function ApiKeys() {
  const list = useQuery(queryOptions(apiKeysEndpoints.listApiKeys));
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const create = (
    <AppButton kind="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setOpened({ what: 'create' })}>
      {t('create')}
    </AppButton>
  );
  return (
    <>
      {list.data?.keys.length === 0 ? null : <div className="flex justify-end py-3 px-gutter">{create}</div>}
      <DataTable<ApiKey>
        tableId="api-keys"
        label={t('table')}
        columns={columns}
        rows={list.data?.keys}
        rowId={(key) => key.id}
        rowLabel={(key) => key.name}
        skeletonRows={4}
        error={queryFailure(list)}
        empty={<EmptyState icon={<IconKey size={22} />} title={t('empty')} text={t('empty_text')} action={create} />}
        rowActions={(key) => <KeyMenu apiKey={key} onOpen={setOpened} />}
        onRowOpen={(key) => setOpened({ what: 'usage', key })}
        card={(key) => ({
          title: key.name,
          subtitle: accessWords(key),
          end: <StatusChip tone={stateWords(key).tone}>{stateWords(key).word}</StatusChip>,
        })}
      />
      <Suspense fallback={null}>
        {opened?.what === 'create' ? <CreateKeyDialog onClose={close} /> : null}
        {opened?.what === 'rotate' ? <RotateKeyDialog apiKey={opened.key} onClose={close} /> : null}
        {opened?.what === 'usage' ? <UsagePanel apiKey={opened.key} onOpen={setOpened} onClose={close} /> : null}
      </Suspense>
      <RevokeDialog apiKey={opened?.what === 'revoke' ? opened.key : undefined} onClose={close} />
    </>
  );
}

function ReferenceLink() {
  return (
    <AppButton
      icon={<IconExternalLink size={16} aria-hidden />}
      onClick={() => window.open('/api/docs', '_blank', 'noreferrer')}
    >
      {t('reference')}
    </AppButton>
  );
}

const columns: DataColumn<ApiKey>[] = [
  {
    id: 'name',
    header: t('column_name'),
    width: 240,
    title: (key) => key.name,
    cell: (key) => (
      <span className="flex flex-col min-w-0 leading-[1.3]">
        <span className="truncate">{key.name}</span>
        <span className="truncate text-ink-3 text-meta number">
          {key.start}…{key.kind === 'assistant' ? ` · ${t('assistant_only')}` : ''}
        </span>
      </span>
    ),
  },
  { id: 'state', header: t('column_state'), width: 250, cell: (key) => <KeyState apiKey={key} /> },
  { id: 'access', header: t('column_access'), width: 220, title: accessWords, cell: accessWords },
  {
    id: 'calls',
    header: t('column_calls'),
    width: 150,
    cell: ({ calls }) => t('requests', { count: calls, shown: formatNumber(calls) }),
  },
  {
    id: 'used',
    header: t('column_used'),
    width: 140,
    cell: (key) => <DateText value={key.last_used_at} format={formatDate} empty={t('never_used')} />,
  },
  {
    id: 'maker',
    header: t('column_maker'),
    width: 180,
    title: ({ created_by }) => (created_by ? undefined : t('maker_left_hint')),
    cell: ({ created_by }) => created_by?.name ?? <span className="text-amber">{t('maker_left')}</span>,
  },
];

function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const { tone, word } = stateWords(apiKey);
  const text = apiKey.state === 'ending' ? 'works_until' : 'expires';
  return (
    <span className="inline-flex items-center gap-2 min-w-0">
      <StatusChip tone={tone}>{word}</StatusChip>
      {apiKey.expires_at && apiKey.state !== 'ended' ? (
        <span className="truncate text-ink-3 text-meta">{t(text, { date: formatDate(apiKey.expires_at) })}</span>
      ) : null}
    </span>
  );
}

function KeyMenu({ apiKey, onOpen }: { apiKey: ApiKey; onOpen: (opened: Opened) => void }) {
  const isLive = apiKey.state !== 'ended';
  const entry = (what: 'usage' | 'rotate' | 'revoke', icon: ReactNode) => ({
    id: what,
    label: t(what),
    icon,
    onSelect: () => onOpen({ what, key: apiKey }),
  });
  return (
    <ActionMenu
      label={t('options_of', { name: apiKey.name })}
      entries={[
        entry('usage', <IconChartBar size={16} aria-hidden />),
        ...(apiKey.state === 'active' ? [entry('rotate', <IconRefresh size={16} aria-hidden />)] : []),
        ...(isLive ? [{ ...entry('revoke', <IconTrash size={16} aria-hidden />), danger: true, divider: true }] : []),
      ]}
    />
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey | undefined; onClose: () => void }) {
  const name = apiKey?.name ?? '';
  const revoke = useMutation({
    ...mutationOptions(apiKeysEndpoints.revokeApiKey),
    onSuccess: async () => {
      await whenRefetched();
      onClose();
      toast.success(t('revoked', { name }));
    },
    onError: (error) => toast.error(errorMessage(error, t('revoke_failed'))),
  });
  return (
    <ConfirmDialog
      opened={apiKey !== undefined}
      onClose={onClose}
      title={t('revoke_title', { name })}
      confirmLabel={t('revoke')}
      danger
      pending={revoke.isPending}
      onConfirm={() => apiKey && revoke.mutate({ params: { id: apiKey.id } })}
    >
      {t('revoke_text')}
    </ConfirmDialog>
  );
}
