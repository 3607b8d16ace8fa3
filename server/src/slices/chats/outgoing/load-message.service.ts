import type { ChatMessage } from '@overture/contract/chats';
import type { ReadContext } from '../../../kernel/context.ts';
import { orNotFound } from '../../../kernel/errors.ts';
import { findAccounts } from '../../accounts/index.ts';
import { presentChatAccount, presentMessage } from '../chats.rules.ts';
import { getProspect } from '../chats.service.ts';
import { findMessage } from '../messages.store.ts';

/** A message of a conversation as everybody sees it. @throws ApiError not_found */
export async function loadChatMessage(tx: ReadContext, prospectId: number, messageId: number): Promise<ChatMessage> {
  const row = orNotFound(await findMessage(tx, messageId));
  orNotFound(row.prospect_id === prospectId || undefined);
  const [account] = await findAccounts(tx, row.account_id === null ? [] : [row.account_id]);
  return presentMessage(row, account ? presentChatAccount(account) : null, await getProspect(tx, prospectId));
}
