import type { MessagingPerson } from '@overture/contract/messaging';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { orNotFound } from '../../../kernel/errors.ts';
import { findAccounts } from '../../accounts/index.ts';
import { recordReply } from '../../lead-endings/index.ts';
import { insertPerson } from '../../lead-merging/index.ts';
import { setLinkedinMember } from '../../linkedin-members/index.ts';
import { listPerson } from '../../searches/index.ts';
import { presentChatAccount } from '../chats.rules.ts';
import { getProspect } from '../chats.service.ts';
import { wakeFetching } from './fetch-conversation.service.ts';
import * as store from './people.store.ts';

type Ctx = Pick<Context, 'read' | 'transaction'>;

/** People who wrote to an account of messaging and are no leads, the last who wrote first. */
export async function listMessagingPeople(ctx: Ctx): Promise<MessagingPerson[]> {
  return ctx.read(async (tx) => {
    const people = await store.listPeople(tx);
    const rows = await findAccounts(tx, [...new Set(people.map((person) => person.account_id))]);
    const accounts = new Map(rows.map((row) => [row.id, presentChatAccount(row)]));
    return people.flatMap(({ id, account_id, name, handle, message_count, last_at }) => {
      const account = accounts.get(account_id);
      return account ? [{ id, account, name, handle, message_count, last_at: last_at.toISOString() }] : [];
    });
  });
}

/** They are this lead: the conversation is fetched, and comes in from now on. @throws not_found */
export async function linkMessagingPerson(ctx: Ctx, id: number, prospectId: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    await getProspect(tx, prospectId);
    await become(tx, await lockPerson(tx, id), prospectId);
  });
}

/** They become a lead of a list. @throws not_found @returns the lead */
export async function addMessagingPerson(
  ctx: Ctx,
  id: number,
  given: { first_name: string; last_name: string; search_id: number },
): Promise<number> {
  return ctx.transaction(async (tx) => {
    const person = await lockPerson(tx, id);
    const { first_name, last_name, search_id } = given;
    const phone_number = person.phone === null ? null : `+${person.phone}`;
    const prospectId = await insertPerson(
      tx,
      { source: { kind: 'messaging' } },
      { first_name, last_name, phone_number },
    );
    orNotFound(await listPerson(tx, search_id));
    await become(tx, person, prospectId);
    return prospectId;
  });
}

/**
 * They stay dismissed, also when they write again.
 * @throws not_found
 */
export async function dismissMessagingPerson(ctx: Ctx, id: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    const { account_id } = orNotFound(await store.dismissPerson(tx, id));
    tx.live.publish('messaging_people', { account_id });
  });
}

/** Under the lock under which messages of the account are taken. */
async function lockPerson(tx: TransactionContext, id: number): Promise<store.PersonRow> {
  const { account_id } = orNotFound(await store.findPerson(tx, id));
  await store.lockMessagingAccount(tx, account_id);
  return orNotFound(await store.findPerson(tx, id));
}

/** Their earlier messages count as replies to everything sent to the lead: nothing leaves any longer. */
async function become(tx: TransactionContext, person: store.PersonRow, prospect_id: number): Promise<void> {
  const { account_id, provider_id, provider_chat: chat_id, first_at: news_from, last_at: received_at } = person;
  await setLinkedinMember(tx, { account_id, provider_id, prospect_id });
  await store.forgetPerson(tx, account_id, provider_id);
  await recordReply(tx, { prospect_id, account_id, received_at, refers_to: [] });
  wakeFetching(tx, { account_id, chat_id, prospect_id, news_from });
  tx.live.publish('messaging_people', { account_id });
}
