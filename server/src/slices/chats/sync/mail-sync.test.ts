import { api } from '@overture/contract';
import { describe, expect, test } from 'vitest';
import { until, useMailWorld } from '../../../testing/worlds.ts';
import { makeCampaign, makePeople, startPeople } from '../../campaigns/run/run.factory.ts';
import { ENCRYPTED } from '../mail/mail-parts.service.ts';
import { createMailSync } from './mail-sync.service.ts';

const { world, server } = useMailWorld({ roles: ['web', 'live', 'worker', 'cron'] });
let count = 0;

async function connected(password = 'sandbox') {
  count += 1;
  const person = await server.signUp();
  const email = `ada${count}@sender${count}.example`;
  const login = { secure: false, username: email, password };
  const body = {
    name: 'Ada Jansen',
    email,
    imap: { ...login, ...world.sandbox.addresses.imap },
    smtp: { ...login, ...world.sandbox.addresses.smtp },
  };
  const answer = await person.call(api.connectMailbox, { body });
  expect(answer.error.error).toBeUndefined();
  // Around noon a mailbox that keeps a rhythm rests.
  await server.owner.query('update accounts set natural_rhythm = false where id = $1', [answer.data.account.id]);
  const status = async () =>
    (await person.call(api.listAccounts)).data.accounts.find((entry) => entry.id === answer.data.account.id);
  return { person, email, body, account: answer.data.account, status };
}

test('from the first mail to the answered answer', async () => {
  const { person, email, account, status } = await connected();
  await until('the mailbox is being read', async () => (await status())?.status === 'OK');
  const lead = `grace${count}@customer.example`;
  const [prospect] = await makePeople(server.program.system, person.organization_id, [
    { email: lead, first_name: 'Grace' },
  ]);
  const campaign = await makeCampaign(server.program.system, {
    organization_id: person.organization_id,
    account_id: account.id,
    nodes: [{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours: 24 }],
  });
  await startPeople(server.program.system, campaign, person.organization_id, [prospect!]);
  const first = await until('the first mail arrives', () => world.lastMailTo(lead));
  const params = { id: prospect! };
  await until(
    'the mail is in the conversation',
    async () => (await person.call(api.listChats, { query: { awaiting_reply: true } })).data.chats.length === 1,
  );
  expect((await person.call(api.listChats)).data.chats).toEqual([]);

  const sentAt = performance.now();
  await world.control('/__control/reply', { recipient: lead, text: 'Sounds good, call me on Monday.' });
  const [chat] = await until('the answer is in the inbox', async () => {
    const { chats } = (await person.call(api.listChats)).data;
    return chats.length > 0 && chats;
  });
  expect(performance.now() - sentAt).toBeLessThan(10_000);
  expect(chat).toMatchObject({
    has_unread: true,
    status: 'INTERESTED',
    latest_message: { sent_by_prospect: true, message: 'Sounds good, call me on Monday.' },
  });
  expect((await person.call(api.getUser)).data.user.unread_chats).toBe(1);
  expect(chat?.prospect).toMatchObject({ campaign_status: 'REPLIED', campaign: { id: campaign.id } });
  const actions = await person.call(api.listExecutedActions, { params });
  expect(actions.data.executed_actions).toMatchObject([{ step: { step_type: 'EMAIL' } }]);

  const history = await person.call(api.getChatHistory, { params: { prospectId: prospect! } });
  expect(history.data.messages.map((message) => message.kind)).toEqual(['REPLY', 'CAMPAIGN']);
  const reply = await server.owner.query('select rfc_message_id from chat_messages where id = $1', [
    history.data.messages[0]?.id,
  ]);
  const sent = await person.call(api.sendChatMessage, {
    params,
    body: { message: 'Monday it is.\n\nAda', idempotency_key: 'key-00001' },
  });
  expect(sent.data.message).toMatchObject({
    message: 'Monday it is.\n\nAda',
    kind: 'CHAT',
    delivery: 'SENDING',
    sent_by_prospect: false,
  });
  const again = await person.call(api.sendChatMessage, {
    params,
    body: { message: 'Monday it is.\n\nAda', idempotency_key: 'key-00001' },
  });
  expect(again.data.message.id).toBe(sent.data.message.id);
  const answer = await until('the answer arrives', async () => {
    const mail = await world.lastMailTo(lead);
    return mail?.raw.includes('Monday it is.') && mail;
  });
  expect(answer.headers['in-reply-to']).toBe(`<${reply.rows[0].rfc_message_id}>`);
  expect(answer.headers.references?.split(/\s+/)).toEqual([
    first.headers['message-id'],
    `<${reply.rows[0].rfc_message_id}>`,
  ]);
  expect(answer.headers.subject).toBe(`Re: ${first.headers.subject}`);
  expect(answer.headers.from).toContain(email);
  expect(answer.headers['list-unsubscribe']).toBeUndefined();
  await until(
    'the answer is known as sent',
    async () =>
      (await person.call(api.getChatHistory, { params: { prospectId: prospect! } })).data.messages[0]?.delivery ===
      'SENT',
  );
  await until('the answer knows its Message-ID', async () => {
    const rows = await server.owner.query('select rfc_message_id from chat_messages where id = $1', [
      sent.data.message.id,
    ]);
    return `<${rows.rows[0].rfc_message_id}>` === answer.headers['message-id'];
  });
  expect(await world.timesSentTo(lead)).toEqual([1, 1]);
}, 60_000);

