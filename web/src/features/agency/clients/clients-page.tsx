import { type AgencyClientRow, agencyEndpoints } from '@overture/contract/agency';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { t } from '../texts.ts';
import { CreateClientDialog, type CreatedClient } from './create-client-dialog.tsx';
import { InviteLinkDialog } from './invite-link-dialog.tsx';

/** Whom the agency looks after, in force and cancelled. */
export function ClientsPage() {
  const list = useQuery(queryOptions(agencyEndpoints.listClients));
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<CreatedClient | null>(null);
  const clients = list.data?.clients;
  const active = clients?.filter((client) => client.active_subscription_whitelabel) ?? [];
  const cancelled = clients?.filter((client) => !client.active_subscription_whitelabel) ?? [];
  const addButton = (
    <AppButton kind="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('add')}
    </AppButton>
  );
  return (
    <>
      <PageHeader title={t('clients')} actions={addButton} />
      <div className="flex-1 overflow-auto px-gutter pb-8">
        {queryFailure(list)}
        {list.isPending ? <Loading /> : null}
        {clients?.length === 0 ? (
          <EmptyState icon={<IconUsersGroup size={22} />} title={t('none')} text={t('none_text')} action={addButton} />
        ) : null}
        {clients && clients.length > 0 ? (
          <>
            <dl className="grid grid-cols-2 gap-4 m-0 mb-6 max-w-120">
              <Count label={t('active_clients')} value={active.length} />
              <Count label={t('cancelled_clients')} value={cancelled.length} />
            </dl>
            <Grid title={t('active_title', { count: active.length })} clients={active} />
            <Grid title={t('cancelled_title', { count: cancelled.length })} clients={cancelled} />
          </>
        ) : null}
      </div>
      {isAdding ? (
        <CreateClientDialog
          creditsFrom={list.data?.credits_from ?? 'unlimited'}
          onClose={() => setAdding(false)}
          onCreated={(client) => {
            setAdding(false);
            setCreated(client);
          }}
        />
      ) : null}
      {created ? <InviteLinkDialog client={created} url={created.url} onDone={() => setCreated(null)} /> : null}
    </>
  );
}

const CARDS = 'grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))]';

function Loading() {
  return (
    <div role="status" aria-label={t('loading')}>
      <p className="mb-3 text-ink-3">{t('loading')}</p>
      <div className={CARDS}>
        {[0, 1, 2].map((key) => (
          <Skeleton key={key} height={148} radius={12} />
        ))}
      </div>
    </div>
  );
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div className="p-4 border border-line rounded-card bg-surface">
      <dt className="text-ink-3 text-table">{label}</dt>
      <dd className="m-0 text-title font-semibold number">{formatNumber(value)}</dd>
    </div>
  );
}

function Grid({ title, clients }: { title: string; clients: AgencyClientRow[] }) {
  if (clients.length === 0) return null;
  return (
    <section aria-label={title} className="mb-6">
      <h2 className="mb-3 text-section">{title}</h2>
      <ul className={`${CARDS} m-0 p-0 list-none`}>
        {clients.map((client) => (
          <li key={client.id}>
            <ClientCard client={client} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ClientCard({ client }: { client: AgencyClientRow }) {
  const isActive = client.active_subscription_whitelabel;
  return (
    <AppLink
      to={pb.client(client.id)}
      className="grid content-start gap-3 h-full p-4 border border-line rounded-card bg-surface text-ink hover:border-line-control hover:no-underline data-dimmed:bg-sunken"
      data-dimmed={!isActive || undefined}
    >
      <span className="flex items-center gap-3 min-w-0">
        <PersonAvatar name={client.name} picture_url={client.logo} size={36} shape="square" />
        <span className="flex flex-1 flex-col min-w-0">
          <span className="font-semibold truncate">{client.name}</span>
          <span className="text-ink-3 text-table truncate">{client.website_url}</span>
        </span>
        {isActive ? null : <StatusChip tone="grey">{t('cancelled')}</StatusChip>}
      </span>
      <span className="text-ink-3 text-meta">{t('since', { date: formatDate(client.created_at) })}</span>
      <ClientStats client={client} />
      {client.credits_due ? (
        <span className="text-ink-2 text-meta">
          {t(client.credits_due.from === 'invoice' ? 'due_by_invoice' : 'due_by_balance', {
            credits: formatNumber(client.credits_due.credits),
          })}
        </span>
      ) : null}
    </AppLink>
  );
}

/** The counted figures of a client. */
export function ClientStats({ client }: { client: AgencyClientRow }) {
  const stats = [
    [t('users'), client.total_users],
    [t('campaigns'), client.total_campaigns],
    [t('prospects'), client.total_prospects],
    [t('credits_left'), client.email_credits],
  ] as const;
  return (
    <span className="grid grid-cols-[repeat(4,minmax(0,auto))] justify-between gap-2">
      {stats.map(([label, value]) => (
        <span key={label} className="flex flex-col min-w-0">
          <span className="font-semibold number truncate">{formatNumber(value)}</span>
          <span className="text-ink-3 text-meta truncate" title={label}>
            {label}
          </span>
        </span>
      ))}
    </span>
  );
}
