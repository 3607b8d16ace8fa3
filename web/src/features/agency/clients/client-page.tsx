import { type AgencyClient, agencyEndpoints } from '@overture/contract/agency';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { formatNumber } from '../../../lib/format.ts';
import { AppLink, useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { BackArrow, PageHeader } from '../../../ui/layout/page-header.tsx';
import { ClientReportPage } from '../report/report-page.tsx';
import { t } from '../texts.ts';
import { CancelClientDialog } from './cancel-client-dialog.tsx';
import { ClientCap } from './client-cap.tsx';
import { ClientTeam } from './client-team.tsx';
import { ClientStats } from './clients-page.tsx';
import { EndedClient } from './ended-client.tsx';
import { CreditsNote, ExtrasSliders, PriceBreakdown, PriceConfirmation } from './extras-sliders.tsx';

const TOAST_MS = 2000;

/** One client: what it has, what it costs, and its people. */
export function ClientPage({ id }: { id: number }) {
  const go = useGo();
  const found = useQuery(queryOptions(agencyEndpoints.getClient, { params: { id } }));
  const client = found.data?.client;
  return (
    <>
      <PageHeader
        title={
          client ? (
            <span className="inline-flex items-center gap-2">
              <PersonAvatar name={client.name} picture_url={client.logo} size={28} shape="square" />
              {client.name}
            </span>
          ) : (
            t('clients')
          )
        }
        subtitle={client?.website_url}
        back={
          <AppLink to={pb.clients()} aria-label={t('back')}>
            <BackArrow />
          </AppLink>
        }
        actions={
          client ? (
            <>
              <AppButton onClick={() => go(pb.clientReport(id))}>{t('report')}</AppButton>
              <Subscription client={client} />
            </>
          ) : null
        }
      />
      <div className="flex-1 overflow-auto px-gutter pb-8">
        {queryFailure(found)}
        {found.isPending ? <Skeleton height={320} radius={12} /> : null}
        {client ? <ClientCards client={client} /> : null}
      </div>
    </>
  );
}

function ClientCards({ client }: { client: AgencyClient }) {
  const { extra_email_accounts, extra_linkedin_accounts, extra_credits } = client;
  return (
    <div className="grid gap-4 max-w-240">
      <EndedClient client={client} />
      <div className="p-4 border border-line rounded-card bg-surface">
        <ClientStats client={client} />
        <CreditsDue client={client} />
      </div>
      {/* Resets when the stored values change. */}
      <Extras key={`${extra_email_accounts} ${extra_linkedin_accounts} ${extra_credits}`} client={client} />
      {client.cancelled_at === null ? <ClientCap id={client.id} /> : null}
      <ClientTeam client={client} />
    </div>
  );
}

function CreditsDue({ client: { credits_due } }: { client: AgencyClient }) {
  if (!credits_due) return null;
  const { credits, from, url } = credits_due;
  return (
    <p className="flex flex-wrap gap-2 mt-3 text-ink-2 text-table">
      {t(from === 'invoice' ? 'due_by_invoice' : 'due_by_balance', { credits: formatNumber(credits) })}
      {url ? (
        <a href={url} target="_blank" rel="noreferrer">
          {t('pay_invoice')}
        </a>
      ) : null}
    </p>
  );
}

function Subscription({ client }: { client: AgencyClient }) {
  const [isAsking, setAsking] = useState(false);
  const restore = useMutation({
    ...mutationOptions(agencyEndpoints.restoreClient),
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('restored'));
    },
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
  const isErased = client.erase_at !== null && Date.parse(client.erase_at) <= Date.now();
  return (
    <>
      {client.active_subscription_whitelabel ? (
        <AppButton onClick={() => setAsking(true)}>{t('cancel_subscription')}</AppButton>
      ) : isErased ? null : (
        <AppButton loading={restore.isPending} onClick={() => restore.mutate({ params: { id: client.id } })}>
          {t('restore')}
        </AppButton>
      )}
      {/* Stays while the page changes under it: it says that the client is cancelled. */}
      {isAsking ? <CancelClientDialog client={client} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function Extras({ client }: { client: AgencyClient }) {
  const { extra_email_accounts, extra_linkedin_accounts, extra_credits } = client;
  const stored = { extra_email_accounts, extra_linkedin_accounts, extra_credits };
  const [extras, setExtras] = useState(stored);
  const [isSure, setSure] = useState(false);
  const isChanged = JSON.stringify(extras) !== JSON.stringify(stored);
  const save = useMutation({
    ...mutationOptions(agencyEndpoints.updateClient),
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('updated'));
    },
    onError: (error) => toast.error(errorMessage(error, t('update_failed')), { duration: TOAST_MS }),
  });
  return (
    <section className="grid gap-4 p-4 border border-line rounded-card bg-surface" aria-label={t('extras')}>
      <h2 className="text-section">{t('extras')}</h2>
      <div className="grid gap-6 grid-cols-1 sm:grid-cols-2">
        <ExtrasSliders
          value={extras}
          disabled={!client.active_subscription_whitelabel}
          onChange={(next) => {
            setExtras(next);
            setSure(false);
          }}
        />
        <PriceBreakdown extras={extras} />
      </div>
      {isChanged ? (
        <div className="grid gap-3">
          <CreditsNote from={client.credits_from} />
          <PriceConfirmation extras={extras} checked={isSure} onChange={setSure} />
          <AppButton
            kind="primary"
            disabled={!isSure}
            loading={save.isPending}
            onClick={() => save.mutate({ params: { id: client.id }, body: extras })}
          >
            {t('save')}
          </AppButton>
        </div>
      ) : null}
    </section>
  );
}

const route = getRouteApi('/private/agency/clients/$id/{-$view}');

/** The client, or under `report` its months: one route, since every route is paid for by the first page of everybody. */
export function ClientScreen() {
  const { id, view } = route.useParams() as { id: string; view?: string };
  return view === 'report' ? <ClientReportPage key={id} id={Number(id)} /> : <ClientPage key={id} id={Number(id)} />;
}