describe('a mailbox', () => {
  test('whose password changed asks to be connected again, and lives on with the new one', async () => {
    const { person, email, body, account, status } = await connected();
    await until('it is being read', async () => (await status())?.status === 'OK');
    await world.control('/__control/accounts', { email, password: 'changed' });
    const lost = await until('the refusal is shown', async () => {
      const now = await status();
      return now?.status === 'CREDENTIALS' && now;
    });
    expect(lost.status_reason).toMatch(/^IMAP: \S+/);
    const login = { ...body, imap: { ...body.imap, password: 'changed' }, smtp: { ...body.smtp, password: 'changed' } };
    expect(
      (await person.call(api.connectMailbox, { body: { ...login, account_id: account.id } })).data.account.status,
    ).toBe('RECONNECTED');
    await until('it is being read again', async () => (await status())?.status === 'OK');
  });

  test('that is removed is read no more', async () => {
    const { person, account } = await connected();
    const leased = async () =>
      (
        await server.owner.query(`select 1 from mailbox_syncs where account_id = $1 and leased_until > now()`, [
          account.id,
        ])
      ).rows.length;
    await until('it is being read', async () => (await leased()) === 1);
    await person.call(api.removeAccount, { params: { id: account.id } });
    expect(await leased()).toBe(0);
  });

  test('is read by one process at a time; another takes over when the first ends', async () => {
    const { account, status } = await connected();
    await until('it is being read', async () => (await status())?.status === 'OK');
    const token = async () =>
      (await server.owner.query(`select lease_token from mailbox_syncs where account_id = $1`, [account.id])).rows[0]
        ?.lease_token as number;
    const held = await token();
    const stop = await createMailSync().start(server.program.system);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await token()).toBe(held);
    await server.owner.query(
      `update mailbox_syncs set lease_token = lease_token + 1, leased_until = '-infinity' where account_id = $1`,
      [account.id],
    );
    await until('one of the two claims it', async () => (await token()) === held + 2);
    await stop();
  });

  test('whose folders are renumbered loses and doubles nothing', async () => {
    const { person, email, account, status } = await connected();
    await until('it is being read', async () => (await status())?.status === 'OK');
    const lead = `renumbered${count}@customer.example`;
    const [prospect] = await makePeople(server.program.system, person.organization_id, [{ email: lead }]);
    const campaign = await makeCampaign(server.program.system, {
      organization_id: person.organization_id,
      account_id: account.id,
      nodes: [{ type: 'EMAIL' }],
    });
    await startPeople(server.program.system, campaign, person.organization_id, [prospect!]);
    await until('the mail arrives', () => world.lastMailTo(lead));
    const replies = async () =>
      (await person.call(api.getChatHistory, { params: { prospectId: prospect! } })).data.messages
        .filter((message) => message.kind === 'REPLY')
        .map((message) => message.message);
    await world.control('/__control/reply', { recipient: lead, text: 'first answer' });
    await until('the first answer', async () => (await replies()).length === 1);
    await world.control('/__control/uidvalidity', { email });
    await world.control('/__control/reply', { recipient: lead, text: 'second answer' });
    await until('the second answer', async () => (await replies()).length >= 2);
    expect(await replies()).toEqual(['second answer', 'first answer']);
  });
});

/** A lead who got the first of two mails. */
async function written(lead: string, account: object = {}) {
  const { person, email, account: sender, status } = await connected();
  await world.control('/__control/accounts', { email, ...account });
  await until('the mailbox is being read', async () => (await status())?.status === 'OK');
  const [prospect] = await makePeople(server.program.system, person.organization_id, [{ email: lead }]);
  const campaign = await makeCampaign(server.program.system, {
    organization_id: person.organization_id,
    account_id: sender.id,
    nodes: [{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours: 24 }],
  });
  await startPeople(server.program.system, campaign, person.organization_id, [prospect!]);
  const mail = await until('the mail arrives', () => world.lastMailTo(lead));
  const history = async () =>
    (await person.call(api.getChatHistory, { params: { prospectId: prospect! } })).data.messages;
  const leadStatus = async (): Promise<string> =>
    (await server.owner.query('select status from campaign_leads where prospect_id = $1', [prospect])).rows[0].status;
  // The mail server has it a moment before the program has recorded that it left.
  await until('the mail is recorded', async () => (await history()).some(({ kind }) => kind === 'CAMPAIGN'));
  return { person, email, prospect: prospect!, mail, history, leadStatus };
}

