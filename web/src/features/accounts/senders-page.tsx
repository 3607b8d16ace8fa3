import { useMatches } from '@mantine/core';
import { type Account, accountsEndpoints } from '@overture/contract/accounts';
import type { User } from '@overture/contract/auth';
import type { Listed } from '@overture/contract/endpoint';
import { canSeeBilling } from '@overture/domain/access/permissions';
import { canReconnect, isEmailAccount, isMessagingAccount, senderName } from '@overture/domain/accounts';
import {
  IconPlugConnected,
  IconPlugConnectedX,
  IconPlus,
  IconRefresh,
  IconSettings,
  IconStethoscope,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { formatDate } from '../../lib/format.ts';
import { AppLink, useGo } from '../../lib/navigation/navigation.tsx';
import { type Path, pb } from '../../lib/navigation/paths.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DiagnoseButton, Diagnosis } from '../diagnosis/index.ts';
import classes from './accounts.module.css';
import { ConnectDialog, TrialLimitDialog } from './connect-dialog.tsx';
import { linkExpiry, openAddress } from './open-connect-page.ts';
import { RemoveSenderDialog } from './remove-sender-dialog.tsx';
import { SenderLimits, SenderName, SenderStatus } from './sender-cells.tsx';
import { summarizeSlots } from './sender-slots.ts';
import { SendersSummary } from './senders-summary.tsx';
import { SenderSettingsDialog } from './settings/sender-settings-dialog.tsx';
import { t } from './texts.ts';
import { useSenders } from './use-senders.ts';

type OpenSender = { dialog: 'settings' | 'remove' | 'diagnose'; id: number };
type Open = { dialog: 'connect' | 'trial' } | OpenSender | undefined;
type Dialog = NonNullable<Open>['dialog'];

function ManageBilling({ user }: { user: User }) {
  return canSeeBilling(user) && !user.organization.is_whitelabel ? (
    <AppLink to={pb.billing()} className="text-table">
      {t('manage_billing')}
    </AppLink>
  ) : null;
}

function ByHandLink({ accounts = [] }: { accounts: readonly Account[] | undefined }) {
  return accounts.some(({ is_assisted }) => is_assisted) ? (
    <AppLink to={pb.linkedinTasks()} className="text-table">
      {t('open_by_hand')}
    </AppLink>
  ) : null;
}

function DeliverabilityLink({ accounts = [] }: { accounts: readonly Account[] | undefined }) {
  return accounts.some(({ account_type }) => isEmailAccount(account_type)) ? (
    <AppLink to={pb.deliverability()} className="text-table">
      {t('open_deliverability')}
    </AppLink>
  ) : null;
}

interface SendersPageProps {
  settingsOf?: number | undefined;
  /** Puts notices above the table, where there is reason. */
  withNotices?: (table: ReactNode) => ReactNode;
}

function NoSenders({ connect }: { connect: ReactNode }) {
  return (
    <EmptyState
      icon={<IconPlugConnected size={22} />}
      title={t('empty_title')}
      text={t('empty_text')}
      action={connect}
    />
  );
}

/** The user names the senders before the list has come, and before an old one is refetched: nothing moves when it does. */
function findShown({ data, isFetching }: ReturnType<typeof useSenders>, { linked_accounts }: User) {
  const stored = data?.accounts;
  const hasNone = !stored?.length && linked_accounts.length === 0;
  const isOld = stored?.length === 0 && !hasNone && isFetching;
  return { accounts: isOld ? undefined : stored, hasNone };
}

/** Accounts that campaigns send from: their health, budgets and settings. */
export function SendersPage({ settingsOf, withNotices = (table) => table }: SendersPageProps) {
  const user = useUser();
  const list = useSenders();
  const { accounts, hasNone } = findShown(list, user);
  const slots = summarizeSlots(user, accounts ?? []);
  const [open, setOpen] = useState<Open>(settingsOf === undefined ? undefined : { dialog: 'settings', id: settingsOf });
  // An answer may come after its dialog was closed: it closes that one only, not the next.
  const close = (dialog: Dialog) => () => setOpen((now) => (now?.dialog === dialog ? undefined : now));
  const isTrialFull = !slots.decision.allowed && slots.decision.reason === 'trial';
  const connect = (
    <AppButton
      key="connect"
      kind="primary"
      icon={<IconPlus size={16} aria-hidden />}
      disabled={accounts === undefined}
      onClick={() => setOpen({ dialog: isTrialFull ? 'trial' : 'connect' })}
    >
      {t('connect_new')}
    </AppButton>
  );
  return (
    <>
      <PageHeader
        title={t(user.organization.branding_settings.campaign_creation_enabled ? 'title' : 'title_accounts')}
        subtitle={t('subtitle')}
        actions={[
          <ManageBilling key="billing" user={user} />,
          <ByHandLink key="by-hand" accounts={accounts} />,
          <DeliverabilityLink key="deliverability" accounts={accounts} />,
          hasNone ? null : connect,
        ]}
      />
      {hasNone || (list.isError && !accounts) ? null : <SendersSummary accounts={accounts} slots={slots} />}
      {withNotices(
        <SendersTable
          accounts={accounts}
          empty={<NoSenders connect={connect} />}
          error={queryFailure(list)}
          onOpen={setOpen}
        />,
      )}
      <ConnectDialog
        opened={open?.dialog === 'connect'}
        onClose={close('connect')}
        slots={slots}
        accounts={accounts ?? []}
      />
      <TrialLimitDialog opened={open?.dialog === 'trial'} onClose={close('trial')} />
      {open && 'id' in open ? <SenderDialog open={open} accounts={accounts} onOpen={setOpen} close={close} /> : null}
    </>
  );
}

interface SenderDialogProps {
  open: OpenSender;
  accounts: readonly Account[] | undefined;
  onOpen: (open: Open) => void;
  close: (dialog: Dialog) => () => void;
}

function SenderDialog({ open: { dialog, id }, accounts, onOpen, close }: SenderDialogProps) {
  const chosen = accounts?.find((account) => account.id === id);
  if (!chosen) return null;
  if (dialog === 'diagnose')
    return (
      <Diagnosis
        of={{ account_id: id }}
        name={senderName(chosen)}
        onClose={close(dialog)}
        onCure={(cure) => {
          if (cure === 'open_sender') onOpen({ dialog: 'settings', id });
          // The row has the button to reconnect, and the notice above the one to resume.
          return cure === 'open_sender' || cure === 'reconnect_sender' || cure === 'release_guard';
        }}
      />
    );
  const Opened = dialog === 'settings' ? SenderSettingsDialog : RemoveSenderDialog;
  return <Opened account={chosen} onClose={close(dialog)} />;
}

interface SendersTableProps {
  accounts: readonly Listed<Account>[] | undefined;
  empty: React.ReactNode;
  error: React.ReactNode;
  onOpen: (open: Open) => void;
}

function SendersTable({ accounts, empty, error, onOpen }: SendersTableProps) {
  const isNarrow = useMatches({ base: true, sm: false }, { getInitialValueInEffect: false });
  const columns = useMemo(() => senderColumns(onOpen), [onOpen]);
  return (
    <div className={classes.table}>
      <DataTable
        tableId="senders"
        label={t('table')}
        columns={columns}
        rows={accounts}
        rowId={(account) => account.id}
        rowLabel={senderName}
        skeletonRows={3}
        empty={empty}
        error={error}
        card={(account) => ({
          title: (
            <span className="block pt-2.5">
              <SenderName account={account} />
            </span>
          ),
          subtitle: (
            <span className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-1.5 pb-3">
              <SenderStatus account={account} />
              <SenderLimits account={account} />
            </span>
          ),
        })}
        {...(isNarrow
          ? { rowActions: (account: Listed<Account>) => <SenderMenu account={account} onOpen={onOpen} /> }
          : undefined)}
      />
    </div>
  );
}

function senderColumns(onOpen: (open: Open) => void): DataColumn<Listed<Account>>[] {
  return [
    {
      id: 'account',
      header: t('column_account'),
      width: 290,
      cell: (account) => <SenderName account={account} />,
      title: senderName,
    },
    { id: 'status', header: t('column_status'), width: 250, cell: (account) => <SenderStatus account={account} /> },
    { id: 'limits', header: t('column_limits'), width: 230, cell: (account) => <SenderLimits account={account} /> },
    {
      id: 'connected',
      header: t('column_connected'),
      width: 130,
      cell: (account) => <DateText value={account.created_at} format={formatDate} />,
    },
    {
      id: 'actions',
      header: t('column_actions'),
      width: 240,
      interactive: true,
      cell: (account) => <SenderActions account={account} onOpen={onOpen} />,
    },
  ];
}

interface ActionsProps {
  account: Listed<Account>;
  onOpen: (open: Open) => void;
}

function useReconnect(account: Account) {
  const go = useGo();
  const options = {
    onSuccess: ({ url }: { url: string }) => openAddress(url, (path) => go(path as Path)),
    onError: (error: Error) => toast.error(errorMessage(error, t('reconnect_failed'))),
  };
  const email = useMutation({ ...mutationOptions(accountsEndpoints.reconnectEmail), ...options });
  const linkedin = useMutation({ ...mutationOptions(accountsEndpoints.linkLinkedin), ...options });
  const account_id = account.id;
  return {
    isPending: email.isPending || linkedin.isPending,
    reconnect: () =>
      isEmailAccount(account.account_type)
        ? email.mutate({ body: { account_id } })
        : linkedin.mutate({ body: { account_id, expiresOn: linkExpiry() } }),
  };
}

/** The same actions behind one button, for narrow screens. */
function SenderMenu({ account, onOpen }: ActionsProps) {
  const { reconnect } = useReconnect(account);
  return (
    <ActionMenu
      label={t('actions_of', { name: senderName(account) })}
      entries={[
        ...(canReconnect(account.status)
          ? [
              {
                id: 'reconnect',
                label: t('reconnect'),
                icon: <IconRefresh size={16} aria-hidden />,
                onSelect: reconnect,
              },
            ]
          : []),
        ...(isMessagingAccount(account.account_type)
          ? []
          : [
              {
                id: 'diagnose',
                label: t('diagnose'),
                icon: <IconStethoscope size={16} aria-hidden />,
                onSelect: () => onOpen({ dialog: 'diagnose', id: account.id }),
              },
              {
                id: 'settings',
                label: t('settings_title'),
                icon: <IconSettings size={16} aria-hidden />,
                onSelect: () => onOpen({ dialog: 'settings', id: account.id }),
              },
            ]),
        ...(account.may_delete
          ? [
              {
                id: 'remove',
                label: t('remove'),
                icon: <IconPlugConnectedX size={16} aria-hidden />,
                danger: true,
                onSelect: () => onOpen({ dialog: 'remove', id: account.id }),
              },
            ]
          : []),
      ]}
    />
  );
}

function SenderActions({ account, onOpen }: ActionsProps) {
  const { reconnect, isPending } = useReconnect(account);
  const name = senderName(account);
  return (
    <span className={`${classes.actions} inline-flex items-center gap-0.5 -ms-1.75`}>
      {canReconnect(account.status) ? (
        <AppButton size="small" icon={<IconRefresh size={15} aria-hidden />} loading={isPending} onClick={reconnect}>
          {t('reconnect')}
        </AppButton>
      ) : null}
      {isMessagingAccount(account.account_type) ? null : (
        <DiagnoseButton
          label={t('diagnose_of', { name })}
          onClick={() => onOpen({ dialog: 'diagnose', id: account.id })}
        />
      )}
      {isMessagingAccount(account.account_type) ? null : (
        <IconButton label={t('settings_of', { name })} onClick={() => onOpen({ dialog: 'settings', id: account.id })}>
          <IconSettings size={17} stroke={1.7} aria-hidden />
        </IconButton>
      )}
      {account.may_delete ? (
        <IconButton label={t('remove_of', { name })} onClick={() => onOpen({ dialog: 'remove', id: account.id })}>
          <IconPlugConnectedX size={17} stroke={1.7} aria-hidden />
        </IconButton>
      ) : null}
    </span>
  );
}
