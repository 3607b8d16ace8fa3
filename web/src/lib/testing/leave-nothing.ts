import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach, vi } from 'vitest';
import { loadOverlays } from '../../ui/overlays/overlay.tsx';
import { setPlanDialog } from '../plan/plan-dialogs.ts';
import { setStorageOwner } from '../storage.ts';
import { setTour } from '../tour.ts';

// Parts that open later are imported then, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 15_000 });
await loadOverlays();
forgetWhoMadeElements();

const home = globalThis.location?.href;

// Screens that share a process: what is remembered beside them would be found by the next test.
afterEach(() => {
  cleanup();
  notifications.clean();
  setTour(undefined);
  setPlanDialog(undefined);
  setStorageOwner(undefined, false);
  // Rules that need no document have no storage either.
  globalThis.localStorage?.clear();
  globalThis.sessionStorage?.clear();
  vi.unstubAllGlobals();
  // A test may have been led out of the application: the next one would begin there.
  if (home && globalThis.location.href !== home) window.happyDOM.setURL(home);
});

declare global {
  interface Window {
    happyDOM: { setURL(url: string): void };
  }
}

/**
 * React keeps a stack of calls for each element it makes while it is developed, for the first ten thousand; it took a fifth of these
 * tests' work. As if there had been so many already. A React that counts elsewhere keeps them as before.
 */
function forgetWhoMadeElements(): void {
  const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
  const shared = (React as unknown as Record<string, object | undefined>)[internals];
  if (shared && 'recentlyCreatedOwnerStacks' in shared)
    Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined });
}
