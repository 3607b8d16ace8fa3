import { api } from '@overture/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { createClient, type TestClient, useTestServer } from '../../../testing/harness.ts';
import { type Conversation, cursorAfter, mailFrom, makeConversation } from '../chats.factory.ts';
import { removeSilent } from '../presence/presence.service.ts';
import { receiveMail } from '../sync/receive-mail.service.ts';
import { bringBackReminded } from './changes.service.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
let stranger: Person;
let colleague: TestClient & { user_id: number };
beforeAll(async () => {
  [person, stranger] = [await server.signUp('Ada Jansen'), await server.signUp()];
  colleague = await join(person);
});

async function join(owner: TestClient): Promise<TestClient & { user_id: number }> {
  const email = `mia.${crypto.randomUUID()}@colleague.example`;
  await owner.call(api.inviteMembers, { body: { emails: [email], role: 'RESTRICTED' } });
  const code = server.mails.findLast(({ to }) => to === email)?.text.match(/create-password\?code=([\w-]+)/)?.[1] ?? '';
  const { data } = await server.anonymous.call(api.resetPassword, {
    body: { code, password: 'battery staple', name: 'Mia Berg' },
  });
  return { ...createClient(server.program, data.data?.token ?? ''), user_id: data.data?.id ?? 0 };
}

const answer = async (conversation: Conversation, text = 'Yes, please.') => {
  const synced = mailFrom(conversation, { text });
  await receiveMail(server.program.system, conversation.mailbox, synced, cursorAfter(synced));
};
const answered = async (owner = person) => {
  const conversation = await makeConversation(server, owner.organization_id);
  await answer(conversation);
  return conversation;
};
const idsOf = async (query: object, who: TestClient = person): Promise<number[]> =>
  (await who.call(api.listChats, { query: { limit: 100, ...query } })).data.chats.map((chat) => chat.prospect.id);
type Change = Parameters<typeof person.call<typeof api.changeChats>>[1];
const change = (prospect_ids: number[], wanted: object, who: TestClient = person) =>
  who.call(api.changeChats, { body: { prospect_ids, change: wanted } } as NonNullable<Change>);
const chatOf = async ({ prospect_id: id }: Conversation) =>
  (await person.call(api.getChat, { params: { id } })).data.chat;
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const notified = async (type: string): Promise<{ data: Record<string, unknown>; user_id: number | null }[]> =>
  (
    await server.owner.query(
      'select data, user_id from live_messages where organization_id = $1 and type = $2 order by id',
      [person.organization_id, type],
    )
  ).rows.map((row) => ({ data: row.data, user_id: row.user_id === null ? null : Number(row.user_id) }));
const passTime = ({ prospect_id }: Conversation) =>
  server.owner.query(`update chats set remind_at = app_now() - interval '1 second' where prospect_id = $1`, [
    prospect_id,
  ]);

