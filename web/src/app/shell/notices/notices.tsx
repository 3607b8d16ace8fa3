import { appInfoEndpoints } from '@overture/contract/app-info';
import type { User } from '@overture/contract/auth';
import { isPlanOver, may } from '@overture/domain/access/permissions';
import { useQuery } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { Notice } from '../../../ui/layout/notice-place.tsx';
import { loadPart, type Part } from '../../../ui/lazy-part.tsx';

/** Loaded before the page, it is painted with it. `lazyPart` would paint it a moment later. */
const noticeOf = <One extends Part>(load: () => Promise<{ default: One }>) => lazyRouteComponent(() => loadPart(load));
const ActingBanner = noticeOf(() =>
  import('../../../features/admin/acting-banner.tsx').then((file) => ({ default: file.ActingBanner })),
);
const LowCredits = noticeOf(() => import('./low-credits.tsx').then((file) => ({ default: file.LowCredits })));
const PaymentDue = noticeOf(() => import('./payment-due.tsx').then((file) => ({ default: file.PaymentDue })));
const SendingHold = noticeOf(() => import('./sending-hold.tsx').then((file) => ({ default: file.SendingHold })));
const WebhooksOff = noticeOf(() => import('./webhooks-off.tsx').then((file) => ({ default: file.WebhooksOff })));

/** How often a hold that is shown is checked: the administrator who releases it is rarely the one who reads of it. */
const CHECK_EVERY_MS = 60_000;

function findNotices(user: User) {
  const { grace_until, active_subscription } = user.organization;
  return {
    isActing: user.acting !== null,
    heldSince: user.sending_held_since,
    graceUntil: active_subscription ? grace_until : null,
    webhooksOff: may(user, 'integrations') ? user.webhooks_off : 0,
    // Without a plan another notice covers the page.
    lowCredits: isPlanOver(user.organization) ? null : user.low_credits,
  };
}

/** Loads the code of the notices that this user sees: those of a page are painted with it. */
export async function loadNotices(user: User): Promise<void> {
  const { isActing, heldSince, graceUntil, webhooksOff, lowCredits } = findNotices(user);
  const parts = [
    ...(isActing ? [ActingBanner] : []),
    ...(heldSince ? [SendingHold] : []),
    ...(graceUntil ? [PaymentDue] : []),
    ...(webhooksOff > 0 ? [WebhooksOff] : []),
    ...(lowCredits ? [LowCredits] : []),
  ];
  await Promise.all(parts.map((part) => part.preload?.()));
}

/** Notices above every screen. Their code loads when one is shown. */
export function Notices({ user }: { user: User }) {
  const { isActing, heldSince, graceUntil, webhooksOff, lowCredits } = findNotices(user);
  const { data } = useQuery({
    ...queryOptions(appInfoEndpoints.getSendingHold),
    enabled: heldSince !== null,
    refetchInterval: CHECK_EVERY_MS,
  });
  const isReleased = data?.hold === null;
  return (
    <Suspense fallback={null}>
      {isActing ? (
        <Notice>
          <ActingBanner user={user} />
        </Notice>
      ) : null}
      {heldSince && !isReleased ? (
        <Notice>
          <SendingHold role={user.role} heldSince={heldSince} reason={data?.hold?.reason ?? null} />
        </Notice>
      ) : null}
      {graceUntil ? (
        <Notice>
          <PaymentDue user={user} graceUntil={graceUntil} />
        </Notice>
      ) : null}
      {webhooksOff > 0 ? (
        <Notice>
          <WebhooksOff count={webhooksOff} />
        </Notice>
      ) : null}
      {lowCredits ? (
        <Notice>
          <LowCredits user={user} low={lowCredits} />
        </Notice>
      ) : null}
    </Suspense>
  );
}
