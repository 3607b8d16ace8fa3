import { Select } from '@mantine/core';
import type { Account } from '@overture/contract/accounts';
import { isHealthyStatus, senderName } from '@overture/domain/accounts';
import type { Flow } from '@overture/domain/flow/flow';
import { CAMPAIGN_SENDERS_MAX } from '@overture/domain/limits';
import { IconX } from '@tabler/icons-react';
import { describeGrowth } from '../../lib/growth-words.ts';
import { PersonAvatar } from '../../ui/display/person-avatar.tsx';
import { ThinBar } from '../../ui/display/spark.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { IconButton } from '../../ui/inputs/app-button.tsx';
import { useSenders } from '../accounts/index.ts';
import { findSenderReason, type SenderKind, sendersOfKind } from './sender-options.ts';
import { SenderOption, SenderSelect } from './sender-select.tsx';
import { t } from './texts.ts';

/** Today's budget of a sender that a campaign's first touches use: emails, or invites. */
function calculateBudget({ account_type, used_today, caps_today }: Account) {
  return account_type === 'LINKEDIN'
    ? { used: used_today.linkedin_connections, cap: caps_today.invites }
    : { used: used_today.email_messages, cap: caps_today.emails };
}

/**
 * '3 senders × 40 a day, up to 54 today: Anna is warming up (14), Bo is disconnected.'
 * @param total what the campaign allows all of them together
 */
function describePool(accounts: readonly Account[], limit: number, total: number | null = null): string {
  const { sum, today } = sumPool(accounts, limit, total);
  const why = accounts.flatMap((account) => formatReason(account, limit) ?? []);
  if (today < sum) why.push(t('why_total', { limit: today }));
  const words = t('pool', { count: accounts.length, limit, today });
  return why.length === 0 ? `${words}.` : `${words}: ${why.join(', ')}.`;
}

/** What senders do together a day, by their own limits (`sum`) and by those of the campaign: today, and once they have grown. */
function sumPool(accounts: readonly Account[], limit: number, total: number | null) {
  const most = total ?? Number.POSITIVE_INFINITY;
  const sum = accounts.reduce((all, account) => all + calculateToday(account, limit), 0);
  const grown = accounts.reduce((all, account) => all + Math.min(limit, calculateLimit(account)), 0);
  return { sum, today: Math.min(most, sum), later: Math.min(most, Math.max(sum, grown)) };
}

function calculateToday(account: Account, limit: number): number {
  if (!isHealthyStatus(account.status) || account.held_until !== null) return 0;
  return Math.min(limit, calculateBudget(account).cap.amount);
}

/** Why it does less today than the campaign allows it. */
function formatReason(account: Account, limit: number): string | null {
  const name = senderName(account);
  const { cap } = calculateBudget(account);
  if (!isHealthyStatus(account.status)) return t('why_disconnected', { name });
  if (account.held_until !== null) return t('why_held', { name });
  if (cap.amount >= limit) return null;
  if (cap.rule === 'day_off') return t('why_day_off', { name });
  return t(cap.growth ? 'why_growing' : 'why_limit', { name, limit: cap.amount });
}

/** The one sender of a channel that can be chosen for a flow; nothing where there is a choice to make, or none. */
export function useOnlySender(kind: SenderKind, flow: Flow): number[] {
  const { data } = useSenders();
  const [only, ...others] = sendersOfKind(data?.accounts ?? [], kind);
  return only && others.length === 0 && findSenderReason(only, flow) === null ? [only.id] : [];
}

/** What chosen senders do together: today, and once they have grown. While none is chosen or known: what one may. */
export function useSenderSum(kind: SenderKind, ids: readonly number[], limit: number, total: number | null) {
  const { data } = useSenders();
  const chosen = sendersOfKind(data?.accounts ?? [], kind).filter(({ id }) => ids.includes(id));
  if (chosen.length > 0) return sumPool(chosen, limit, total);
  const one = Math.min(limit, total ?? limit);
  return { today: one, later: one };
}

