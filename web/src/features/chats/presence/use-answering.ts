import { chatChangesEndpoints } from '@overture/contract/chat-changes';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/api/api-client.ts';

const renewalMs = INBOX_LIMITS.presence_renewed_in_seconds * 1000;
/** Who typed nothing for so long has turned to something else. */
const idleMs = 60_000;

/**
 * Says to colleagues that this person answers the conversation: from the first key until the field is left, the message is
 * sent, the page is closed or nothing was typed for a minute. The returned function is called at every key.
 */
export function useAnswering(id: number): { note: () => void; stop: () => void } {
  const state = useRef<{ timer: ReturnType<typeof setInterval> | undefined; typedAt: number }>({
    timer: undefined,
    typedAt: 0,
  });
  const controls = useRef<{ note: () => void; stop: () => void }>({ note() {}, stop() {} });
  useEffect(() => {
    const now = state.current;
    const say = (is_answering: boolean) =>
      call(chatChangesEndpoints.setChatPresence, { params: { id }, body: { is_answering } }).catch(() => undefined);
    function stop() {
      if (now.timer === undefined) return;
      clearInterval(now.timer);
      now.timer = undefined;
      void say(false);
    }
    function note() {
      now.typedAt = Date.now();
      if (now.timer !== undefined) return;
      void say(true);
      now.timer = setInterval(() => (Date.now() - now.typedAt > idleMs ? stop() : void say(true)), renewalMs);
    }
    controls.current = { note, stop };
    window.addEventListener('pagehide', stop);
    return () => {
      window.removeEventListener('pagehide', stop);
      stop();
    };
  }, [id]);
  return { note: () => controls.current.note(), stop: () => controls.current.stop() };
}
