import { api } from '@overture/contract';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { registerPushSandbox } from '@overture/sandbox/push/push-sandbox';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createVault } from '../../kernel/crypto.ts';
import { createClient, type TestClient, useTestServer } from '../../testing/harness.ts';
import { makeConversation, receiveReply } from '../chats/chats.factory.ts';
import { listDueDevices } from './due-devices.store.ts';

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

interface Row {
  due_at: Date | null;
  pushed_at: Date | null;
  leased_until: Date | null;
  tries: number;
}
async function findRow({ body }: Browser): Promise<Row> {
  const { rows } = await server.owner.query('select * from push_devices where endpoint = $1', [body.endpoint]);
  return rows[0];
}

test('replies that come during a pause neither shorten the pause of a push service nor use up its tries', async () => {
  const person = await server.signUp();
  const [phone, other] = [await makeBrowser(), await makeBrowser()];
  await turnOn(person, phone);
  await control(`/${phone.id}`, { status: 503 });
  await receiveReply(server, await makeConversation(server, person.organization_id));
  await expect
    .poll(() => findRow(phone), { timeout: 15_000 })
    .toMatchObject({ tries: 1, leased_until: null, due_at: expect.any(Date) });
  const paused = await findRow(phone);
  await turnOn(await signInAgain(person), other);
  await receiveReply(server, await makeConversation(server, person.organization_id));
  await expect.poll(async () => (await findRow(other)).due_at, { timeout: 15_000 }).not.toBeNull();
  expect(await findRow(phone)).toMatchObject({ due_at: paused.due_at, tries: 1 });
});

test('a device is notified once in half a minute', async () => {
  const person = await server.signUp();
  const phone = await makeBrowser();
  await turnOn(person, phone);
  await receiveReply(server, await makeConversation(server, person.organization_id));
  await expect.poll(async () => (await findRow(phone)).pushed_at, { timeout: 15_000 }).not.toBeNull();
  await receiveReply(server, await makeConversation(server, person.organization_id));
  await expect.poll(async () => (await findRow(phone)).due_at, { timeout: 15_000 }).not.toBeNull();
  const { due_at, pushed_at } = await findRow(phone);
  expect(due_at!.getTime() - pushed_at!.getTime()).toBeGreaterThanOrEqual(30_000);
});

test('a thousand due devices of one organization do not hide that of another', async () => {
  const [crowd, few] = [await server.signUp(), await server.signUp()];
  let found: number[] = [];
  const work = server.program.system.systemTransaction(async (tx) => {
    for (const [{ organization_id, user_id }, count] of [[crowd, 1200] as const, [few, 1] as const])
      await sql`insert into push_devices (organization_id, user_id, signed_in_as, endpoint, public_key, auth, name, due_at)
        select ${organization_id}, ${user_id}, 0, ${organization_id} || ' ' || n, decode(repeat('04', 65), 'hex'), 'x', 'x',
          app_now() - make_interval(secs => ${count}) from generate_series(1, ${count}::int) n`.execute(tx.db);
    found = (await listDueDevices(tx)).map(({ organization_id }) => organization_id);
    throw new Error('Nothing of it stays.');
  });
  await expect(work).rejects.toThrow('Nothing of it stays.');
  expect(found).toHaveLength(100);
  expect(found.slice(0, 2).toSorted()).toEqual([crowd.organization_id, few.organization_id].toSorted());
});

test('where the secret key is lost, browsers subscribe again with a new key', async () => {
  const person = await server.signUp();
  const phone = await makeBrowser();
  const { public_key } = (await turnOn(person, phone)).data;
  await server.owner.query('update installation set sealed_push_key = $1', [
    createVault('a key that is lost, and its last copy too').seal('push-key', 'lost'),
  ]);
  await receiveReply(server, await makeConversation(server, person.organization_id));
  await expect.poll(() => list(person), { timeout: 15_000 }).toEqual([]);
  const again = (await turnOn(person, phone)).data;
  expect([again.devices.length, again.public_key === public_key]).toEqual([1, false]);
  await receiveReply(server, await makeConversation(server, person.organization_id));
  await expect.poll(() => titlesOf(phone), { timeout: 15_000 }).toHaveLength(1);
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
    {
      ...body,
      endpoint: `https://push.example/${Array.from({ length: 950 }, (_, n) => String.fromCodePoint(0x4e00 + 7 * n)).join('')}`,
    },
    { ...body, keys: { ...body.keys, p256dh: 'AAAA' } },
    { ...body, keys: { ...body.keys, auth: '' } },
  ]) {
    const { status, error } = await person.call(api.addPushDevice, { body: given });
    expect([status, error.code]).toEqual([400, 'push_device_refused']);
  }
  expect((await server.anonymous.call(api.addPushDevice, { body })).status).toBe(401);
});