const calculateLimit = ({ account_type, linkedin_max_connections, email_max_messages }: Account): number =>
  account_type === 'LINKEDIN' ? linkedin_max_connections : email_max_messages;

interface SenderPoolProps {
  kind: SenderKind;
  flow: Flow;
  value: readonly number[];
  /** What the campaign allows each of them a day; the sum is written out. */
  limit: number;
  /** And all of them together; null where only their limits hold. */
  total?: number | null;
  onChange: (ids: number[]) => void;
}

/** Senders of a campaign on one channel: one select, or a list if several share the leads. */
export function SenderPool({ kind, flow, value, limit, total = null, onChange }: SenderPoolProps) {
  const query = useSenders();
  const all = sendersOfKind(query.data?.accounts ?? [], kind);
  const chosen = value.flatMap((id) => all.find((account) => account.id === id) ?? []);
  const others = all.filter(({ id }) => !value.includes(id));
  const canAdd = value.length > 0 && others.length > 0 && value.length < CAMPAIGN_SENDERS_MAX;
  return (
    <div className="flex flex-col gap-3">
      {value.length < 2 ? (
        <SenderSelect kind={kind} flow={flow} value={value[0] ?? null} onChange={(id) => onChange([id])} />
      ) : (
        <div>
          <p className="mb-1.5 font-medium text-table">{t(`${kind}_several`)}</p>
          <ul
            className="flex flex-col m-0 p-0 border border-line rounded-control list-none"
            aria-label={t(`${kind}_several`)}
          >
            {chosen.map((account) => (
              <li
                key={account.id}
                className="flex items-center gap-2.5 min-w-0 py-1.5 ps-2.5 pe-1 border-line not-first:border-t"
              >
                <ChosenSender account={account} />
                <IconButton
                  label={t('remove', { name: senderName(account) })}
                  size="small"
                  onClick={() => onChange(value.filter((id) => id !== account.id))}
                >
                  <IconX size={15} aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
          <p className="mt-1.5 text-ink-3 text-meta" role="status">
            {describePool(chosen, limit, total)}
          </p>
        </div>
      )}
      {canAdd ? (
        <Select
          aria-label={t(`${kind}_add`)}
          placeholder={t(`${kind}_add`)}
          data={others.map((account) => ({
            value: String(account.id),
            label: senderName(account),
            disabled: findSenderReason(account, flow) !== null,
          }))}
          classNames={{ option: 'data-combobox-disabled:opacity-100' }}
          renderOption={({ option }) => (
            <SenderOption account={others.find(({ id }) => String(id) === option.value)} flow={flow} />
          )}
          value={null}
          searchable
          onChange={(id) => id && onChange([...value, Number(id)])}
        />
      ) : null}
    </div>
  );
}

/** A sender with what it has used of today: connected, or what is wrong. */
function ChosenSender({ account }: { account: Account }) {
  const budget = calculateBudget(account);
  return (
    <>
      <PersonAvatar name={account.name} picture_url={account.picture_url} size={26} />
      <span className="flex-1 min-w-0 truncate text-table" title={senderName(account)}>
        {senderName(account)}
      </span>
      {isHealthyStatus(account.status) ? (
        <span
          className="grid flex-none grid-cols-[56px_auto] items-center gap-2 text-meta text-ink-2 number"
          title={budget.cap.growth ? describeGrowth(budget.cap.growth) : undefined}
        >
          <ThinBar
            total={Math.max(1, budget.cap.amount)}
            label={t('used', { used: budget.used, limit: budget.cap.amount })}
            parts={[
              {
                value: budget.used,
                tone: budget.used >= budget.cap.amount ? 'amber' : 'accent',
                label: t('used', { used: budget.used, limit: budget.cap.amount }),
              },
            ]}
          />
          <span className="min-w-11 text-end">{t('used_short', { used: budget.used, limit: budget.cap.amount })}</span>
        </span>
      ) : (
        <StatusChip tone="red">{t('disconnected_short')}</StatusChip>
      )}
    </>
  );
}
