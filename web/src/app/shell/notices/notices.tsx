import { appInfoEndpoints } from '@overture/contract/app-info';
import type { User } from '@overture/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';

const ActingBanner = lazy(() =>
  import('../../../features/admin/acting-banner.tsx').then((file) => ({ default: file.ActingBanner })),
);
const PaymentDue = lazy(() => import('./payment-due.tsx').then((file) => ({ default: file.PaymentDue })));
const SendingHold = lazy(() => import('./sending-hold.tsx').then((file) => ({ default: file.SendingHold })));

/** A hold begins with a start of the program, so this often is soon enough. */
const askEveryMs = 60_000;

/** Notices above every screen. Their code loads when one is shown. */
export function Notices({ user }: { user: User }) {
  const { data } = useQuery({ ...queryOptions(appInfoEndpoints.getSendingHold), refetchInterval: askEveryMs });
  const { grace_until, active_subscription } = user.organization;
  return (
    <Suspense fallback={null}>
      {user.acting ? <ActingBanner user={user} /> : null}
      {data?.hold ? <SendingHold role={user.role} heldSince={data.hold.held_since} /> : null}
      {grace_until && active_subscription ? <PaymentDue user={user} graceUntil={grace_until} /> : null}
    </Suspense>
  );
}
