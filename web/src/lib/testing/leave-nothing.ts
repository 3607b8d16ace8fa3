import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { loadOverlays } from '../../ui/overlays/overlay.tsx';

// Parts that open later are imported then, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 15_000 });
await loadOverlays();

// Screens that share a process: what is remembered beside them would be found by the next test.
afterEach(() => {
  cleanup();
  notifications.clean();
  // Rules that need no document have no storage either.
  globalThis.localStorage?.clear();
  globalThis.sessionStorage?.clear();
  vi.unstubAllGlobals();
});
