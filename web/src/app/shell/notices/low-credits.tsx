import type { User } from '@overture/contract/auth';
import { settingsMenu } from '@overture/domain/access/permissions';
import { IconCoins, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { serverToday } from '../../../lib/api/server-clock.ts';
import { formatNumber } from '../../../lib/format.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { browserZone } from '../../../lib/time-zones.ts';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

/** Says that credits run low, how long they last, and where to get more. Hidden for the rest of the day on request. */
export function LowCredits({ user, low }: { user: User; low: NonNullable<User['low_credits']> }) {
  const today = serverToday(browserZone());
  const [hidden, setHidden] = useState(() => readStored('low-credits-hidden', ''));
  if (hidden === today) return null;
  function hide() {
    writeStored('low-credits-hidden', today);
    setHidden(today);
    // The button that had the focus is gone.
    document.getElementById('content')?.focus();
  }
  const { days_left, share_left } = low;
  const credits = user.organization.email_credits;
  return (
    <section
      className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2 px-4 bg-amber-soft text-amber"
      aria-label={t('low_credits_title')}
    >
      <IconCoins size={18} aria-hidden className="flex-none max-sm:self-start max-sm:mt-0.5" />
      <p className="flex-[1_1_14rem]">
        <strong>{t('low_credits_left', { count: credits, credits: formatNumber(credits) })}</strong>{' '}
        {days_left === null ? null : t('low_credits_days', { count: days_left })}{' '}
        {share_left === null ? null : t('low_credits_share', { percent: share_left })}
      </p>
      <span className="flex items-center gap-2 ms-auto">
        <WayToCredits user={user} />
        <IconButton size="small" label={t('low_credits_hide')} onClick={hide}>
          <IconX size={16} aria-hidden />
        </IconButton>
      </span>
    </section>
  );
}

/** The page on which this person gets credits, or whom to ask. Clients of an agency have a page of their own. */
function WayToCredits({ user }: { user: User }) {
  const keys = settingsMenu(user).map(({ key }) => key);
  if (keys.includes('billing')) return <AppLink to={pb.billing()}>{t('low_credits_billing')}</AppLink>;
  if (keys.includes('plan')) return <AppLink to={pb.plan()}>{t('low_credits_plan')}</AppLink>;
  return <span>{t('low_credits_member')}</span>;
}
