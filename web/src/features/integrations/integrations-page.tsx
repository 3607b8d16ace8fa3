import { type Integration, integrationsEndpoints } from '@overture/contract/integrations';
import { may } from '@overture/domain/access/permissions';
import { IconLifebuoy } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { errorMessage, mutationOptions, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { useBranding } from '../../lib/branding.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { BookingPages } from '../meetings/index.ts';
import { IntegrationCard } from './integration-card.tsx';
import { RecentPushes } from './recent-pushes.tsx';
import { t } from './texts.ts';
import { useIntegrations } from './use-integrations.ts';

const MappingPanel = lazyPart(() => import('./mapping-panel.tsx').then((file) => ({ default: file.MappingPanel })));
const SyncPanel = lazyPart(() => import('./sync-panel.tsx').then((file) => ({ default: file.SyncPanel })));

/** What a CRM's page of consent put into the address. */
interface CrmConsentAnswer {
  state: string | undefined;
  code: string | undefined;
  error: string | undefined;
}

/** CRMs that are connected and that can be, what was pushed lately, and where to ask. */
export function IntegrationsPage({ answer }: { answer: CrmConsentAnswer }) {
  const client = useQueryClient();
  const { query, integrations } = useIntegrations();
  const [mapped, setMapped] = useState<Integration | undefined>();
  const [synced, setSynced] = useState<Integration | undefined>();
  const mayManage = may(useUser(), 'integrations');
  const isConnecting = useConsentReturn(answer, integrations);
  useLiveEvent('integration_changed', () => void refetch(client, integrationsEndpoints.listIntegrations));
  // The cards wait for the connection that is being made: nothing jumps when it is there.
  const shown = isConnecting ? [] : (integrations ?? []);
  const connected = shown.filter((one) => one.connected || one.needs_reconnect);
  const available = shown.filter((one) => !connected.includes(one));
  const card = (integration: Integration) => (
    <IntegrationCard
      key={integration.integration_type}
      integration={integration}
      onMapping={() => setMapped(integration)}
      onSync={() => setSynced(integration)}
    />
  );
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className="flex flex-1 flex-col gap-8 overflow-auto px-gutter pt-3 pb-12">
        {queryFailure(query)}
        {query.isPending || isConnecting ? <CardSkeletons /> : null}
        {connected.length > 0 ? <CardGroup title={t('connected_title')}>{connected.map(card)}</CardGroup> : null}
        {connected.length > 0 ? <RecentPushes /> : null}
        {available.length > 0 ? <CardGroup title={t('available_title')}>{available.map(card)}</CardGroup> : null}
        {mayManage ? <BookingPages /> : null}
        <NeedHelp />
      </div>
      <Suspense fallback={null}>
        {mapped ? <MappingPanel integration={mapped} onClose={() => setMapped(undefined)} /> : null}
        {synced ? <SyncPanel integration={synced} onClose={() => setSynced(undefined)} /> : null}
      </Suspense>
    </>
  );
}

/** Finishes the return from a consent page, once. Returns whether it is being finished. */
function useConsentReturn(answer: CrmConsentAnswer, integrations: Integration[] | undefined): boolean {
  const go = useGo();
  const [given] = useState(answer);
  const isStarted = useRef(false);
  const type = given.state?.split('.')[0];
  const name = integrations?.find((one) => one.integration_type === type)?.name ?? '';
  const latestName = useRef(name);
  useEffect(() => {
    latestName.current = name;
  });
  const finish = useMutation({
    ...mutationOptions(integrationsEndpoints.connectIntegration),
    onSuccess: ({ integration }) => {
      toast.success(t('connect_done', { name: integration?.name ?? '' }));
      return whenRefetched();
    },
    onError: (error) => toast.error(errorMessage(error, t('connect_failed', { name: latestName.current }))),
  });
  const { mutate } = finish;
  useEffect(() => {
    if (given.state === undefined || type === undefined || isStarted.current) return;
    isStarted.current = true;
    mutate({ params: { id: type }, body: { state: given.state, code: given.code, error: given.error } });
    go(pb.integrations(), { replace: true });
  }, [given, type, mutate, go]);
  return finish.isPending;
}

function CardGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-section">{title}</h2>
      <div className="grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(100%,320px),1fr))]">{children}</div>
    </section>
  );
}

function CardSkeletons() {
  return (
    <div className="grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(100%,320px),1fr))]" aria-hidden>
      {[1, 2, 3, 4].map((key) => (
        <div key={key} className="flex flex-col gap-3 p-4 border border-line rounded-card">
          <Skeleton width={140} />
          <Skeleton width={220} />
          <Skeleton width={90} />
        </div>
      ))}
    </div>
  );
}

function NeedHelp() {
  const email = useBranding()?.support_email;
  return (
    <aside className="flex gap-3 max-w-[680px] p-4 border border-line rounded-card bg-raised">
      <span className="text-accent" aria-hidden>
        <IconLifebuoy size={20} />
      </span>
      <div className="flex flex-col gap-1">
        <h2 className="text-body font-semibold">{t('help_title')}</h2>
        <p className="text-ink-2 text-table">{t('help_text')}</p>
        {email ? (
          <a className="text-table" href={`mailto:${email}`}>
            {t('help_support', { email })}
          </a>
        ) : null}
      </div>
    </aside>
  );
}

const route = getRouteApi('/private/settings/integrations');

export function IntegrationsScreen() {
  return <IntegrationsPage answer={route.useSearch()} />;
}
