import { Select } from '@mantine/core';
import type { Account } from '@overture/contract/accounts';
import { isHealthyStatus, senderName } from '@overture/domain/accounts';
import { findTierProblem } from '@overture/domain/flow/activation-checks';
import type { Flow } from '@overture/domain/flow/flow';
import { IconAlertTriangle } from '@tabler/icons-react';
import { errorMessage } from '../../lib/api/api-client.ts';
import { formatDateTime } from '../../lib/format.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { PersonAvatar } from '../../ui/display/person-avatar.tsx';
import { senderMeta, useSenders } from '../accounts/index.ts';
import { findSenderReason, type SenderKind, sendersOfKind } from './sender-options.ts';
import { t } from './texts.ts';

interface SenderSelectProps {
  kind: SenderKind;
  flow: Flow;
  value: number | null;
  onChange: (id: number) => void;
}

/** The sender of a campaign on one channel. Those that cannot carry its flow out stay in sight, with the reason. */
export function SenderSelect({ kind, flow, value, onChange }: SenderSelectProps) {
  const query = useSenders();
  const accounts = sendersOfKind(query.data?.accounts ?? [], kind);
  const chosen = accounts.find(({ id }) => id === value);
  if (query.data && accounts.length === 0) {
    return (
      <p className="text-table">
        {t(`${kind}_none`)} <AppLink to={pb.senders()}>{t(`${kind}_connect`)}</AppLink>
      </p>
    );
  }
  return (
    <div>
      <Select
        label={t(kind)}
        placeholder={t(`${kind}_placeholder`)}
        data={accounts.map((account) => ({
          value: String(account.id),
          label: senderName(account),
          // The one in use can be kept: its leads wait until it is connected again.
          disabled: account.id !== value && findSenderReason(account, flow) !== null,
        }))}
        // A sender that cannot be chosen stays readable; the reason is below its name.
        classNames={{ option: 'data-combobox-disabled:opacity-100' }}
        renderOption={({ option }) => (
          <SenderOption account={accounts.find(({ id }) => String(id) === option.value)} flow={flow} />
        )}
        value={chosen ? String(chosen.id) : null}
        error={query.isError && !query.data ? errorMessage(query.error, t('failed')) : undefined}
        allowDeselect={false}
        disabled={query.isPending}
        onChange={(id) => id && onChange(Number(id))}
      />
      {chosen ? <Hint account={chosen} flow={flow} /> : null}
    </div>
  );
}

/** A sender in a list of choices, with the reason where it cannot be chosen. */
export function SenderOption({ account, flow }: { account: Account | undefined; flow: Flow }) {
  if (account === undefined) return null;
  const reason = findSenderReason(account, flow);
  return (
    <span className="flex items-center gap-2.5 min-w-0">
      <PersonAvatar name={account.name} picture_url={account.picture_url} size={26} />
      <span className="flex flex-col min-w-0">
        <span className="truncate in-data-combobox-disabled:text-ink-3">{senderName(account)}</span>
        <span
          className="text-ink-3 text-meta wrap-anywhere data-locked:text-amber"
          data-locked={reason !== null || undefined}
        >
          {reason ?? (account.account_type === 'LINKEDIN' ? senderMeta(account) : account.name)}
        </span>
      </span>
    </span>
  );
}

/** What keeps the chosen sender from acting now. */
function Hint({ account, flow }: { account: Account; flow: Flow }) {
  const words = formatHint(account, flow);
  if (words === null) return null;
  return (
    <p className="flex gap-1.5 mt-1 text-amber text-meta [&_svg]:flex-none [&_svg]:mt-0.5" role="status">
      <IconAlertTriangle size={14} aria-hidden />
      {words}
    </p>
  );
}

function formatHint(account: Account, flow: Flow): string | null {
  if (!isHealthyStatus(account.status)) return t('held_text');
  const problem = account.account_type === 'LINKEDIN' ? findTierProblem(flow, account.tier) : null;
  if (problem !== null) return problem;
  if (account.guard_reason !== null) return t('guarded', { reason: account.guard_reason });
  if (account.domain_hold_reason !== null && account.domain_grace_until === null)
    return t('domain_held', { reason: account.domain_hold_reason });
  if (account.held_until === null) return null;
  return t('held_until', { time: formatDateTime(account.held_until), reason: account.held_reason ?? '' }).trim();
}
