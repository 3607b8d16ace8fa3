import { HAND_OUTCOMES, type HandOutcome } from '@overture/domain/linkedin/by-hand';
import { useEffect, useRef } from 'react';

interface TaskKeys {
  onOutcome: (outcome: HandOutcome) => void;
  onCopy: () => void;
  onOpen: () => void;
  onUndo: () => void;
}

const FIELDS = 'input:not([type="radio"]),textarea,select,[contenteditable="true"]';
const OVERLAYS = '[role="dialog"],[role="menu"],[role="listbox"]';

/** 1 to 4 record the outcome, C copies, O opens the profile, Z undoes. A held key counts once, and keys typed into fields stay text. */
export function useTaskKeys(given: TaskKeys): void {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
      const target = event.target as HTMLElement | null;
      if (target?.closest?.(FIELDS) || isOverlayShown()) return;
      if (press(event.key.toLowerCase(), latest.current)) event.preventDefault();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function press(key: string, keys: TaskKeys): boolean {
  const outcome = HAND_OUTCOMES[Number(key) - 1];
  const actions: Record<string, () => void> = { c: keys.onCopy, o: keys.onOpen, z: keys.onUndo };
  if (outcome !== undefined) keys.onOutcome(outcome);
  else actions[key]?.();
  return outcome !== undefined || key in actions;
}

const isOverlayShown = (): boolean =>
  [...document.querySelectorAll(OVERLAYS)].some((element) => element.checkVisibility?.() ?? true);
