import { type BookingConnection, meetingsEndpoints } from '@overture/contract/meetings';
import { BOOKING_PROVIDER_LABELS } from '@overture/domain/meetings';
import { IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryOptions, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatAgo } from '../../lib/format.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { CopyButton } from '../../ui/inputs/copy-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { t } from './texts.ts';

const ConnectDialog = lazyPart(() => import('./connect-dialog.tsx').then((file) => ({ default: file.ConnectDialog })));
const PageQuestions = lazyPart(() => import('./page-questions.tsx').then((file) => ({ default: file.PageQuestions })));

type Opened = { what: 'connect' } | { what: 'rotate' | 'delete'; page: BookingConnection } | null;

/** Pages at Cal.com and Calendly where leads book, with what arrived from each last. */
export function BookingPages() {
  const client = useQueryClient();
  const query = useQuery(queryOptions(meetingsEndpoints.listBookingConnections));
  useLiveEvent('meetings_changed', () => void refetch(client, meetingsEndpoints.listBookingConnections));
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const pages = query.data?.booking_connections;
  return (
    <section className="flex flex-col gap-3" aria-label={t('title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-section">{t('title')}</h2>
        <AppButton icon={<IconPlus size={16} aria-hidden />} onClick={() => setOpened({ what: 'connect' })}>
          {t('add')}
        </AppButton>
      </div>
      <p className="max-w-[680px] m-0 text-ink-3 text-table">
        {t('about')} {t('link_hint', { open: '{{', close: '}}' })}
      </p>
      {queryFailure(query, { compact: true })}
      {query.isPending ? <Skeleton width={220} /> : null}
      {pages?.length === 0 ? <p className="m-0 text-ink-3 text-table">{t('none')}</p> : null}
      {pages && pages.length > 0 ? (
        <ul className="m-0 p-0 border border-line rounded-card list-none overflow-hidden">
          {pages.map((page) => (
            <PageLine key={page.id} page={page} onOpen={(what) => setOpened({ what, page })} />
          ))}
        </ul>
      ) : null}
      <Suspense fallback={null}>
        {opened?.what === 'connect' ? <ConnectDialog onClose={close} /> : null}
        {opened?.what === 'rotate' || opened?.what === 'delete' ? (
          <PageQuestions what={opened.what} page={opened.page} onClose={close} />
        ) : null}
      </Suspense>
    </section>
  );
}

function PageLine({ page, onOpen }: { page: BookingConnection; onOpen: (what: 'rotate' | 'delete') => void }) {
  const { name, provider, webhook_url } = page;
  return (
    <li className="flex items-center gap-3 py-2.5 px-4 border-b border-line last:border-b-0">
      <div className="flex-1 min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-2 text-table">
          <span className="font-medium truncate">{name}</span>
          <span className="text-ink-3">{BOOKING_PROVIDER_LABELS[provider]}</span>
        </div>
        <LastMessage page={page} />
      </div>
      <CopyButton value={webhook_url} label={t('copy_address', { name })} />
      <ActionMenu
        label={t('options_of', { name })}
        entries={[
          {
            id: 'rotate',
            label: t('rotate'),
            icon: <IconRefresh size={16} aria-hidden />,
            onSelect: () => onOpen('rotate'),
          },
          {
            id: 'delete',
            label: t('delete'),
            icon: <IconTrash size={16} aria-hidden />,
            danger: true,
            divider: true,
            onSelect: () => onOpen('delete'),
          },
        ]}
      />
    </li>
  );
}

function LastMessage({ page: { last_received_at, last_outcome, last_refused_at } }: { page: BookingConnection }) {
  if (last_refused_at !== null)
    return <p className="m-0 text-amber text-meta">{t('refused', { time: formatAgo(last_refused_at) })}</p>;
  const words =
    last_received_at === null || last_outcome === null
      ? t('waiting')
      : t('last', { time: formatAgo(last_received_at), outcome: t(`outcome_${last_outcome}`) });
  return <p className="m-0 text-ink-3 text-meta">{words}</p>;
}
