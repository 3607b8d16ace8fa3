import { useLayoutEffect } from 'react';

let openOverlays = 0;

/**
 * Gives the focus back to what had it before, when an overlay closes or is taken away while open. The overlay's own return
 * works only while it stays mounted. Where the opener went with what was done (a button that became another), the title of the page
 * takes it, as after a change of page.
 */
export function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    openOverlays += 1;
    return () => {
      openOverlays -= 1;
      setTimeout(() => giveBack(opener), 30);
    };
  }, [opened]);
}

function giveBack(opener: Element | null): void {
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (!isLost) return;
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  // The title stands behind an overlay that is still open.
  const heir = isThere ? opener : openOverlays === 0 ? document.querySelector<HTMLElement>('h1') : null;
  heir?.focus({ preventScroll: true });
}
