import { api } from '@overture/contract';
import { describe, expect, inject, test } from 'vitest';
import { until, useMailWorld } from '../../../testing/worlds.ts';
import { makeCampaign, makePeople, startPeople } from '../../campaigns/run/run.factory.ts';

const { world, server } = useMailWorld({ roles: ['web', 'live', 'worker', 'cron'] });
let count = 0;

/** What the two providers call the same thing. */
const VENDORS = { GOOGLE: 'google', MICROSOFT: 'microsoft' } as const;

describe.each(['GOOGLE', 'MICROSOFT'] as const)('a mailbox of %s', (provider) => {
  /** Each story with one provider; with both in `npm run prove`. The port's conformance holds both to the same. */
  const story = (vendor: typeof provider): ((name: string, run: () => Promise<void>, limit_in_ms: number) => void) =>
    inject('is_proving') || vendor === provider ? test : () => undefined;
  const oauth = (body: object) => world.control(`/${VENDORS[provider]}/__control/oauth`, body);

  async function connected() {
    count += 1;
    const person = await server.signUp();
    const email = `ada${count}@sender${count}.example`;
    await oauth({ auto_approve: email });
    const { data } = await person.call(api.connectEmail, { body: { provider } });
    const body = (await world.visit(data.url)) as { state: string; code: string };
    const answer = await person.call(api.finishEmailConsent, { body });
    expect(answer.error.error).toBeUndefined();
    const account = answer.data.account;
    // Two mails of a test need not lie minutes apart.
    await server.owner.query('update accounts set send_gap_in_seconds = 0 where id = $1', [account.id]);
    const status = async () =>
      (await person.call(api.listAccounts)).data.accounts.find((entry) => entry.id === account.id);
    await until('the mailbox is being read', async () => (await status())?.status === 'OK');
    return { person, email, account, status };
  }
  type Connected = Awaited<ReturnType<typeof connected>>;

  async function startCampaign({ person, account }: Connected, leads: string[], nodes = [{ type: 'EMAIL' as const }]) {
    const prospects = await makePeople(
      server.program.system,
      person.organization_id,
      leads.map((email) => ({ email, first_name: 'Grace' })),
    );
    const spec = { organization_id: person.organization_id, account_id: account.id, nodes };
    const campaign = await makeCampaign(server.program.system, spec);
    await startPeople(server.program.system, campaign, person.organization_id, prospects);
    return { campaign, prospects };
  }
  const historyOf = async ({ person }: Connected, prospectId: number) =>
    (await person.call(api.getChatHistory, { params: { prospectId } })).data.messages;

  story('GOOGLE')(
    'one-click headers arrive, our own copy is no second message, a message joins its thread',
    async () => {
      const sender = await connected();
      const lead = `grace${count}@customer.example`;
      const { prospects } = await startCampaign(sender, [lead]);
      const [prospect = 0] = prospects;
      const first = await until('the first mail arrives', () => world.lastMailTo(lead));
      expect(first.headers.from).toContain(sender.email);
      expect(first.headers['list-unsubscribe']).toMatch(/^<http/);
      expect(first.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');

      await world.control('/__control/reply', { recipient: lead, text: 'Sounds good, call me on Monday.' });
      const [chat] = await until('the answer is in the inbox', async () => {
        const { chats } = (await sender.person.call(api.listChats)).data;
        return chats.length > 0 && chats;
      });
      expect(chat).toMatchObject({
        status: 'INTERESTED',
        latest_message: { sent_by_prospect: true, message: 'Sounds good, call me on Monday.' },
      });
      await until('our own copy is no second message', async () =>
        (await historyOf(sender, prospect)).every(({ kind }) => kind === 'REPLY' || kind === 'CAMPAIGN'),
      );
      expect((await historyOf(sender, prospect)).map(({ kind }) => kind)).toEqual(['REPLY', 'CAMPAIGN']);

      const params = { id: prospect };
      const body = { message: 'Monday it is.\n\nAda', idempotency_key: 'key-00001' };
      await sender.person.call(api.sendChatMessage, { params, body });
      const answer = await until('our answer arrives', async () => {
        const mail = await world.lastMailTo(lead);
        return mail?.raw.includes('Monday it is.') && mail;
      });
      const chain = answer.headers.references?.split(/\s+/) ?? [];
      expect(chain).toEqual([first.headers['message-id'], answer.headers['in-reply-to']]);
      expect(answer.headers.subject).toBe(`Re: ${first.headers.subject}`);
      await until(
        'the answer is known as sent',
        async () => (await historyOf(sender, prospect))[0]?.delivery === 'SENT',
      );
      expect(await world.timesSentTo(lead)).toEqual([1, 1]);
    },
    90_000,
  );

  story('MICROSOFT')(
    'an address that does not exist comes back as a report, and is never written to again',
    async () => {
      const sender = await connected();
      const lead = `bounce+${count}@customer${count}.example`;
      await startCampaign(sender, [lead]);
      await until('the report is understood', async () => {
        const rows = await server.owner.query(
          'select reason from suppressions where organization_id = $1 and email = $2',
          [sender.person.organization_id, lead],
        );
        return rows.rows[0]?.reason === 'hard_bounce';
      });
      await until('the lead says so', async () => {
        const rows = await server.owner.query('select status from campaign_leads where organization_id = $1', [
          sender.person.organization_id,
        ]);
        return rows.rows[0]?.status !== 'ACTIVE' && rows.rows[0]?.status !== 'SCHEDULED';
      });
      expect((await sender.status())?.status).toBe('OK');
    },
    60_000,
  );

  story('MICROSOFT')(
    'revoked consent holds the leads; after a new one, mail from in between and the rest follow',
    async () => {
      const sender = await connected();
      const [known, waiting] = [`known${count}@customer.example`, `waiting${count}@customer.example`];
      const { prospects } = await startCampaign(sender, [known]);
      await until('the first mail arrives', () => world.lastMailTo(known));
      await oauth({ revoke: sender.email });
      const lost = await until('the loss is shown', async () => {
        const now = await sender.status();
        return now?.status === 'CREDENTIALS' && now;
      });
      expect(lost.status_reason).toMatch(/\w{4}/);
      await startCampaign(sender, [waiting]);
      await world.control('/__control/reply', { recipient: known, text: 'Are you there?' });
      const { data } = await sender.person.call(api.reconnectEmail, { body: { account_id: sender.account.id } });
      expect(await world.lastMailTo(waiting), 'nothing leaves a lost sender').toBeNull();
      const body = (await world.visit(data.url)) as { state: string; code: string };
      const again = await sender.person.call(api.finishEmailConsent, { body });
      expect(again.data.account).toMatchObject({ id: sender.account.id, status: 'RECONNECTED' });
      await until('the answer of the meantime', async () =>
        (await historyOf(sender, prospects[0] ?? 0)).some(({ message }) => message === 'Are you there?'),
      );
      await until('the mail that waited', () => world.lastMailTo(waiting));
      expect(await world.timesSentTo(waiting)).toEqual([1]);
      expect(await world.timesSentTo(known)).toEqual([1]);
    },
    90_000,
  );

  story('GOOGLE')(
    'a lost cursor loses and doubles nothing',
    async () => {
      const sender = await connected();
      const lead = `cursor${count}@customer.example`;
      const { prospects } = await startCampaign(sender, [lead]);
      await until('the mail arrives', () => world.lastMailTo(lead));
      const replies = async () =>
        (await historyOf(sender, prospects[0] ?? 0))
          .filter(({ kind }) => kind === 'REPLY')
          .map(({ message }) => message);
      await world.control('/__control/reply', { recipient: lead, text: 'first answer' });
      await until('the first answer', async () => (await replies()).length === 1);
      const lose = { GOOGLE: '/google/__control/expire-history', MICROSOFT: '/microsoft/__control/lose-cursors' };
      await world.control(lose[provider], { email: sender.email });
      await world.control('/__control/reply', { recipient: lead, text: 'second answer' });
      await until('the second answer', async () => (await replies()).length >= 2);
      expect(await replies()).toEqual(['second answer', 'first answer']);
    },
    60_000,
  );
});
