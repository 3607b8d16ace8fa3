import { api } from '@overture/contract';
import { expect, inject, test } from 'vitest';
import { until, useMailWorld } from '../../../testing/worlds.ts';
import { makeCampaign, makePeople, startPeople } from '../../campaigns/run/run.factory.ts';

/** The whole way of a mail through a mailbox by consent: the same for both providers, and the same as by IMAP. */

const { world, server } = useMailWorld({ roles: ['web', 'live', 'worker', 'cron'] });

/** A sender whose mailbox is connected and being synced. */
async function consent(provider: 'GOOGLE' | 'MICROSOFT', local: string) {
  const person = await server.signUp();
  const email = `${local}@${provider.toLowerCase()}.example`;
  const oauth = (body: object) => world.control(`/${provider.toLowerCase()}/__control/oauth`, body);
  await oauth({ auto_approve: email });
  const page = await person.call(api.connectEmail, { body: { provider } });
  const back = (await world.visit(page.data.url)) as { state: string };
  const { account } = (await person.call(api.finishEmailConsent, { body: back })).data;
  const status = async () => (await person.call(api.listAccounts)).data.accounts[0];
  await until('the mailbox is being read', async () => (await status())?.status === 'OK');
  return { person, email, oauth, account, status };
}

/** A campaign of this sender, begun for these addresses; answers their leads. */
async function writeTo(
  { person, account }: Pick<Awaited<ReturnType<typeof consent>>, 'person' | 'account'>,
  addresses: readonly string[],
  delay_in_hours: number,
): Promise<number[]> {
  const { system } = server.program;
  const { organization_id } = person;
  const people = await makePeople(
    system,
    organization_id,
    addresses.map((email) => ({ email, first_name: 'Grace' })),
  );
  const campaign = await makeCampaign(system, {
    organization_id,
    account_id: account.id,
    nodes: [{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours }],
  });
  await server.owner.query('update accounts set send_gap_in_seconds = 0 where id = $1', [account.id]);
  await startPeople(system, campaign, organization_id, people);
  return people;
}

test.each(inject('is_proving') ? (['GOOGLE', 'MICROSOFT'] as const) : (['MICROSOFT'] as const))(
  'from consent to the answer, through a doubt, a withdrawn consent and a new one: %s',
  async (provider) => {
    const { person, email, oauth, account, status } = await consent(provider, 'ada');

    // One lead's server sends no response after accepting the mail: only the Sent folder settles that.
    const leads = [`grace@${provider}.customer.example`, `four21afterdot@${provider}.customer.example`].map((lead) =>
      lead.toLowerCase(),
    );
    const people = await writeTo({ person, account }, leads, 24);
    const [sure, doubtful] = leads as [string, string];
    for (const lead of leads)
      await until(`the mail to ${lead}`, async () => (await world.timesSentTo(lead)).length === 1);
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
    await until('our answer', async () => (await world.timesSentTo(sure)).length === 2);
    expect(await world.timesSentTo(sure)).toEqual([1, 1]);
    expect(await world.timesSentTo(doubtful)).toEqual([1]);
  },
  120_000,
);

interface WorldMail {
  raw: string;
  headers: { name: string; value: string }[];
}

/** Mails that a person got, oldest first, with what a header of theirs says. */
async function mailsTo(recipient: string) {
  const read = async <Answer>(path: string) =>
    (await (await fetch(`${world.sandbox.addresses.http_url}/api${path}`)).json()) as Answer;
  const { mails } = await read<{ mails: { id: number }[] }>(`/mails?to=${encodeURIComponent(recipient)}`);
  const full = await Promise.all(mails.toReversed().map(({ id }) => read<WorldMail>(`/mails/${id}`)));
  return full.map(
    ({ headers }) =>
      (name: string) =>
        headers.find((header) => header.name === name)?.value ?? '',
  );
}

test('Gmail sends under its own Message-IDs, which threads and bounces use, once', async () => {
  const sender = await consent('GOOGLE', 'ida');
  const { person, email, account } = sender;
  const leads = ['grace', 'gone', 'dropafterdot-stored'].map((local) => `${local}@ids.customer.example`);
  const [grace, bounced] = leads as [string, string, string];
  const people = await writeTo(sender, leads, 0);
  for (const lead of leads)
    await until(`both mails to ${lead}`, async () => (await world.timesSentTo(lead)).length === 2);
  // An answer that was lost is settled by the copy in Sent, and nothing is sent again.
  await until('all outcomes', async () => {
    const { rows } = await server.owner.query(
      `select count(*)::int as sent, count(*) filter (where sent_message_id like '%@mail.gmail.com')::int as named
        from outbound_intents where account_id = $1 and state = 'confirmed' and draft_id is not null`,
      [account.id],
    );
    return rows[0].sent === 6 && rows[0].named === 6;
  });
  for (const lead of leads) expect(await world.timesSentTo(lead)).toEqual([1, 1]);

  for (const lead of leads) {
    const [first, second] = await mailsTo(lead);
    expect(first?.('message-id')).toMatch(/@mail\.gmail\.com>$/);
    expect([second?.('in-reply-to'), second?.('references')]).toEqual(Array(2).fill(first?.('message-id')));
  }
  const { threads } = await world.control<{ threads: string[] }>('/google/__control/threads', { email });
  expect([threads.length, new Set(threads).size]).toEqual([6, 3]);

  const [, follow_up] = await mailsTo(bounced);
  await world.control('/__control/deliver', { email, raw: bounceOf(bounced, follow_up?.('message-id') ?? '') });
  const [first] = await mailsTo(grace);
  await world.control('/__control/deliver', {
    email,
    raw: `From: Bob <bob@ids.customer.example>\nTo: ${email}\nSubject: Re: Hello\nMessage-ID: <bob@ids.customer.example>\nIn-Reply-To: ${first?.('message-id')}\n\nGrace asked me to answer: yes.`,
  });
  const said = async (person_id: number | undefined) => {
    const params = { prospectId: person_id ?? 0 };
    const { data } = await person.call(api.getChatHistory, { params, query: { limit: 100 } });
    return data.messages.map(({ kind }) => kind).toSorted();
  };
  // What came before it in the mailbox, our own copies in Sent among it, was read by then.
  await until('the colleague in the inbox', async () => (await said(people[0])).includes('REPLY'));
  expect(await said(people[0])).toEqual(['CAMPAIGN', 'CAMPAIGN', 'REPLY']);
  expect(await said(people[1])).toEqual(['BOUNCE', 'CAMPAIGN', 'CAMPAIGN']);
  expect(await said(people[2])).toEqual(['CAMPAIGN', 'CAMPAIGN']);
  const suppressed = 'select reason from suppressions where organization_id = $1 and email = $2';
  const { rows } = await server.owner.query(suppressed, [person.organization_id, bounced]);
  expect(rows).toEqual([{ reason: 'hard_bounce' }]);
}, 60_000);

/** A report that names the mail by Gmail's id alone. */
function bounceOf(recipient: string, message_id: string): string {
  return [
    'From: mailer-daemon@mx.customer.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Message-ID: <bounce@mx.customer.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'I could not deliver your message.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.customer.example',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${message_id}`,
    '',
    '--b--',
    '',
  ].join('\n');
}