describe('reminders', () => {
  test('a conversation waits in its folder and returns on top, unread, with a notification', async () => {
    const [first, second] = [await answered(), await answered()];
    const account = { sending_accounts: [first.account_id, second.account_id] };
    expect(await idsOf(account)).toEqual([second.prospect_id, first.prospect_id]);
    const remind_at = inAnHour();
    await change([first.prospect_id], { read: true });
    expect((await change([first.prospect_id], { remind_at })).data.changed_chats).toBe(1);
    expect(await idsOf(account)).toEqual([second.prospect_id]);
    expect(await idsOf({ ...account, unread_only: true })).toEqual([second.prospect_id]);
    expect(await idsOf({ ...account, reminders: true })).toEqual([first.prospect_id]);
    expect(await idsOf({ ...account, search_query: first.lead })).toEqual([first.prospect_id]);
    expect(await chatOf(first)).toMatchObject({ remind_at, is_returned: false });
    await bringBackReminded(server.program.system);
    expect(await idsOf(account)).toEqual([second.prospect_id]);

    await passTime(first);
    await bringBackReminded(server.program.system);
    expect(await idsOf(account)).toEqual([first.prospect_id, second.prospect_id]);
    expect(await chatOf(first)).toMatchObject({ remind_at: null, is_returned: true, has_unread: true });
    const notices = (await notified('chat_reminder')).filter(({ data }) => data.prospect_id === first.prospect_id);
    expect(notices).toEqual([
      { data: { prospect_id: first.prospect_id, name: expect.stringContaining('Grace') }, user_id: person.user_id },
    ]);
    await bringBackReminded(server.program.system);
    expect((await notified('chat_reminder')).filter(({ data }) => data.prospect_id === first.prospect_id)).toHaveLength(
      1,
    );
  });

  test('an answer brings it back sooner and takes the reminder away', async () => {
    const conversation = await answered();
    await change([conversation.prospect_id], { remind_at: inAnHour() });
    await answer(conversation, 'One more thing.');
    expect(await chatOf(conversation)).toMatchObject({ remind_at: null, has_unread: true });
    expect((await idsOf({}))[0]).toBe(conversation.prospect_id);
  });

  test('it can be unset; archiving unsets it too, and a reminder brings back what was archived', async () => {
    const conversation = await answered();
    const ids = [conversation.prospect_id];
    await change(ids, { remind_at: inAnHour() });
    await change(ids, { remind_at: null });
    expect(await chatOf(conversation)).toMatchObject({ remind_at: null, is_returned: false });
    await change(ids, { remind_at: inAnHour() });
    await change(ids, { archived: true });
    expect(await chatOf(conversation)).toMatchObject({ remind_at: null, is_archived: true });
    await change(ids, { remind_at: inAnHour() });
    expect(await chatOf(conversation)).toMatchObject({ is_archived: false });
  });

  test('a time that is past, too far, or none at all is refused', async () => {
    const { prospect_id } = await answered();
    const year = 366 * 86_400_000;
    expect((await change([prospect_id], { remind_at: new Date(Date.now() - 1000).toISOString() })).error.code).toBe(
      'reminder_past',
    );
    expect((await change([prospect_id], { remind_at: new Date(Date.now() + year).toISOString() })).error.code).toBe(
      'reminder_far',
    );
    for (const remind_at of ['tomorrow', '', '2026-13-40T00:00:00Z', 1e300, { $gt: 0 }]) {
      expect((await change([prospect_id], { remind_at })).status).toBe(400);
    }
  });
});

describe('several conversations in one call', () => {
  test('archive, mark, flag, label: all of them, and only those that are ours', async () => {
    const [first, second, foreign] = [await answered(), await answered(), await answered(stranger)];
    const ids = [first.prospect_id, second.prospect_id, foreign.prospect_id, 999_999_999];
    const label = (await person.call(api.createChatLabel, { body: { name: 'Hot', color: '#EF4444' } })).data.label;
    expect((await change(ids, { read: true })).data.changed_chats).toBe(2);
    await change(ids, { flagged: true });
    await change(ids, { interest: 'NOT_INTERESTED' });
    await change(ids, { add_label: label.id });
    await change(ids, { add_label: label.id });
    for (const conversation of [first, second]) {
      expect(await chatOf(conversation)).toMatchObject({
        has_unread: false,
        status: 'NOT_INTERESTED',
        prospect: { is_flagged: true, labels: [{ name: 'Hot' }] },
      });
    }
    await change(ids, { remove_label: label.id });
    await change(ids, { read: false });
    await change(ids, { archived: true });
    expect(await chatOf(first)).toMatchObject({ is_archived: true, has_unread: true, prospect: { labels: [] } });
    const theirs = (await stranger.call(api.getChat, { params: { id: foreign.prospect_id } })).data.chat;
    expect(theirs).toMatchObject({
      is_archived: false,
      status: 'INTERESTED',
      prospect: { labels: [], is_flagged: false },
    });
    expect((await change([first.prospect_id], { add_label: 999_999_999 })).status).toBe(404);
  });

  test('nothing, too many, two changes or an unknown one are refused', async () => {
    expect((await change([], { read: true })).status).toBe(400);
    expect(
      (
        await change(
          Array.from({ length: 501 }, (_, index) => index + 1),
          { read: true },
        )
      ).status,
    ).toBe(400);
    for (const wanted of [{}, { archived: true, read: true }, { deleted: true }, { archived: 'yes' }]) {
      expect((await change([1], wanted)).status).toBe(400);
    }
  });
});

