import { SegmentedControl, Select } from '@mantine/core';
import { linkedinTasksEndpoints as endpoints } from '@overture/contract/linkedin-tasks';
import { IconBrandLinkedin, IconChecks } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryOptions, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { TaskCard } from './task-card.tsx';
import { t } from './texts.ts';
import { type TaskQueue, useTaskQueue } from './use-task-queue.ts';

const ContactsList = lazyPart(() => import('./contacts-list.tsx').then((file) => ({ default: file.ContactsList })));

const VIEWS = ['cards', 'contacts'] as const;
type View = (typeof VIEWS)[number];

/** LinkedIn actions that people carry out, one card at a time, and what happens on LinkedIn afterward. */
export function LinkedinTasksPage() {
  const [view, setView] = useState<View>('cards');
  const [accountId, setAccountId] = useState<number>();
  const client = useQueryClient();
  const counts = useQuery(queryOptions(endpoints.listLinkedinTasks));
  useLiveEvent('linkedin_tasks', () => void refetch(client, endpoints.listLinkedinTasks));
  const accounts = counts.data?.accounts;
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      {accounts?.length === 0 ? <NoSenders /> : null}
      {counts.isError && !accounts ? queryFailure(counts) : null}
      {accounts && accounts.length > 0 ? (
        <>
          <FilterBar>
            <SegmentedControl
              aria-label={t('view')}
              value={view}
              onChange={(chosen) => setView(chosen as View)}
              data={VIEWS.map((value) => ({ value, label: t(`view_${value}`) }))}
            />
            <SenderChoice accounts={accounts} chosen={accountId} onChange={setAccountId} />
          </FilterBar>
          {view === 'cards' ? (
            <Cards key={accountId ?? 0} accounts={accounts} accountId={accountId} />
          ) : (
            <Suspense fallback={<Loading />}>
              <ContactsList accounts={accounts} accountId={accountId} />
            </Suspense>
          )}
        </>
      ) : null}
    </>
  );
}

type Accounts = readonly { id: number; name: string; waiting: number; done_today: number }[];
const sum = (accounts: Accounts, field: 'waiting' | 'done_today') => accounts.reduce((all, one) => all + one[field], 0);

function SenderChoice({
  accounts,
  chosen,
  onChange,
}: {
  accounts: Accounts;
  chosen: number | undefined;
  onChange: (id: number | undefined) => void;
}) {
  if (accounts.length < 2) return null;
  return (
    <Select
      aria-label={t('sender')}
      className="w-[min(260px,100%)]"
      allowDeselect={false}
      value={chosen === undefined ? '' : String(chosen)}
      onChange={(value) => onChange(value ? Number(value) : undefined)}
      data={[
        { value: '', label: t('all_senders', { count: sum(accounts, 'waiting') }) },
        ...accounts.map(({ id, name, waiting }) => ({
          value: String(id),
          label: t('sender_count', { name, count: waiting }),
        })),
      ]}
    />
  );
}

function NoSenders() {
  const go = useGo();
  return (
    <EmptyState
      icon={<IconBrandLinkedin size={22} />}
      title={t('no_senders')}
      text={t('no_senders_text')}
      action={
        <AppButton kind="primary" onClick={() => go(pb.senders())}>
          {t('go_to_senders')}
        </AppButton>
      }
    />
  );
}

const Loading = () => (
  <div className="px-gutter" role="status" aria-label={t('loading')}>
    <Skeleton height={320} radius={12} />
  </div>
);

function Cards({ accounts, accountId }: { accounts: Accounts; accountId: number | undefined }) {
  const queue = useTaskQueue(accountId);
  const mine = accounts.filter(({ id }) => accountId === undefined || id === accountId);
  return (
    <section className="flex flex-col gap-3 w-[min(760px,100%)] mx-auto px-gutter pb-6" aria-live="polite">
      <CardInHand queue={queue} doneToday={sum(mine, 'done_today')} />
      {queue.last ? <LastOutcome queue={queue} last={queue.last} /> : null}
      {queue.task ? (
        <p className="text-center text-ink-3 text-meta">{t('left', { count: sum(mine, 'waiting') })}</p>
      ) : null}
    </section>
  );
}

function CardInHand({ queue, doneToday }: { queue: TaskQueue; doneToday: number }) {
  if (queue.failure)
    return <ErrorState title={t('load_failed')} onRetry={queue.next} retrying={queue.isBusy} compact />;
  if (queue.task === undefined) return <Loading />;
  if (queue.task) return <TaskCard key={`${queue.task.id}:${queue.task.token}`} task={queue.task} queue={queue} />;
  const done = doneToday > 0 ? ` ${t('done_today', { count: doneToday })}` : '';
  return <EmptyState icon={<IconChecks size={22} />} title={t('empty')} text={`${t('empty_text')}${done}`} />;
}

function LastOutcome({ queue, last }: { queue: TaskQueue; last: NonNullable<TaskQueue['last']> }) {
  return (
    <p
      className="flex flex-wrap items-center justify-between gap-2 px-3 py-2 rounded-control bg-sunken text-table"
      role="status"
    >
      {t('recorded', { outcome: t(`outcome_${last.outcome}`), name: last.task.prospect.name })}
      <AppButton size="small" disabled={queue.isBusy} onClick={queue.undoLast}>
        {t('undo')}
      </AppButton>
    </p>
  );
}
