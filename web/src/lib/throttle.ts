import { useEffect, useRef } from 'react';

/**
 * Calls `action` immediately and then at most every `pauseMs`, never losing the last call: a campaign that sends ten mails a
 * second must not make the page ask ten times a second.
 */
export function useThrottled(action: () => void, pauseMs: number): () => void {
  const latest = useRef(action);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isWaiting = useRef(false);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const run = useRef(() => {
    if (timer.current !== undefined) {
      isWaiting.current = true;
      return;
    }
    latest.current();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (!isWaiting.current) return;
      isWaiting.current = false;
      run.current();
    }, pauseMs);
  });
  return run.current;
}
