import type { Account, AccountActionHold } from '@overture/contract/accounts';
import { displayAccountStatus, senderName } from '@overture/domain/accounts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatDateTime } from '../../lib/format.ts';
import { linkedinActionLabel } from '../../lib/labels/campaign/linkedin-action.ts';
import classes from './accounts.module.css';
import { t } from './texts.ts';

/** True for a sender from which something that campaigns want does not leave now. */
export function needsAttention({
  status,
  held_until,
  guard_reason,
  domain_hold_reason,
  action_holds,
}: Account): boolean {
  const isBroken = displayAccountStatus(status) === 'Disconnected';
  return (
    isBroken || held_until !== null || guard_reason !== null || domain_hold_reason !== null || action_holds.length > 0
  );
}

/** What providers asked to pause: whose, which sort of action, why, and until when. */
export function HoldWarnings({ accounts }: { accounts: readonly Account[] }) {
  const held = accounts.filter(({ held_until, action_holds }) => held_until !== null || action_holds.length > 0);
  if (held.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2 mt-0 mx-gutter mb-4 p-0 list-none" aria-label={t('holds')}>
      {held.map((account) => (
        <li key={account.id} className={classes.hold}>
          <IconAlertTriangle size={16} aria-hidden />
          <div>
            <strong>{senderName(account)}</strong>
            {account.held_until ? (
              <p>
                {t('hold_all', { time: formatDateTime(account.held_until) })} {account.held_reason}
              </p>
            ) : null}
            {account.action_holds.map((hold) => (
              <p key={hold.action}>
                {describeHold(hold)} {hold.reason}
              </p>
            ))}
            <p className={classes.holdNote}>{t('hold_leads')}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** 'Invites are paused until 22 Nov, 14:00.' */
function describeHold({ action, until }: AccountActionHold): string {
  return t('hold_action', { action: linkedinActionLabel(action), time: formatDateTime(until) });
}
