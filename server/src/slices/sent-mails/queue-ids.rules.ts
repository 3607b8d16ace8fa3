/** Names of mails in the queue of the server that took them. */

/** Shorter ones are times and numbers that repeat and can be tried out. */
const SHORTEST_SAFE = 16;

/** True for an id that can't be guessed. */
export const isSafeQueueId = (id: string): boolean => id.length >= SHORTEST_SAFE && /\d/.test(id);

/** The name in a queue of which a relay may have made this Message-ID; null where it can be none. */
export function parseQueueId(messageId: string): string | null {
  const name = messageId.slice(0, Math.max(0, messageId.lastIndexOf('@')));
  return isSafeQueueId(name) ? name : null;
}
