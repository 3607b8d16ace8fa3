import { useHotkeys } from '@mantine/hooks';
import type { User } from '@overture/contract/auth';
import type { Branding } from '@overture/contract/organization';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { refetchUser } from '../../lib/api/session.ts';
import { setPlanDialog, usePlanDialog } from '../../lib/plan-dialogs.ts';
import { planGate } from '../../lib/plan-gate.ts';
import { openPalette, setShellDialog, useShellDialog } from './dialog-state.ts';

const CommandPalette = lazy(() =>
  import('./keyboard/command-palette.tsx').then((file) => ({ default: file.CommandPalette })),
);
const ShortcutsDialog = lazy(() =>
  import('./keyboard/shortcuts-dialog.tsx').then((file) => ({ default: file.ShortcutsDialog })),
);
const UpgradeDialog = lazy(() =>
  import('../../features/billing/pay/upgrade-dialog.tsx').then((file) => ({ default: file.UpgradeDialog })),
);
const CreditsDialog = lazy(() =>
  import('../../features/billing/pay/credits-dialog.tsx').then((file) => ({ default: file.CreditsDialog })),
);
const ReferralDialog = lazy(() =>
  import('../../features/billing/pay/referral-dialog.tsx').then((file) => ({ default: file.ReferralDialog })),
);
const TrialEnded = lazy(() => import('./notices/trial-ended.tsx').then((file) => ({ default: file.TrialEnded })));

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
  return (
    <Suspense fallback={null}>
      {seen.has('palette') ? <CommandPalette user={user} opened={dialog === 'palette'} onClose={close} /> : null}
      {seen.has('shortcuts') ? <ShortcutsDialog opened={dialog === 'shortcuts'} onClose={close} /> : null}
      {gate.isEnded ? (
        <TrialEnded
          opened={gate.isOpen}
          onClose={gate.close}
          user={user}
          supportEmail={branding?.support_email ?? null}
        />
      ) : null}
      <PlanDialogs />
    </Suspense>
  );
}

function PlanDialogs() {
  const dialog = usePlanDialog();
  const close = () => setPlanDialog(undefined);
  if (dialog === 'upgrade') return <UpgradeDialog opened onClose={close} />;
  if (dialog === 'credits') return <CreditsDialog opened onClose={close} />;
  return dialog === 'referral' ? <ReferralDialog opened onClose={close} /> : null;
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
  const mayWork = organization.active_subscription || organization.is_in_trial;
  return { isEnded: isRefused || !mayWork, isOpen, close: () => setOpen(false) };
}
