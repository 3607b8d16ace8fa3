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

test('a reply ends the campaigns of other leads with one of the addresses, and no others', async () => {
  const [person, eve] = [await server.signUp(), await server.signUp('Eve')];
  const start = async (who: typeof person, emails: readonly string[]) => {
    const sender = await makeSender(server, who.organization_id);
    const list = await makeList(
      server,
      who.organization_id,
      emails.map((email, place) => ({ first_name: `Lead${place}`, email })),
    );
    const { id } = await makeCampaign(who, { email_account_id: sender });
    await who.call(api.addToCampaign, {
      params: { id: list.search_id },
      body: { campaign: id, amount: emails.length },
    });
    await server.owner.query(`update campaign_leads set status = 'SCHEDULED' where campaign_id = $1`, [id]);
    return { sender, id, people: list.prospect_ids };
  };
  const first = await start(person, ['ada@one.example', 'bob@one.example']);
  const second = await start(person, ['info@one.example', 'cleo@one.example']);
  const other = await start(eve, ['ada@one.example']);
  await server.owner.query(
    `update prospects set other_emails = '{ada@one.example}', other_email_sources = '{csv}' where id = $1`,
    [second.people[0]],
  );
  const system = server.program.system.forOrganization(person.organization_id);
  await system.transaction((tx) => answer(tx, first.people[0]!, first.sender));
  const { rows } = await server.owner.query(
    `select status, error from campaign_leads where campaign_id = any($1) order by id`,
    [[first.id, second.id, other.id]],
  );
  expect(rows).toEqual([
    { status: 'REPLIED', error: null },
    { status: 'SCHEDULED', error: null },
    { status: 'COMPLETED', error: 'Another lead with this address has replied' },
    { status: 'SCHEDULED', error: null },
    { status: 'SCHEDULED', error: null },
  ]);
});
