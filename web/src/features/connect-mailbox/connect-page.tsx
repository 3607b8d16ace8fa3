import { accountsEndpoints } from '@overture/contract/accounts';
import { appInfoEndpoints } from '@overture/contract/app-info';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { AppLink, useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { PageSpinner } from '../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { BackArrow, PageHeader } from '../../ui/layout/page-header.tsx';
import { AddressStep } from './address-step.tsx';
import { ChooseWay } from './choose-way.tsx';
import { ServersStep } from './servers-step.tsx';
import { t } from './texts.ts';
import { useConnect } from './use-connect.ts';

/** Our own connect page: POST /email/connect/ answers its address, POST /email/reconnect/ the same with a sender. */
export function ConnectPage({ accountId }: { accountId: number | undefined }) {
  const go = useGo();
  const info = useQuery({ ...queryOptions(appInfoEndpoints.getAppInfo), staleTime: Number.POSITIVE_INFINITY });
  const accounts = useQuery({ ...queryOptions(accountsEndpoints.listAccounts), enabled: accountId !== undefined });
  const account = accounts.data?.accounts.find((entry) => entry.id === accountId);
  const failure = queryFailure(info) ?? queryFailure(accounts);
  const isReady = info.data && (accountId === undefined || accounts.data);
  return (
    <>
      <PageHeader
        title={account ? t('title_again', { email: account.email ?? account.name }) : t('title')}
        subtitle={t('subtitle')}
        back={
          <AppLink to={pb.senders()} aria-label={t('back')}>
            <BackArrow />
          </AppLink>
        }
      />
      {failure ??
        (!isReady ? (
          <PageSpinner label={t('title')} />
        ) : accountId !== undefined && !account?.email ? (
          <EmptyState
            icon={<IconPlugConnectedX size={22} />}
            title={t('not_found')}
            text={t('not_found_text')}
            action={<AppButton onClick={() => go(pb.senders())}>{t('show_senders')}</AppButton>}
          />
        ) : (
          <Steps
            key={accountId}
            info={info.data}
            account={account?.email ? { ...account, email: account.email } : undefined}
          />
        ))}
    </>
  );
}

interface StepsProps {
  info: EndpointOutput<(typeof appInfoEndpoints)['getAppInfo']>;
  account: { id: number; name: string; email: string } | undefined;
}

function Steps({ info, account }: StepsProps) {
  const user = useUser();
  const go = useGo();
  const connect = useConnect({ name: account?.name ?? user.name, account, sandbox: info.sandbox_mail });
  return (
    <div className="w-full max-w-[608px] pt-2 px-gutter pb-12">
      {connect.step === 'way' ? <ChooseWay hasSandbox={info.sandbox_mail !== null} onChoose={connect.choose} /> : null}
      {connect.step === 'address' ? (
        <AddressStep
          form={connect.form}
          isEmailFixed={account !== undefined}
          onChange={connect.change}
          isLooking={connect.isLooking}
          onNext={() => void connect.findServers()}
          onBack={() => (account ? go(pb.senders()) : connect.back())}
        />
      ) : null}
      {connect.step === 'servers' ? (
        <ServersStep
          form={connect.form}
          provider={connect.provider}
          isAgain={account !== undefined}
          isRunning={connect.isRunning}
          refusal={connect.refusal}
          onChange={connect.change}
          onSubmit={connect.submit}
          onBack={connect.back}
        />
      ) : null}
    </div>
  );
}

const route = getRouteApi('/private/connect-email');

export function ConnectEmailScreen() {
  const { account_id } = route.useSearch();
  return <ConnectPage accountId={account_id} />;
}
