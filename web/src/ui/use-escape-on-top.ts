import { useEffect, useRef } from 'react';

/** What is open, the top last. */
const open: symbol[] = [];

/** Escape closes the top overlay only, if it may be closed. A popover with a form in it counts as one. */
export function useEscapeOnTop(opened: boolean, mayClose: boolean, onClose: (() => void) | undefined): void {
  const latest = useRef({ mayClose, onClose });
  useEffect(() => {
    latest.current = { mayClose, onClose };
  });
  useEffect(() => {
    if (!opened) return;
    const me = Symbol('overlay');
    open.push(me);
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.isComposing || open.at(-1) !== me) return;
      // Menus, choices and fields inside close themselves and say so.
      if ((event.target as HTMLElement | null)?.getAttribute?.('data-mantine-stop-propagation') === 'true') return;
      // The page behind has keys of its own; and a dialog that this opens (unsaved text) would take the same key and close.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (latest.current.mayClose) latest.current.onClose?.();
    }
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      open.splice(open.indexOf(me), 1);
      window.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [opened]);
}
