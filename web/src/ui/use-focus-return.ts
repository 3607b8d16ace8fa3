import { useLayoutEffect } from 'react';

let openOverlays = 0;

/** An overlay that has just closed: one that takes its place goes back to where the first was opened from. */
let leaving: { opener: Element | null; timer: ReturnType<typeof setTimeout> } | undefined;

/**
 * Gives the focus back to what had it before, when an overlay closes or is taken away while open. The overlay's own return
 * works only while it stays mounted. Where the opener went with what was done (a button that became another), the title of the page
 * takes it, as after a change of page.
 */
export function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return;
    const opener = findOpener();
    openOverlays += 1;
    return () => {
      openOverlays -= 1;
      leaving = { opener, timer: setTimeout(returnFocus, 30, opener) };
    };
  }, [opened]);
}

/** What has the focus; where an overlay is exchanged for the next (a list of choices for the form of one), what opened the first. */
function findOpener(): Element | null {
  if (!isFocusLost() || leaving === undefined) return document.activeElement;
  clearTimeout(leaving.timer);
  const { opener } = leaving;
  leaving = undefined;
  return opener;
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** An overlay that was open from its first moment keeps the focus while it slides away, and takes it along. */
function isInLeavingOverlay(): boolean {
  return openOverlays === 0 && document.activeElement?.closest('[role="dialog"][aria-modal="true"]') != null;
}

function returnFocus(opener: Element | null): void {
  leaving = undefined;
  // Some moments later the page itself may be gone, as at the end of a test.
  if (typeof document === 'undefined' || !(isFocusLost() || isInLeavingOverlay())) return;
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  // The title is behind an overlay that is still open.
  const heir = isThere ? opener : openOverlays === 0 ? document.querySelector<HTMLElement>('h1') : null;
  heir?.focus({ preventScroll: true });
}
