import { TextInput } from '@mantine/core';
import { adminSystemEndpoints } from '@overture/contract/admin-system';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { formatAgo, formatBytes, formatNumber } from '../../lib/format.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { BackArrow, PageHeader } from '../../ui/layout/page-header.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { SystemChecks } from './system-checks.tsx';
import { t } from './texts.ts';

type System = EndpointOutput<typeof adminSystemEndpoints.getSystem>;
/** With ids of their own: rows are known by numbers. */
type Job = System['jobs'][number] & { row: number };
type Adapter = System['adapters'][number] & { row: number };

const ASKED_EVERY_MS = 10_000;
const ago = (moment: string | null) => (moment === null ? t('never') : formatAgo(moment));

/** The installation itself: what runs, what waits, what fails. */
export function SystemPage() {
  const found = useQuery({ ...queryOptions(adminSystemEndpoints.getSystem), refetchInterval: ASKED_EVERY_MS });
  return (
    <>
      <PageHeader
        title={t('system')}
        back={
          <AppLink to={pb.adminDashboard()} aria-label={t('back')}>
            <BackArrow />
          </AppLink>
        }
      />
      <div className="flex-1 overflow-auto grid content-start gap-4 px-gutter pb-8">
        {found.error ? queryFailure(found) : null}
        {found.data ? <Parts system={found.data} /> : found.error ? null : <Skeleton height={240} />}
      </div>
    </>
  );
}

function Parts({ system }: { system: System }) {
  return (
    <>
      <div className="grid gap-4 grid-cols-1 sm:grid-cols-3">
        <Card title={t('versions')}>
          <p>
            {t('version_of', { version: system.version, node: system.node_version, database: system.database_version })}
          </p>
          <p className="number">
            {t('room', { database: formatBytes(system.database_bytes), free: formatBytes(system.free_bytes) })}
          </p>
        </Card>
        <Card title={t('workers')}>
          {system.workers.length === 0 ? <p className="text-red">{t('no_workers')}</p> : null}
          {system.workers.map((worker) => (
            <p key={worker.id} className="flex items-center justify-between gap-2 min-w-0">
              <span className="truncate text-table">{worker.id}</span>
              <StatusChip tone={worker.is_alive ? 'green' : 'red'}>
                {worker.is_alive ? t('worker_alive') : t('worker_dead', { time: ago(worker.beat_at) })}
              </StatusChip>
            </p>
          ))}
          <p className="text-ink-3 text-table">
            {t('sending')}: {t('sending_text', { ...system.sending })}
          </p>
        </Card>
        <TestMail />
      </div>
      <SystemChecks />
      <Card title={t('jobs')}>
        <DataTable<Job>
          tableId="admin-jobs"
          label={t('jobs')}
          columns={jobColumns}
          rows={system.jobs.map((job, row) => ({ ...job, row }))}
          rowId={({ row }) => row}
          rowLabel={(row) => row.task}
          empty={<EmptyState compact title={t('no_jobs')} />}
          card={(row) => ({ title: row.task, subtitle: row.last_error ?? '', end: formatNumber(row.waiting) })}
        />
      </Card>
      <Card title={t('adapters')}>
        <DataTable<Adapter>
          tableId="admin-adapters"
          label={t('adapters')}
          columns={adapterColumns}
          rows={system.adapters.map((adapter, row) => ({ ...adapter, row }))}
          rowId={({ row }) => row}
          rowLabel={(row) => row.adapter}
          empty={<EmptyState compact title={t('no_adapters')} />}
          card={(row) => ({ title: row.adapter, subtitle: row.last_error ?? '', end: ago(row.succeeded_at) })}
        />
      </Card>
    </>
  );
}

const jobColumns: DataColumn<Job>[] = [
  { id: 'task', header: t('column_task'), width: 220, cell: (row) => row.task },
  { id: 'waiting', header: t('column_waiting'), width: 100, cell: (row) => formatNumber(row.waiting) },
  { id: 'running', header: t('column_running'), width: 100, cell: (row) => formatNumber(row.running) },
  { id: 'failing', header: t('column_failing'), width: 100, cell: (row) => formatNumber(row.failing) },
  {
    id: 'error',
    header: t('column_error'),
    width: 420,
    cell: (row) => row.last_error ?? '',
    title: (row) => row.last_error ?? '',
  },
];

const adapterColumns: DataColumn<Adapter>[] = [
  { id: 'adapter', header: t('column_adapter'), width: 180, cell: (row) => row.adapter },
  { id: 'succeeded', header: t('column_succeeded'), width: 150, cell: (row) => ago(row.succeeded_at) },
  { id: 'failed', header: t('column_failed'), width: 150, cell: (row) => ago(row.failed_at) },
  {
    id: 'error',
    header: t('column_error'),
    width: 460,
    cell: (row) => row.last_error ?? '',
    title: (row) => row.last_error ?? '',
  },
];

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      className="grid content-start gap-2 p-4 min-w-0 border border-line rounded-card bg-surface"
      aria-label={title}
    >
      <h2 className="text-section">{title}</h2>
      {children}
    </section>
  );
}

function TestMail() {
  const [to, setTo] = useState(useUser().email);
  const send = useMutation({
    ...mutationOptions(adminSystemEndpoints.sendTestMail),
    onSuccess: () => toast.success(t('test_mail_sent')),
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!send.isPending) send.mutate({ body: { to } });
  }
  return (
    <Card title={t('test_mail')}>
      <form className="grid gap-3" onSubmit={submit}>
        <TextInput
          type="email"
          required
          label={t('test_mail_to')}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <AppButton type="submit" loading={send.isPending}>
          {t('test_mail_send')}
        </AppButton>
      </form>
    </Card>
  );
}
