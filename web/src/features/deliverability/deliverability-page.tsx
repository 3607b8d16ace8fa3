import type { Account } from '@overture/contract/accounts';
import { deliverabilityOverviewEndpoints, type MailboxHealth } from '@overture/contract/deliverability-overview';
import type { CheckStatus } from '@overture/domain/deliverability/deliverability';
import { IconInbox, IconMailCheck, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatDateTime, formatNumber, formatPercent } from '../../lib/format.ts';
import { sayText } from '../../lib/language/said.ts';
import { AppLink, useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusChip, type StatusTone } from '../../ui/feedback/status-chip.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { BackArrow, PageHeader } from '../../ui/layout/page-header.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { SenderLimits, SenderName, useSenders } from '../accounts/index.ts';
import { DiagnoseButton, Diagnosis } from '../diagnosis/index.ts';
import { OpenFall } from './placement/placement-notice.tsx';
import { t } from './texts.ts';

/** A mailbox with its settings and today's budget. */
interface MailboxRow extends MailboxHealth {
  account: Account;
}

/** Senders, domains, DNS, ramps, bounces, blocklists, and what to change about each mailbox. */
export function DeliverabilityPage() {
  const go = useGo();
  const health = useQuery(queryOptions(deliverabilityOverviewEndpoints.listDeliverability));
  const senders = useSenders();
  const [diagnosed, setDiagnosed] = useState<Account>();
  const rows = toRows(health.data?.mailboxes, senders.data?.accounts);
  const lists = health.data?.blocklists;
  return (
    <>
      <Head />
      <OpenFall />
      {rows && rows.length > 0 ? <Summary rows={rows} /> : null}
      <DataTable
        tableId="deliverability"
        label={t('table')}
        columns={columnsOf((lists ?? []).length > 0)}
        rows={rows}
        rowId={({ account_id }) => account_id}
        rowLabel={({ account }) => account.email ?? account.name}
        skeletonRows={4}
        rowActions={({ account }) => (
          <MailboxActions account={account} onDiagnose={setDiagnosed} onSettings={openSettings} />
        )}
        empty={<NoMailboxes />}
        error={queryFailure(health) ?? queryFailure(senders)}
        card={(row) => ({
          title: (
            <span className="block pt-2.5">
              <MailboxCell row={row} />
            </span>
          ),
          subtitle: <CardCells row={row} />,
        })}
      />
      {lists && rows && rows.length > 0 ? (
        <p className="mx-gutter my-3 text-ink-3 text-meta">
          {lists.length > 0 ? t('lists_note', { lists: lists.join(', ') }) : t('no_lists_note')}
        </p>
      ) : null}
      {diagnosed ? (
        <Diagnosis
          of={{ account_id: diagnosed.id }}
          name={diagnosed.email ?? diagnosed.name}
          onClose={() => setDiagnosed(undefined)}
        />
      ) : null}
    </>
  );

  function openSettings({ id }: Account) {
    go(pb.senders({ settings: id }));
  }
}

function Head() {
  const go = useGo();
  return (
    <PageHeader
      title={t('title')}
      subtitle={t('subtitle')}
      back={
        <AppLink to={pb.senders()} aria-label={t('back')} title={t('back')}>
          <BackArrow />
        </AppLink>
      }
      actions={
        <AppButton icon={<IconInbox size={16} aria-hidden />} onClick={() => go(pb.placement())}>
          {t('placement')}
        </AppButton>
      }
    />
  );
}

function toRows(
  mailboxes: readonly MailboxHealth[] | undefined,
  accounts: readonly Account[] | undefined,
): MailboxRow[] | undefined {
  if (mailboxes === undefined || accounts === undefined) return undefined;
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const rows = mailboxes.flatMap((mailbox) => {
    const account = byId.get(mailbox.account_id);
    return account ? [{ ...mailbox, account }] : [];
  });
  // What needs a change comes first.
  return rows.sort((a, b) => b.advice.length - a.advice.length);
}

function NoMailboxes() {
  const go = useGo();
  return (
    <EmptyState
      icon={<IconMailCheck size={22} />}
      title={t('empty_title')}
      text={t('empty_text')}
      action={
        <AppButton kind="primary" onClick={() => go(pb.connectEmail())}>
          {t('connect')}
        </AppButton>
      }
    />
  );
}

