import { api } from '@overture/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TransactionContext } from '../../../kernel/context.ts';
import { countLockWaits } from '../../../testing/database.ts';
import { useTestServer } from '../../../testing/harness.ts';
import { recordReply } from '../../lead-endings/index.ts';
import { listNodes } from '../flow/flow.store.ts';
import { makeCampaign, makeList, makeSender } from '../settings/campaigns.factory.ts';
import { startCampaignLeads } from './activation.service.ts';

const server = useTestServer();

async function answer(tx: TransactionContext, prospect_id: number, account_id: number): Promise<void> {
  await sql`insert into chats (organization_id, prospect_id, last_message_at) values (${tx.organization.id}, ${prospect_id}, now())`.execute(
    tx.db,
  );
  await sql`insert into chat_messages (organization_id, prospect_id, kind, sent_by_prospect, message, sent_at)
    values (${tx.organization.id}, ${prospect_id}, 'REPLY', true, 'Hello', now())`.execute(tx.db);
  await recordReply(tx, { prospect_id, account_id, received_at: new Date(), refers_to: [] });
}

test.each(['the reply', 'the start'])(
  'a reply and a start at the same moment end in a stop: %s commits first',
  async (first) => {
    const person = await server.signUp();
    const sender = await makeSender(server, person.organization_id);
    const list = await makeList(server, person.organization_id, [{ first_name: 'Ada', email: 'ada@one.example' }]);
    const { id } = await makeCampaign(person, { email_account_id: sender });
    await person.call(api.addToCampaign, { params: { id: list.search_id }, body: { campaign: id, amount: 1 } });
    const [lead] = (
      await server.owner.query(
        `update campaign_leads set created_at = now() - interval '20 days' where campaign_id = $1 returning id::int, prospect_id::int`,
        [id],
      )
    ).rows;
    const system = server.program.system.forOrganization(person.organization_id);
    const flow = await system.transaction((tx) => listNodes(tx, id));
    const reply = (tx: TransactionContext) => answer(tx, lead.prospect_id, sender);
    const start = async (tx: TransactionContext) => void (await startCampaignLeads(tx, id, flow, [lead.prospect_id]));
    const [one, other] = first === 'the reply' ? [reply, start] : [start, reply];
    let later = Promise.resolve();
    await system.transaction(async (tx) => {
      await one(tx);
      later = system.transaction(other);
      await expect.poll(() => countLockWaits(server.owner)).toBe(1);
    });
    await later;
    const { rows } = await server.owner.query('select status from campaign_leads where id = $1', [lead.id]);
    expect(rows).toEqual([{ status: 'REPLIED' }]);
  },
);
