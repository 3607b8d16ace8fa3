import { Tabs, TextInput } from '@mantine/core';
import { type AdminOrganization, adminEndpoints } from '@overture/contract/admin';
import { adminFiguresEndpoints } from '@overture/contract/admin-figures';
import { PAGE_SIZES } from '@overture/domain/limits';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatDateTime } from '../../lib/format.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { BackArrow, PageHeader } from '../../ui/layout/page-header.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { usePager } from '../../ui/table/use-pager.ts';
import { EventTable } from '../security-log/index.ts';
import { AnalyticsTab, CostsTab } from './figures-tabs.tsx';
import { SendersTab, UsersTab } from './people-tabs.tsx';
import { PlanChip } from './plan-chip.tsx';
import { PlanTab } from './plan-tab.tsx';
import { t } from './texts.ts';

/** The security log of an organization, as its own managers read it. */
function SecurityTab({ id }: { id: number }) {
  const { page, setPage } = usePager();
  const list = useQuery({
    ...queryOptions(adminFiguresEndpoints.listAdminSecurityEvents, { params: { id }, query: { page } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <EventTable
        rows={list.data?.events}
        isStale={list.isPlaceholderData}
        error={queryFailure(list)}
        empty={<EmptyState title={t('no_events')} />}
      />
      <Pagination
        page={page}
        pageSize={PAGE_SIZES.security_events}
        total={list.data?.total_events}
        onChange={setPage}
      />
    </>
  );
}

const TABS = ['costs', 'analytics', 'users', 'senders', 'plan', 'security'] as const;

/** One organization, for who runs the installation. The chosen tab is remembered. */
export function OrganizationPage({ id }: { id: number }) {
  const found = useQuery(queryOptions(adminEndpoints.getAdminOrganization, { params: { id } }));
  const [tab, setTab] = useState(() => readStored('admin-tab', 'analytics'));
  const organization = found.data?.organization;
  return (
    <>
      <PageHeader
        title={organization?.name ?? t('organizations')}
        back={
          <AppLink to={pb.adminDashboard()} aria-label={t('back')}>
            <BackArrow />
          </AppLink>
        }
        actions={organization ? <Suspension organization={organization} /> : null}
      />
      <div className="flex-1 overflow-auto px-gutter pb-8">
        {found.error ? queryFailure(found) : null}
        {organization ? (
          <>
            <SuspendedNote organization={organization} />
            <Tabs
              value={TABS.some((name) => name === tab) ? tab : 'analytics'}
              keepMounted={false}
              onChange={(next) => {
                setTab(next ?? 'analytics');
                writeStored('admin-tab', next ?? 'analytics');
              }}
            >
              <Tabs.List aria-label={t('tabs')} className="flex-nowrap overflow-x-auto scrollbar-none mb-4">
                {TABS.map((name) => (
                  <Tabs.Tab key={name} value={name} className="flex-none">
                    {t(`tab_${name}`)}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              <Panels organization={organization} />
            </Tabs>
          </>
        ) : found.error ? null : (
          <Skeleton height={240} />
        )}
      </div>
    </>
  );
}

function Panels({ organization }: { organization: AdminOrganization }) {
  const { id, users } = organization;
  return (
    <>
      <Tabs.Panel value="costs">
        <CostsTab id={id} />
      </Tabs.Panel>
      <Tabs.Panel value="analytics">
        <AnalyticsTab id={id} />
      </Tabs.Panel>
      <Tabs.Panel value="users">
        <UsersTab users={users} />
      </Tabs.Panel>
      <Tabs.Panel value="senders">
        <SendersTab id={id} />
      </Tabs.Panel>
      <Tabs.Panel value="security">
        <SecurityTab id={id} />
      </Tabs.Panel>
      <Tabs.Panel value="plan">
        <PlanTab key={id} organization={organization} />
      </Tabs.Panel>
    </>
  );
}

function SuspendedNote({ organization: { suspended_at, suspended_reason } }: { organization: AdminOrganization }) {
  if (suspended_at === null) return null;
  return (
    <p className="mb-3 text-red">
      {t('suspended_since', { time: formatDateTime(suspended_at) })} {suspended_reason}
    </p>
  );
}

function Suspension({ organization }: { organization: AdminOrganization }) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const params = { id: organization.id };
  const after = (text: string) => ({
    onSuccess: async () => {
      setAsking(false);
      await whenRefetched();
      toast.success(text);
    },
    onError: (error: unknown) => toast.error(errorMessage(error, t('failed'))),
  });
  const suspend = useMutation({
    ...mutationOptions(adminEndpoints.suspendOrganization),
    ...after(t('suspended_toast')),
  });
  const resume = useMutation({ ...mutationOptions(adminEndpoints.resumeOrganization), ...after(t('resumed_toast')) });
  return (
    <>
      <PlanChip organization={organization} />
      {organization.suspended_at ? (
        <AppButton loading={resume.isPending} onClick={() => resume.mutate({ params })}>
          {t('resume')}
        </AppButton>
      ) : (
        <AppButton onClick={() => setAsking(true)}>{t('suspend')}</AppButton>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('suspend_title', { name: organization.name })}
        confirmLabel={t('suspend')}
        danger
        pending={suspend.isPending}
        onConfirm={() => suspend.mutate({ params, body: { reason } })}
      >
        <p>{t('suspend_text')}</p>
        <TextInput
          className="mt-3"
          label={t('suspend_reason')}
          value={reason}
          maxLength={200}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </>
  );
}

const route = getRouteApi('/private/admin/organizations/$id');

export function AdminOrganizationScreen() {
  const { id } = route.useParams() as { id: string };
  return <OrganizationPage key={id} id={Number(id)} />;
}
