import { api } from '@overture/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import { type MailWorld, startMailWorld } from '../../../testing/mail-world.ts';
import { makeCampaign, makePeople, startPeople } from '../../campaigns/run/run.factory.ts';

/** The whole way of a mail through a mailbox by consent: the same for both providers, and the same as by IMAP. */

let world: MailWorld;
let server: TestServer & { stop(): Promise<void> };

beforeAll(async () => {
  world = await startMailWorld();
  server = await startTestServer({ roles: ['web', 'live', 'worker', 'cron'], environment: world.environment });
}, 60_000);
afterAll(async () => {
  await server?.stop();
  await world?.close();
});

async function until<Value>(what: string, read: () => Promise<Value | null | undefined | false>): Promise<Value> {
  const deadline = performance.now() + 45_000;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}

type Ledger = { counts: { message_id: string; recipient: string; count: number }[] };
async function sentTo(recipient: string): Promise<number[]> {
  const answer = await fetch(`${world.sandbox.addresses.http_url}/api/ledger`);
  const { counts } = (await answer.json()) as Ledger;
  return counts.filter((entry) => entry.recipient === recipient).map(({ count }) => count);
}

test.each(inject('is_proving') ? (['GOOGLE', 'MICROSOFT'] as const) : (['MICROSOFT'] as const))(
  'from consent to the answer, through a doubt, a withdrawn consent and a new one: %s',
  async (provider) => {
    const { system } = server.program;
    const person = await server.signUp();
    const email = `ada@${provider.toLowerCase()}.example`;
    const oauth = (body: object) => world.control(`/${provider.toLowerCase()}/__control/oauth`, body);
    await oauth({ auto_approve: email });
    const page = await person.call(api.connectEmail, { body: { provider } });
    const back = (await world.visit(page.data.url)) as { state: string };
    const { account } = (await person.call(api.finishEmailConsent, { body: back })).data;
    const status = async () => (await person.call(api.listAccounts)).data.accounts[0];
    await until('the mailbox is being read', async () => (await status())?.status === 'OK');

    // One lead's server tells nothing after taking the mail: only the Sent folder settles that.
    const leads = [`grace@${provider}.customer.example`, `four21afterdot@${provider}.customer.example`].map((lead) =>
      lead.toLowerCase(),
    );
    const people = await makePeople(
      system,
      person.organization_id,
      leads.map((lead) => ({ email: lead, first_name: 'Grace' })),
    );
    const campaign = await makeCampaign(system, {
      organization_id: person.organization_id,
      account_id: account.id,
      nodes: [{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours: 24 }],
    });
    await server.owner.query('update accounts set send_gap_in_seconds = 0 where id = $1', [account.id]);
    await startPeople(system, campaign, person.organization_id, people);
    const [sure, doubtful] = leads as [string, string];
    for (const lead of leads) await until(`the mail to ${lead}`, async () => (await sentTo(lead)).length === 1);
    const state = async (lead: string) => {
      const { rows } = await server.owner.query(
        'select state, settled_by from outbound_intents where organization_id = $1 and to_email = $2',
        [person.organization_id, lead],
      );
      return rows[0];
    };
    await until('the answered sending', async () => (await state(sure))?.state === 'confirmed');
    const settled = await until('the doubt', async () => {
      const row = await state(doubtful);
      return row?.state === 'confirmed' && row;
    });
    expect(settled.settled_by).toBe('sent_folder');

    await world.control('/__control/reply', { recipient: sure, text: 'Sounds good, call me on Monday.' });
    const [chat] = await until('the answer in the inbox', async () => {
      const { chats } = (await person.call(api.listChats)).data;
      return chats.length > 0 && chats;
    });
    expect(chat).toMatchObject({
      status: 'INTERESTED',
      latest_message: { message: 'Sounds good, call me on Monday.' },
    });

    await oauth({ revoke: email });
    const lost = await until('the lost consent', async () => {
      const now = await status();
      return now?.status === 'CREDENTIALS' && now;
    });
    expect(lost.status_reason).toMatch(/\w{4}/);
    expect(lost.status_reason).not.toMatch(/refresh-|access-/);
    const again = await person.call(api.reconnectEmail, { body: { account_id: account.id } });
    const returned = (await world.visit(again.data.url)) as { state: string };
    const { data } = await person.call(api.finishEmailConsent, { body: returned });
    expect(data.account).toMatchObject({ id: account.id, status: 'RECONNECTED' });
    await until('the mailbox is read again', async () => (await status())?.status === 'OK');
    const body = { message: 'Monday it is.', idempotency_key: `key-${provider}-1` };
    await person.call(api.sendChatMessage, { params: { id: people[0]! }, body });
    await until('our answer', async () => (await sentTo(sure)).length === 2);
    expect(await sentTo(sure)).toEqual([1, 1]);
    expect(await sentTo(doubtful)).toEqual([1]);
  },
  120_000,
);
