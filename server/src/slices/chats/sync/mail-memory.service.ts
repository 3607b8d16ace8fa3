import type { TakeMemory } from '@overture/adapters/mailbox/mailbox.port';
import { createByteRoom } from '../../../kernel/limits/byte-room.ts';

/** A batch of small mails, or one mail. */
const SMALL_UP_TO_IN_BYTES = 4_000_000;

/** Mails that a process holds at most, before they are parsed. */
interface MailMemoryLimits {
  small_in_bytes: number;
  large_in_bytes: number;
}

export interface MailMemory {
  /** For mails of one organization: its mailboxes leave room for those of others. */
  of(organizationId: number): TakeMemory;
  /** How many bytes are taken. */
  held(): number;
}

/** Most mails are small, and do not wait for large ones. */
export function createMailMemory(
  limits: MailMemoryLimits = { small_in_bytes: 64_000_000, large_in_bytes: 192_000_000 },
): MailMemory {
  const small = createByteRoom(limits.small_in_bytes);
  const large = createByteRoom(limits.large_in_bytes);
  return {
    of: (organizationId) => (bytes, closing) =>
      (bytes <= SMALL_UP_TO_IN_BYTES ? small : large).enter(organizationId, bytes, closing),
    held: () => small.held() + large.held(),
  };
}
