import type { Vault } from '../../../kernel/crypto.ts';
import type { OutboundKind } from '../../action-kinds/index.ts';
import { messageIdDomain } from './outbound.rules.ts';

/** A mail found in a mailbox after years is still known as ours. */
export const messageIdPurpose = 'message-id';

/** `<id.hmac@domain>`: can't be forged, and a stable one is recognized even by a restored database. */
export function makeMessageId(
  vault: Vault,
  kind: OutboundKind,
  intent: { ref_id: number; ref_part: number },
  email: string,
): string {
  const what = `${intent.ref_id.toString(36)}.${intent.ref_part.toString(36)}`;
  const variety = kind.has_stable_message_id ? '' : crypto.randomUUID();
  return `${what}.${vault.sign(messageIdPurpose, `${kind.name}:${what}:${variety}`)}@${messageIdDomain(email)}`;
}

/** What a stable Message-ID of ours was made for; null for any other, however similar. */
export function parseStableMessageId(
  vault: Vault,
  kindName: string,
  messageId: string,
): { ref_id: number; ref_part: number } | null {
  const match = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([\w-]{22})@/.exec(messageId);
  const [, id = '', part = '', signature = ''] = match ?? [];
  if (!match || !vault.verify(messageIdPurpose, `${kindName}:${id}.${part}:`, signature)) return null;
  return { ref_id: Number.parseInt(id, 36), ref_part: Number.parseInt(part, 36) };
}
