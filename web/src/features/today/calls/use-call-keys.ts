import { CALL_OUTCOMES, type CallOutcome } from '@overture/domain/calls/call-outcomes';
import { useEffect, useRef } from 'react';

interface CallKeys {
  onOutcome: (outcome: CallOutcome) => void;
  onDial: () => void;
  onCopy: () => void;
  onSkip: () => void;
  onSnooze: () => void;
}

const FIELDS = 'input:not([type="radio"]),textarea,select,[contenteditable="true"]';
const OVERLAYS = '[role="dialog"],[role="menu"],[role="listbox"]';

/**
 * 1 to 9 record the outcome, with Alt also from the notes. O calls, C copies the number, S skips today, H comes back in an hour, and
 * Escape leaves the notes. A held key counts once, and keys typed into fields stay text.
 */
export function useCallKeys(given: CallKeys): void {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.repeat || event.defaultPrevented || isOverlayShown()) return;
      if (press(event, latest.current)) event.preventDefault();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Z takes the last outcome back, also after the last call. */
export function useUndoKey(onUndo: () => void): void {
  const latest = useRef(onUndo);
  useEffect(() => {
    latest.current = onUndo;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isTyped = (event.target as HTMLElement | null)?.closest?.(FIELDS);
      if (event.key.toLowerCase() !== 'z' || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (!isTyped && !isOverlayShown()) latest.current();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** True for a key that did something. */
function press(event: KeyboardEvent, keys: CallKeys): boolean {
  const field = (event.target as HTMLElement | null)?.closest?.<HTMLElement>(FIELDS);
  // With Alt some keyboards type another character: the place of the key counts.
  const digit = Number(event.code.replace(/^(Digit|Numpad)/, ''));
  const outcome = CALL_OUTCOMES[digit - 1];
  if (event.key === 'Escape' && field) {
    field.blur();
    return true;
  }
  if (outcome !== undefined && (event.altKey || !field)) {
    keys.onOutcome(outcome);
    return true;
  }
  if (field || event.altKey) return false;
  const actions: Record<string, () => void> = {
    o: keys.onDial,
    c: keys.onCopy,
    s: keys.onSkip,
    h: keys.onSnooze,
  };
  const action = actions[event.key.toLowerCase()];
  action?.();
  return action !== undefined;
}

const isOverlayShown = (): boolean =>
  [...document.querySelectorAll(OVERLAYS)].some((element) => element.checkVisibility?.() ?? true);