function Summary({ rows }: { rows: readonly MailboxRow[] }) {
  const all = rows.length;
  const count = (test: (row: MailboxRow) => boolean) => t('of_all', { count: rows.filter(test).length, all });
  const sent = rows.reduce((sum, row) => sum + row.sent, 0);
  const bounces = rows.reduce((sum, row) => sum + row.bounces, 0);
  const figures = [
    { label: t('needs'), value: count(({ advice }) => advice.length > 0) },
    { label: t('wrong_dns'), value: count(({ status }) => status === 'fail') },
    { label: t('bounce_rate'), value: sent === 0 ? '–' : formatPercent((bounces / sent) * 100) },
    { label: t('on_lists'), value: count(({ listings }) => listings.length > 0) },
  ];
  return (
    <dl className="grid grid-cols-2 sm:grid-cols-4 gap-3 mx-gutter mt-0 mb-4" aria-label={t('summary_label')}>
      {figures.map(({ label, value }) => (
        <div key={label} className="py-2 px-3 border border-line rounded-control">
          <dt className="text-ink-3 text-meta">{label}</dt>
          <dd className="m-0 text-section number">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** As wide as the page of a laptop, where the last column is the one that matters. */
function columnsOf(hasLists: boolean): DataColumn<MailboxRow>[] {
  return [
    { id: 'mailbox', header: t('mailbox'), width: 250, cell: (row) => <MailboxCell row={row} /> },
    { id: 'dns', header: t('dns'), width: 165, cell: (row) => <DnsCell row={row} /> },
    { id: 'today', header: t('today'), width: 180, cell: ({ account }) => <SenderLimits account={account} /> },
    { id: 'week', header: t('week'), width: 110, cell: (row) => <WeekCell row={row} /> },
    {
      id: 'blocklists',
      header: t('blocklists'),
      width: 140,
      cell: (row) => <ListsCell row={row} hasLists={hasLists} />,
    },
    { id: 'advice', header: t('advice'), width: 245, cell: (row) => <AdviceCell row={row} /> },
  ];
}

const MailboxCell = ({ row: { account } }: { row: MailboxRow }) => <SenderName account={account} />;

interface MailboxActionsProps {
  account: Account;
  onDiagnose: (account: Account) => void;
  onSettings: (account: Account) => void;
}

function MailboxActions({ account, onDiagnose, onSettings }: MailboxActionsProps) {
  const name = account.email ?? account.name;
  return (
    <span className="inline-flex items-center gap-0.5">
      <DiagnoseButton label={t('diagnose_of', { name })} onClick={() => onDiagnose(account)} />
      <IconButton label={t('settings_of', { name })} onClick={() => onSettings(account)}>
        <IconSettings size={18} stroke={1.7} aria-hidden />
      </IconButton>
    </span>
  );
}

const tones: Record<CheckStatus, StatusTone> = { pass: 'green', warn: 'amber', fail: 'red', unknown: 'grey' };

function DnsCell({ row: { status, is_exempt, checks, checked_at } }: { row: MailboxRow }) {
  if (status === null) return <span className="text-ink-3">{t(is_exempt ? 'dns_exempt' : 'dns_none')}</span>;
  const wrong = checks.filter((check) => check.status === status && status !== 'pass').map(({ id }) => NAMES[id]);
  return (
    <span
      className="flex flex-col items-start gap-0.5"
      title={checked_at === null ? undefined : t('checked', { time: formatDateTime(checked_at) })}
    >
      <StatusChip tone={tones[status]}>{t(`dns_${status}`)}</StatusChip>
      {wrong.length > 0 ? <span className="text-ink-3 text-meta">{wrong.join(', ')}</span> : null}
    </span>
  );
}

const NAMES = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC', mx: 'MX', reverse_dns: 'PTR' } as const;

function WeekCell({ row: { sent, bounces, complaints, guard } }: { row: MailboxRow }) {
  return (
    <span className="flex flex-col items-start gap-0.5 number">
      {guard === 'paused' ? <StatusChip tone="red">{t('paused')}</StatusChip> : null}
      <span>{t('sent', { count: sent, shown: formatNumber(sent) })}</span>
      {bounces > 0 ? (
        <span className="text-ink-3 text-meta">
          {t('bounced', { count: bounces, percent: formatPercent(sent === 0 ? 100 : (bounces / sent) * 100) })}
        </span>
      ) : null}
      {complaints > 0 ? <span className="text-ink-3 text-meta">{t('complained', { count: complaints })}</span> : null}
    </span>
  );
}

function ListsCell({ row, hasLists }: { row: MailboxRow; hasLists: boolean }) {
  const { listings, unanswered, blocklists_at, is_exempt } = row;
  if (is_exempt) return <span className="text-ink-3">{t('lists_exempt')}</span>;
  if (blocklists_at === null) return <span className="text-ink-3">{t(hasLists ? 'not_asked_yet' : 'not_asked')}</span>;
  return (
    <span className="flex flex-col items-start gap-0.5" title={t('checked', { time: formatDateTime(blocklists_at) })}>
      {listings.length > 0 ? (
        <StatusChip tone="red">{t('listed', { count: new Set(listings.map(({ list }) => list)).size })}</StatusChip>
      ) : (
        <StatusChip tone="green">{t('clear')}</StatusChip>
      )}
      {unanswered.length > 0 ? (
        <span className="text-ink-3 text-meta">{t('unanswered', { lists: unanswered.join(', ') })}</span>
      ) : null}
    </span>
  );
}

const SHOWN_ADVICE = 2;

function AdviceCell({ row: { advice } }: { row: MailboxRow }) {
  if (advice.length === 0) return <span className="text-ink-3">{t('fine')}</span>;
  const shown = advice.filter((_, n) => n < SHOWN_ADVICE);
  const rest = advice.length - shown.length;
  return (
    <ul className="flex flex-col gap-1 m-0 p-0 list-none whitespace-normal" title={advice.map(sayText).join('\n')}>
      {shown.map((one) => (
        <li key={one.text} className="line-clamp-2 leading-[1.35]">
          {sayText(one)}
        </li>
      ))}
      {rest > 0 ? <li className="text-ink-3 text-meta">{t('more', { count: rest })}</li> : null}
    </ul>
  );
}

/** The cells on narrow screens. */
function CardCells({ row }: { row: MailboxRow }) {
  return (
    <span className="flex flex-wrap items-start gap-x-4 gap-y-2 pt-1.5 pb-3">
      <span className="flex gap-1.5">
        <span className="text-ink-3">{t('dns')}</span>
        <DnsCell row={row} />
      </span>
      <span className="flex gap-1.5">
        <span className="text-ink-3">{t('week')}</span>
        <WeekCell row={row} />
      </span>
      {row.listings.length > 0 ? <ListsCell row={row} hasLists /> : null}
      {row.advice.length > 0 ? (
        <span className="basis-full">
          <AdviceCell row={row} />
        </span>
      ) : null}
    </span>
  );
}
