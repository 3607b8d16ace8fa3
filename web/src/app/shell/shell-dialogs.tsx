import { useHotkeys } from '@mantine/hooks';
import type { User } from '@overture/contract/auth';
import type { Branding } from '@overture/contract/organization';
import { lazy, Suspense, useState } from 'react';
import { openPalette, setShellDialog, useShellDialog } from './dialog-state.ts';

const CommandPalette = lazy(() => import('./command-palette.tsx').then((file) => ({ default: file.CommandPalette })));
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((file) => ({ default: file.ShortcutsDialog })),
);
const TrialEnded = lazy(() => import('./trial-ended.tsx').then((file) => ({ default: file.TrialEnded })));

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
  const mayWork = user.organization.active_subscription || user.organization.is_in_trial;
  return (
    <Suspense fallback={null}>
      {seen.has('palette') ? <CommandPalette user={user} opened={dialog === 'palette'} onClose={close} /> : null}
      {seen.has('shortcuts') ? <ShortcutsDialog opened={dialog === 'shortcuts'} onClose={close} /> : null}
      {mayWork ? null : <TrialEnded supportEmail={branding?.support_email ?? null} />}
    </Suspense>
  );
}
