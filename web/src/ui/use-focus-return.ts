import { useLayoutEffect } from 'react';

/**
 * Gives the focus back to what had it before, when an overlay closes or is taken away while open. The overlay's own return
 * works only while it stays mounted.
 */
export function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    return () => {
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      }, 30);
    };
  }, [opened]);
}