test('a bounce that names the relay’s id alone reaches the lead by the name that the 250 told', async () => {
  count += 1;
  const lead = `bounce${count}@customer.example`;
  const { mail, history, leadStatus } = await written(lead, { replaces_message_ids: true, hides_headers: true });
  expect(mail.headers['message-id']).toMatch(/amazonses/);
  await until('the bounce is reported', async () => (await history()).some(({ kind }) => kind === 'BOUNCE'));
  const rows = await server.owner.query('select reason from suppressions where email = $1', [lead]);
  expect([await leadStatus(), rows.rows]).toEqual(['FAILED', [{ reason: 'hard_bounce' }]]);
});

test('a stranger at the lead’s mail provider who replies in the thread is no colleague', async () => {
  count += 1;
  const lead = `lead${count}@wanadoo.fr`;
  const { person, email, mail, history, leadStatus } = await written(lead);
  const raw = `From: Zoe <zoe@wanadoo.fr>\r\nTo: ${email}\r\nSubject: Re: Hello\r\nMessage-ID: <${count}@wanadoo.fr>\r\nIn-Reply-To: ${mail.headers['message-id']}\r\n\r\nPlease remove me from your list.\r\n`;
  await world.control('/__control/deliver', { email, raw });
  await until('a person is asked', async () => {
    const rows = await server.owner.query(
      'select 1 from possible_answers where organization_id = $1 and from_email = $2',
      [person.organization_id, 'zoe@wanadoo.fr'],
    );
    return rows.rows.length === 1;
  });
  expect((await history()).map(({ kind }) => kind)).toEqual(['CAMPAIGN']);
  const suppressed = await server.owner.query('select 1 from suppressions where email = $1', [lead]);
  expect([await leadStatus(), suppressed.rows]).toEqual(['ACTIVE', []]);
});

test('a reply that is signed is read, an encrypted one says so, and both stop the sequence', async () => {
  const leads = ['signed@signing.example', 'sealed@signing.example'];
  const [first, second] = [await written(leads[0]!), await written(leads[1]!)];
  const element = (tag: number, ...parts: Buffer[]): Buffer => {
    const body = Buffer.concat(parts);
    return Buffer.concat([Buffer.from([tag, 0x82, body.length >> 8, body.length & 255]), body]);
  };
  const words = Buffer.from('Content-Type: text/plain\r\n\r\nPlease remove me from your list.\r\n');
  const content = element(0x30, Buffer.from('06092a864886f70d010701', 'hex'), element(0xa0, element(0x04, words)));
  const signed = element(0x30, Buffer.from('0201013100', 'hex'), content, Buffer.from('3100', 'hex'));
  const der = element(0x30, Buffer.from('06092a864886f70d010702', 'hex'), element(0xa0, signed));
  const bodies = [
    `Content-Type: application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"\r\nContent-Transfer-Encoding: base64\r\n\r\n${der.toString('base64').replace(/.{76}/g, '$&\r\n')}`,
    'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=p\r\n\r\n--p\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--p--',
  ];
  for (const [index, { email, mail }] of [first, second].entries()) {
    const head = `From: ${leads[index]}\r\nTo: ${email}\r\nSubject: Re: Hello\r\nMessage-ID: <${crypto.randomUUID()}@customer.example>\r\nIn-Reply-To: ${mail.headers['message-id']}\r\nMIME-Version: 1.0`;
    await world.control('/__control/deliver', { email, raw: `${head}\r\n${bodies[index]}\r\n` });
  }
  const replyOf = async ({ history }: typeof first) => (await history()).find(({ kind }) => kind === 'REPLY')?.message;
  await until('both replies are in the inbox', async () => (await replyOf(first)) && (await replyOf(second)));
  expect([await replyOf(first), await replyOf(second)]).toEqual(['Please remove me from your list.', ENCRYPTED]);
  // The opt-out inside the signature counts like any other.
  const suppressed = await server.owner.query('select email from suppressions where email = any($1)', [leads]);
  expect(suppressed.rows).toEqual([{ email: leads[0] }]);
  expect(await second.leadStatus()).toBe('REPLIED');
});
