import { type KeyboardEvent, type RefCallback, useEffect, useState } from 'react';

interface PickerOptions<Entry> {
  /** What the search field says at this moment. */
  typed: string;
  entries: readonly Entry[];
  /** The entries answer an earlier text: Enter waits for those of `typed`. */
  isBehind?: boolean;
  onChoose: (entry: Entry) => void;
}

/** A list chosen from by arrow keys and Enter while the focus stays in its search field. */
export function usePicker<Entry>({ typed, entries, isBehind = false, onChoose }: PickerOptions<Entry>) {
  const [marked, setMarked] = useState({ typed, index: 0 });
  const [enteredFor, setEnteredFor] = useState<string>();
  const index = marked.typed === typed ? Math.min(marked.index, Math.max(0, entries.length - 1)) : 0;

  useEffect(() => {
    if (enteredFor === undefined || isBehind) return;
    setEnteredFor(undefined);
    const [first] = entries;
    if (enteredFor === typed && first) onChoose(first);
  }, [enteredFor, isBehind, typed, entries, onChoose]);

  function onKeyDown(event: KeyboardEvent) {
    // Buttons beside the field keep their own keys.
    if (!(event.target instanceof HTMLInputElement)) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && entries.length > 0) {
      event.preventDefault();
      setMarked({ typed, index: (index + step + entries.length) % entries.length });
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const chosen = entries[index];
    if (isBehind) setEnteredFor(typed);
    else if (chosen) onChoose(chosen);
  }
  /** For the marked row: it stays visible in a list that scrolls. */
  const showMarked: RefCallback<HTMLElement> = (row) => row?.scrollIntoView?.({ block: 'nearest' });
  return { index, onKeyDown, showMarked };
}
