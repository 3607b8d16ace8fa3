import type { SenderKind } from './sender-options.ts';

/**
 * Senders of a channel as a call names them: one instead of one, which takes over the leads of the other; several, or one that
 * is left of several, as a list.
 */
export function nameSenders(kind: SenderKind, before: readonly number[], now: readonly number[]) {
  const isOne = before.length <= 1 && now.length <= 1;
  return isOne ? { [`${kind}_account_id`]: now[0] ?? null } : { [`${kind}_account_ids`]: [...now] };
}
