import { api } from '@overture/contract';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { registerPushSandbox } from '@overture/sandbox/push/push-sandbox';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient, type TestClient, useTestServer } from '../../testing/harness.ts';
import { makeConversation, receiveReply } from '../chats/chats.factory.ts';

const server = useTestServer({ is_alone: true, roles: ['web', 'worker'] });
type Person = Awaited<ReturnType<typeof server.signUp>>;

let browsers: FastifyInstance;
let url = '';
beforeAll(async () => {
  browsers = Fastify();
  registerPushSandbox(browsers);
  url = await browsers.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => browsers.close());
beforeEach(() => server.owner.query('delete from push_devices'));

async function control<Answer>(path: string, body?: object): Promise<Answer> {
  const init = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  return (await (await fetch(`${url}/__control/push/devices${path}`, init)).json()) as Answer;
}

interface Browser {
  id: string;
  body: { endpoint: string; keys: { p256dh: string; auth: string } };
}

async function makeBrowser(): Promise<Browser> {
  const { id, endpoint, p256dh, auth } = await control<Record<string, string>>('', {});
  return { id: id ?? '', body: { endpoint: endpoint ?? '', keys: { p256dh: p256dh ?? '', auth: auth ?? '' } } };
}

const turnOn = (who: TestClient, { body }: Browser) => who.call(api.addPushDevice, { body });
const list = async (who: TestClient) => (await who.call(api.listPushDevices, {})).data.devices;

/** The notifications of a browser. Those that are due within seconds are sent first. */
async function messagesTo({ id }: Browser): Promise<{ title: string; path: string; must_show: boolean }[]> {
  await server.owner.query(
    'update push_devices set due_at = app_now() where due_at > app_now() and leased_until is null',
  );
  const { messages } = await control<{ messages: { text: string }[] }>(`/${id}`);
  return messages.map(({ text }) => JSON.parse(text));
}
const titlesOf = async (browser: Browser) => (await messagesTo(browser)).map(({ title }) => title);

/** No device has a notification left. */
const isQuiet = async (browser: Browser): Promise<boolean> => {
  await messagesTo(browser);
  const { rows } = await server.owner.query('select from push_devices where due_at is not null');
  return rows.length === 0;
};

async function signInAgain({ email }: Person): Promise<TestClient> {
  const { data } = await server.anonymous.call(api.login, { body: { email, password: 'correct horse' } });
  return createClient(server.program, data.data?.token ?? '');
}

async function addColleague(person: Person): Promise<Person> {
  const email = `colleague${Math.random()}@push.example`;
  const { rows } = await server.owner.query(
    `insert into users (organization_id, email, name, role, password_hash, verified_at)
     select organization_id, $2, 'Mia Member', 'RESTRICTED', password_hash, verified_at from users where id = $1 returning id`,
    [person.user_id, email],
  );
  const client = await signInAgain({ ...person, email });
  return { ...person, ...client, user_id: Number(rows[0].id), email };
}

test('each device of the team shows the name of the lead and no words of the reply', async () => {
  const person = await server.signUp();
  const [phone, other, foreign] = [await makeBrowser(), await makeBrowser(), await makeBrowser()];
  expect((await turnOn(person, phone)).data).toMatchObject({
    public_key: expect.stringMatching(/^[\w-]{87}$/),
    devices: [{ is_current: true, pushed_at: null }],
  });
  await turnOn(await addColleague(person), other);
  await turnOn(await server.signUp(), foreign);
  const chat = await makeConversation(server, person.organization_id);
  await receiveReply(server, chat, { text: 'A secret offer' });
  await expect
    .poll(() => messagesTo(phone), { timeout: 15_000 })
    .toEqual([
      {
        title: expect.stringMatching(/^New reply from Grace Hopper\d+$/),
        path: `/inbox?chat=${chat.prospect_id}`,
        tag: expect.stringMatching(/^replies-\d+$/),
        must_show: false,
      },
    ]);
  await expect.poll(() => titlesOf(other)).toHaveLength(1);
  await expect.poll(() => isQuiet(phone)).toBe(true);
  expect(await messagesTo(foreign)).toEqual([]);
  expect((await list(person))[0]?.pushed_at).not.toBeNull();
});

test('replies of the same moment share a notification', async () => {
  const person = await server.signUp();
  const phone = await makeBrowser();
  await turnOn(person, phone);
  for (let n = 0; n < 3; n += 1) await receiveReply(server, await makeConversation(server, person.organization_id));
  // All three are stored before the first notification is sent.
  await expect.poll(() => titlesOf(phone), { timeout: 15_000 }).toEqual(['3 new replies']);
  await expect.poll(() => isQuiet(phone)).toBe(true);
  await receiveReply(server, await makeConversation(server, person.organization_id));
  await expect.poll(async () => (await titlesOf(phone)).length, { timeout: 15_000 }).toBe(2);
  expect((await titlesOf(phone))[1]).toMatch(/^New reply from/);
});

test('replies that were read, assigned to a colleague or came before are not announced', async () => {
  const person = await server.signUp();
  const colleague = await addColleague(person);
  const [phone, theirs] = [await makeBrowser(), await makeBrowser()];
  const before = await makeConversation(server, person.organization_id);
  await receiveReply(server, before);
  await turnOn(person, phone);
  await turnOn(colleague, theirs);
  const [read, assigned] = [
    await makeConversation(server, person.organization_id),
    await makeConversation(server, person.organization_id),
  ];
  await server.owner.query("update push_devices set leased_until = 'infinity'");
  await receiveReply(server, read);
  await receiveReply(server, assigned);
  await server.owner.query('update chats set has_unread = false where prospect_id = $1', [read.prospect_id]);
  await server.owner.query('update chats set assigned_user_id = $2 where prospect_id = $1', [
    assigned.prospect_id,
    colleague.user_id,
  ]);
  await server.owner.query('update push_devices set leased_until = null');
  await expect.poll(() => titlesOf(theirs), { timeout: 15_000 }).toHaveLength(1);
  await expect.poll(() => isQuiet(phone), { timeout: 15_000 }).toBe(true);
  expect(await messagesTo(phone)).toEqual([]);
});

test('a device ends with its session, its user and its subscription', async () => {
  const person = await server.signUp();
  const [first, second, expired] = [await makeBrowser(), await makeBrowser(), await makeBrowser()];
  await turnOn(person, first);
  const elsewhere = await signInAgain(person);
  await turnOn(elsewhere, second);
  const third = await signInAgain(person);
  await turnOn(third, expired);
  expect((await list(person)).map(({ is_current }) => is_current)).toEqual([true, false, false]);
  await elsewhere.call(api.logout, {});
  expect(await list(person)).toHaveLength(2);
  await control(`/${expired.id}`, { status: 410 });
  await receiveReply(server, await makeConversation(server, person.organization_id));
  await expect.poll(() => titlesOf(first), { timeout: 15_000 }).toHaveLength(1);
  await expect.poll(() => list(person), { timeout: 15_000 }).toHaveLength(1);
  await server.owner.query('update users set active = false where id = $1', [person.user_id]);
  expect((await server.owner.query('select from push_devices')).rows).toEqual([]);
});

test('a push service that is unavailable gets the notification later, once', async () => {
  const person = await server.signUp();
  const phone = await makeBrowser();
  await turnOn(person, phone);
  await control(`/${phone.id}`, { status: 503 });
  await receiveReply(server, await makeConversation(server, person.organization_id));
  const countTries = async () => {
    await messagesTo(phone);
    return (await server.owner.query('select tries from push_devices')).rows[0]?.tries;
  };
  await expect.poll(countTries, { timeout: 15_000 }).toBeGreaterThan(1);
  await control(`/${phone.id}`, { status: 201 });
  await expect.poll(() => titlesOf(phone), { timeout: 15_000 }).toHaveLength(1);
  await expect.poll(() => isQuiet(phone)).toBe(true);
  expect(await titlesOf(phone)).toHaveLength(1);
});

test('a browser is one device of the last user, and a user has ten at most', async () => {
  const [person, stranger] = [await server.signUp(), await server.signUp()];
  const phone = await makeBrowser();
  await turnOn(person, phone);
  await turnOn(person, phone);
  expect(await list(person)).toHaveLength(1);
  await turnOn(stranger, phone);
  expect([await list(person), (await list(stranger)).length]).toEqual([[], 1]);
  const id = (await list(stranger))[0]!.id;
  expect((await person.call(api.deletePushDevice, { params: { id } })).status).toBe(404);
  expect((await stranger.call(api.deletePushDevice, { params: { id } })).status).toBe(200);
  expect(await list(stranger)).toEqual([]);
  for (let n = 0; n <= LIST_LIMITS.push_devices; n += 1) await turnOn(await signInAgain(person), await makeBrowser());
  expect(await list(person)).toHaveLength(LIST_LIMITS.push_devices);
});

test('an invalid address or key is refused in words', async () => {
  const person = await server.signUp();
  const { body } = await makeBrowser();
  for (const given of [
    { ...body, endpoint: 'javascript:alert(1)' },
    { ...body, endpoint: 'https://user:secret@push.example/x' },
    { ...body, keys: { ...body.keys, p256dh: 'AAAA' } },
    { ...body, keys: { ...body.keys, auth: '' } },
  ]) {
    const { status, error } = await person.call(api.addPushDevice, { body: given });
    expect([status, error.code]).toEqual([400, 'push_device_refused']);
  }
  expect((await server.anonymous.call(api.addPushDevice, { body })).status).toBe(401);
});
