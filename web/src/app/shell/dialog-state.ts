import { useSyncExternalStore } from 'react';

export type ShellDialog = 'palette' | 'shortcuts' | undefined;

let open: ShellDialog;
const listeners = new Set<() => void>();

/** Opens one of the shell's dialogs, or closes the open one with `undefined`. */
export function setShellDialog(dialog: ShellDialog): void {
  open = dialog;
  for (const listener of listeners) listener();
}

export function openPalette(): void {
  setShellDialog('palette');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useShellDialog(): ShellDialog {
  return useSyncExternalStore(subscribe, () => open);
}
