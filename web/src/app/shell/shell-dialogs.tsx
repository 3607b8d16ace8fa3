import { useHotkeys } from '@mantine/hooks';
import type { User } from '@overture/contract/auth';
import type { Branding } from '@overture/contract/organization';
import { isPlanOver } from '@overture/domain/access/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { refetchUser } from '../../lib/api/session.ts';
import { usePathname } from '../../lib/navigation/navigation.tsx';
import { usePlanDialog } from '../../lib/plan/plan-dialogs.ts';
import { planGate } from '../../lib/plan-gate.ts';
import { useTour } from '../../lib/tour.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { untilLoaded } from '../../ui/until-loaded.ts';
import { openPalette, setShellDialog, useShellDialog } from './dialog-state.ts';

const CommandPalette = lazyPart(() =>
  import('./keyboard/command-palette.tsx').then((file) => ({ default: file.CommandPalette })),
);
const ShortcutsDialog = lazyPart(() =>
  import('./keyboard/shortcuts-dialog.tsx').then((file) => ({ default: file.ShortcutsDialog })),
);
const PlanDialogs = lazyPart(() =>
  import('../../features/billing/pay/plan-dialogs.tsx').then((file) => ({ default: file.PlanDialogs })),
);
const Tour = lazyPart(() =>
  untilLoaded(() => import('../../features/tour/index.ts')).then((file) => ({ default: file.Tour })),
);
const TrialEnded = lazyPart(() => import('./notices/trial-ended.tsx').then((file) => ({ default: file.TrialEnded })));

/** The server is asked there whether the plan has begun. */
const CONFIRMING_PAYMENT = '/payment-success';

/** Dialogs that lie over any screen; their code is loaded when first needed. */
export function ShellDialogs({ user, branding }: { user: User; branding: Branding | undefined }) {
  const dialog = useShellDialog();
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  if (dialog && !seen.has(dialog)) setSeen(new Set([...seen, dialog]));
  useHotkeys([['mod+K', openPalette]], []);
  useHotkeys([
    ['shift+?', () => setShellDialog('shortcuts')],
    ['?', () => setShellDialog('shortcuts')],
  ]);
  const close = () => setShellDialog(undefined);
  const gate = usePlanGate(user);
  const pathname = usePathname();
  const planDialog = usePlanDialog();
  const tour = useTour();
  return (
    <Suspense fallback={null}>
      {seen.has('palette') ? <CommandPalette user={user} opened={dialog === 'palette'} onClose={close} /> : null}
      {seen.has('shortcuts') ? <ShortcutsDialog opened={dialog === 'shortcuts'} onClose={close} /> : null}
      {gate.isEnded && pathname !== CONFIRMING_PAYMENT ? (
        <TrialEnded
          opened={gate.isOpen}
          onClose={gate.close}
          user={user}
          supportEmail={branding?.support_email ?? null}
        />
      ) : null}
      {planDialog ? <PlanDialogs /> : null}
      {tour ? <Tour progress={tour} /> : null}
    </Suspense>
  );
}

/** Says once that the plan has ended, and again whenever something is refused for it: an open tab may not know it yet. */
function usePlanGate({ organization }: User) {
  const client = useQueryClient();
  const [isRefused, setRefused] = useState(false);
  const [isOpen, setOpen] = useState(true);
  useEffect(
    () =>
      planGate.onRefusal(() => {
        setRefused(true);
        setOpen(true);
        void refetchUser(client).then(() => setRefused(false));
      }),
    [client],
  );
  return { isEnded: isRefused || isPlanOver(organization), isOpen, close: () => setOpen(false) };
}