describe('assignment', () => {
  test('a conversation is assigned to a member or to none, and the member is notified', async () => {
    const [mine, hers, nobodys] = [await answered(), await answered(), await answered()];
    const all = { sending_accounts: [mine.account_id, hers.account_id, nobodys.account_id] };
    await change([mine.prospect_id], { assigned_user_id: person.user_id });
    await change([hers.prospect_id], { assigned_user_id: colleague.user_id });
    expect(await chatOf(hers)).toMatchObject({ assigned_to: { id: colleague.user_id, name: 'Mia Berg' } });
    expect(await idsOf({ ...all, assigned_to: ['me'] })).toEqual([mine.prospect_id]);
    expect(await idsOf({ ...all, assigned_to: ['me'] }, colleague)).toEqual([hers.prospect_id]);
    expect(await idsOf({ ...all, assigned_to: ['nobody'] })).toEqual([nobodys.prospect_id]);
    expect(await idsOf({ ...all, assigned_to: [colleague.user_id, 'nobody'] })).toEqual([
      nobodys.prospect_id,
      hers.prospect_id,
    ]);
    const notices = await notified('chats_assigned');
    expect(notices).toEqual([
      {
        data: { prospect_ids: [hers.prospect_id], by: 'Ada Jansen', name: expect.stringContaining('Grace') },
        user_id: colleague.user_id,
      },
    ]);
    await change([hers.prospect_id], { assigned_user_id: null });
    expect(await chatOf(hers)).toMatchObject({ assigned_to: null });
  });

  test('a user of another organization, or who has left, is no member', async () => {
    const { prospect_id } = await answered();
    expect((await change([prospect_id], { assigned_user_id: stranger.user_id })).error.code).toBe('not_a_member');
    const removed = await join(person);
    await server.owner.query('update users set active = false where id = $1', [removed.user_id]);
    expect((await change([prospect_id], { assigned_user_id: removed.user_id })).error.code).toBe('not_a_member');
  });
});

describe('presence', () => {
  const isAnswering = (conversation: Conversation, is_answering: boolean, who: TestClient = colleague) =>
    who.call(api.setChatPresence, { params: { id: conversation.prospect_id }, body: { is_answering } });
  const presences = async (who: TestClient = person) => (await who.call(api.listChatPresences)).data.presences;

  test('colleagues hear once that a user started to write, and that they stopped', async () => {
    const conversation = await answered();
    const { prospect_id } = conversation;
    await isAnswering(conversation, true);
    await isAnswering(conversation, true);
    expect(await presences()).toEqual([{ prospect_id, user_id: colleague.user_id, name: 'Mia Berg' }]);
    expect(await presences(stranger)).toEqual([]);
    await isAnswering(conversation, false);
    await isAnswering(conversation, false);
    expect(await presences()).toEqual([]);
    expect((await notified('chat_presence')).map(({ data }) => data.is_answering)).toEqual([true, false]);
    expect((await isAnswering(conversation, true, stranger)).status).toBe(404);
  });

  test('who went silent is removed', async () => {
    const conversation = await answered();
    await isAnswering(conversation, true);
    await server.owner.query(`update chat_presences set expires_at = app_now() - interval '1 second'`);
    expect(await presences()).toEqual([]);
    await removeSilent(server.program.system);
    expect((await notified('chat_presence')).at(-1)?.data).toMatchObject({
      prospect_id: conversation.prospect_id,
      is_answering: false,
    });
  });
});
