import { readFile } from 'node:fs/promises';
import { api } from '@overture/contract';
import { WEBHOOK_EVENTS } from '@overture/contract/webhook-events';
import { SCHEDULED_EXPORT_KINDS, type ScheduledExportKind } from '@overture/domain/scheduled-exports';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRoundMemory } from '../../kernel/rounds/parked-units.ts';
import { createClient, useTestServer } from '../../testing/harness.ts';
import { makeCampaign, makeList } from '../campaigns/settings/campaigns.factory.ts';
import { mailNotices } from '../notices/index.ts';
import { mailExports } from './scheduled-exports.service.ts';
import { deleteOldLinks, listDue } from './scheduled-exports.store.ts';

const server = useTestServer({ is_alone: true });
type Person = Awaited<ReturnType<typeof server.signUp>>;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Midnight (UTC) of a Monday to come. */
const monday = (() => {
  const ahead = new Date(Date.now() + 28 * DAY);
  return Date.UTC(ahead.getUTCFullYear(), ahead.getUTCMonth(), ahead.getUTCDate() - ((ahead.getUTCDay() + 6) % 7));
})();
const at = (days: number, hours = 0): number => monday + days * DAY + hours * HOUR;
const dayOf = (days: number): string => new Date(at(days)).toISOString().slice(0, 10);

async function goTo(there: number): Promise<void> {
  const seconds = Math.ceil((there - Date.now()) / 1000);
  await server.owner.query('update installation set clock_offset = make_interval(secs => $1)', [seconds]);
  server.program.system.clock.setOffset(seconds * 1000);
}

const system = () => server.program.system;
/** As workers of their own. */
const write = () => mailExports({ ...system(), rounds: createRoundMemory() }, new AbortController().signal);
const run = async () => {
  await write();
  await mailNotices({ ...system(), rounds: createRoundMemory() });
};
const sent = () => server.mails.filter(({ subject }) => subject.startsWith('Your export is ready'));
const linkOf = (text: string | undefined): number => Number(text?.match(/\/exports\?link=(\d+)/)?.[1]);

let ada: Person;
let list: number;
let key: string;

beforeAll(async () => {
  await goTo(at(-10));
  ada = await server.signUp('Ada');
  await server.owner.query(
    "update organizations set time_zone = 'UTC', active_subscription = true where organization_id = $1",
    [ada.organization_id],
  );
  key = (await ada.call(api.createApiKey, { body: { name: 'Exports', scopes: ['export'] } })).data.secret;
});
beforeEach(async () => {
  server.mails.length = 0;
  await server.owner.query('delete from scheduled_exports');
  await server.owner.query('delete from notice_mails');
  await server.owner.query('delete from webhook_endpoints');
  await server.owner.query('delete from webhook_messages');
  await goTo(at(-4));
  list = (await makeList(server, ada.organization_id, [{ email: 'p@acme.example', first_name: 'Pat' }])).search_id;
});
afterEach(async () => {
  await server.owner.query(
    "update installation set clock_offset = interval '0', restored_at = null, sending_held_since = null",
  );
  system().clock.setOffset(0);
});

async function create(body: {
  kind: ScheduledExportKind;
  delivery?: 'email' | 'webhook';
  search_id?: number;
  campaign_id?: number;
  every?: 'day' | 'week' | 'month';
  hour?: number;
}) {
  const { data, status } = await ada.call(api.createScheduledExport, { body: { every: 'week', hour: 9, ...body } });
  expect(status).toBe(201);
  return data.exports.at(-1)!;
}

test('a link is mailed once at its hour, from several workers, and opens for its person for a week', async () => {
  expect(await create({ kind: 'list_leads', search_id: list })).toMatchObject({
    next_at: new Date(at(0, 9)).toISOString(),
    stopped: null,
  });
  await goTo(at(0, 9) - 60_000);
  await run();
  expect(sent()).toEqual([]);
  await goTo(at(0, 9));
  await Promise.all([write(), write(), write()]);
  await run();
  expect(sent()).toMatchObject([{ to: ada.email }]);
  const id = linkOf(sent()[0]?.text);
  const open = (person: Pick<Person, 'call'>) => person.call(api.getScheduledExportLink, { params: { id } });
  expect((await open(ada)).data).toMatchObject({
    kind: 'list_leads',
    search_id: list,
    start_date: dayOf(-7),
    end_date: dayOf(-1),
  });
  expect((await open(await server.signUp('Eve'))).status).toBe(404);
  await goTo(at(7, 8));
  expect((await open(ada)).status).toBe(200);
  await goTo(at(7, 10));
  expect((await open(ada)).status).toBe(404);
  await system().systemTransaction(deleteOldLinks);
  expect((await server.owner.query('select from scheduled_export_links')).rows).toHaveLength(0);
});

test('a program that was off for days mails one link, of the last day that is over', async () => {
  await create({ kind: 'campaign_figures', every: 'day', hour: 6 });
  await goTo(at(5, 12));
  await run();
  await run();
  expect(sent()).toHaveLength(1);
  const { data } = await ada.call(api.getScheduledExportLink, { params: { id: linkOf(sent()[0]?.text) } });
  expect(data).toMatchObject({ start_date: dayOf(4), end_date: dayOf(4) });
  const { exports: left } = (await ada.call(api.listScheduledExports)).data;
  expect(left).toMatchObject([{ next_at: new Date(at(6, 6)).toISOString() }]);
});

test('a clock that is behind that of the database mails a link once', async () => {
  await create({ kind: 'campaign_figures', every: 'day', hour: 9 });
  await goTo(at(0, 9));
  system().clock.setOffset(at(0, 9) - Date.now() - 120_000);
  await run();
  await run();
  expect(sent()).toHaveLength(1);
  const { exports: left } = (await ada.call(api.listScheduledExports)).data;
  expect(left).toMatchObject([{ next_at: new Date(at(1, 9)).toISOString() }]);
});

test('an organization with many does not delay the one of another, and all are mailed', async () => {
  const eve = await server.signUp('Eve');
  await server.owner.query(
    "update organizations set time_zone = 'UTC', active_subscription = true where organization_id = $1",
    [eve.organization_id],
  );
  await server.owner.query(
    `insert into scheduled_exports (organization_id, user_id, kind, every, hour, next_at)
      select $1::bigint, $2::bigint, 'campaign_figures', 'day', 8, $3::timestamptz from generate_series(1, 150)
      union all select $4::bigint, $5::bigint, 'campaign_figures', 'day', 8, $3::timestamptz + interval '1 minute'`,
    [ada.organization_id, ada.user_id, new Date(at(0, 8)), eve.organization_id, eve.user_id],
  );
  await goTo(at(0, 9));
  expect((await system().systemTransaction(listDue)).map((due) => due.organization_id)).toContain(eve.organization_id);
  await write();
  const { rows } = await server.owner.query('select count(*)::int from scheduled_export_links');
  expect(rows).toEqual([{ count: 151 }]);
});

test('what was due before a restore is not mailed again, and a database whose sending is held mails none', async () => {
  await create({ kind: 'campaign_figures', every: 'day', hour: 6 });
  await goTo(at(0, 10));
  await server.owner.query('update installation set restored_at = app_now()');
  await run();
  expect(sent()).toEqual([]);
  await goTo(at(1, 9));
  await server.owner.query('update installation set sending_held_since = app_now()');
  await run();
  expect(sent()).toEqual([]);
  await server.owner.query('update installation set sending_held_since = null');
  await run();
  expect(sent()).toHaveLength(1);
});

test.each([
  ['archived', "update searches set status = 'archived' where id = $1", 'Its list was archived.'],
  ['deleted', 'delete from searches where id = $1', 'Its list was deleted.'],
])('stops with words when its list was %s', async (_what, change, words) => {
  await create({ kind: 'list_leads', search_id: list, every: 'day' });
  await server.owner.query(change, [list]);
  await goTo(at(0, 9));
  await run();
  await goTo(at(1, 9));
  await run();
  expect(sent()).toEqual([]);
  const stopped = server.mails.filter(({ subject }) => subject === 'A scheduled export was stopped');
  expect(stopped).toMatchObject([{ to: ada.email, text: expect.stringContaining(words) }]);
  expect((await ada.call(api.listScheduledExports)).data.exports).toMatchObject([{ next_at: null, stopped: words }]);
});

test('lists and campaigns of others cannot be chosen, and there is a limit', async () => {
  const eve = await server.signUp('Eve');
  const foreign = await eve.call(api.createScheduledExport, {
    body: { kind: 'list_leads', search_id: list, every: 'day', hour: 8 },
  });
  expect(foreign.status).toBe(400);
  const none = await ada.call(api.createScheduledExport, { body: { kind: 'campaign_leads', every: 'day', hour: 8 } });
  expect(none.status).toBe(400);
  for (let n = 0; n < 20; n += 1) await create({ kind: 'campaign_figures' });
  const more = await ada.call(api.createScheduledExport, { body: { kind: 'campaign_figures', every: 'day', hour: 8 } });
  expect(more.error.error).toContain('20 scheduled exports');
});

test.each(['activities', 'credits', 'suppressions'] as const)(
  'a link to the %s is mailed without a list',
  async (kind) => {
    await create({ kind });
    await goTo(at(0, 10));
    await run();
    const params = { id: linkOf(sent()[0]?.text) };
    expect((await ada.call(api.getScheduledExportLink, { params })).data).toMatchObject({
      ...{ kind, name: '', search_id: null, campaign_id: null },
      ...{ start_date: dayOf(-7), end_date: dayOf(-1) },
    });
  },
);

test('the worker of the release before passes over what it cannot make, and this one makes it', async () => {
  await create({ kind: 'campaign_figures' });
  const made = await create({ kind: 'activities' });
  expect(made).toMatchObject({ stopped: null, next_at: expect.any(String) });
  await goTo(at(0, 10));
  // As that release asks for what is due.
  const { rows } = await server.owner.query(
    'select kind from scheduled_exports where stopped is null and next_at <= app_now() order by id',
  );
  expect(rows).toEqual([{ kind: 'campaign_figures' }]);
  await run();
  expect(sent()).toHaveLength(2);
});

test('those that were written before they counted as stopped there are protected by the next start', async () => {
  await create({ kind: 'campaign_figures' });
  await create({ kind: 'activities' });
  await create({ kind: 'campaign_figures' });
  await server.owner.query(`update scheduled_exports set stopped = null,
    delivery = case when id = (select max(id) from scheduled_exports) then 'webhook' else 'email' end`);
  const migration = '../../../migrations/0419_exports_of_later_kinds.sql';
  await server.owner.query(await readFile(new URL(migration, import.meta.url), 'utf8'));
  const { rows } = await server.owner.query('select kind, delivery, stopped from scheduled_exports order by id');
  expect(rows).toEqual([
    { kind: 'campaign_figures', delivery: 'email', stopped: null },
    { kind: 'activities', delivery: 'email', stopped: '' },
    { kind: 'campaign_figures', delivery: 'webhook', stopped: '' },
  ]);
});

test('credits are for those who may see them', async () => {
  await ada.call(api.inviteMembers, { body: { emails: ['mia@acme.example'], role: 'RESTRICTED' } });
  const invited = server.mails.findLast(({ to }) => to === 'mia@acme.example');
  const code = invited?.text.match(/create-password\?code=([\w-]+)/)?.[1] ?? '';
  const body = { code, password: 'battery staple horse', name: 'Mia' };
  const { data } = await server.anonymous.call(api.resetPassword, { body });
  const mia = createClient(server.program, data.data?.token ?? '');
  const ask = (kind: ScheduledExportKind) =>
    mia.call(api.createScheduledExport, { body: { kind, every: 'day', hour: 8 } });
  expect((await ask('suppressions')).status).toBe(201);
  const refused = await ask('credits');
  expect([refused.status, refused.error.code]).toEqual([403, 'forbidden']);
});

describe('by webhook', () => {
  // A session of before must confirm itself to add one.
  const addWebhook = (event_types: string[]) =>
    server.owner.query(
      `insert into webhook_endpoints (organization_id, url, description, event_types, mode, sealed_secret)
        values ($1, 'https://receiver.example/', '', $2, 'full', 'sealed')`,
      [ada.organization_id, event_types],
    );
  const messages = async () => {
    const { rows } = await server.owner.query(
      "select data from webhook_messages where type = 'export.ready' order by id",
    );
    return rows.map(({ data }) => WEBHOOK_EVENTS['export.ready'].data.strict().parse(data));
  };

  test('every export is announced once, and its call makes the file for a key that may export', async () => {
    await addWebhook(['export.ready']);
    const { id } = await makeCampaign(ada);
    for (const kind of SCHEDULED_EXPORT_KINDS)
      await create({ kind, search_id: list, campaign_id: id, delivery: 'webhook' });
    await goTo(at(0, 10));
    await Promise.all([write(), write()]);
    await run();
    expect(sent()).toEqual([]);
    const announced = await messages();
    expect(announced.map(({ kind }) => kind).sort()).toEqual([...SCHEDULED_EXPORT_KINDS].sort());
    for (const { file, page, expires_at } of announced) {
      const { pathname, search } = new URL(file.address);
      const answer = await server.program.app.inject({
        method: file.method,
        url: pathname + search,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(file.body === null ? {} : { payload: file.body }),
      });
      expect([answer.statusCode, file.address]).toEqual([200, file.address]);
      const params = { id: linkOf(new URL(page).pathname + new URL(page).search) };
      expect((await ada.call(api.getScheduledExportLink, { params })).data.expires_at).toBe(expires_at);
    }
  });

  test('its addresses are at the host of the brand', async () => {
    await addWebhook(['export.ready']);
    await server.owner.query(
      'update organizations set is_agency = true, is_whitelabel = true where organization_id = $1',
      [ada.organization_id],
    );
    await server.owner.query(
      "insert into brand_hosts (organization_id, host, token, verified_at) values ($1, 'app.ours.example', 'a', app_now())",
      [ada.organization_id],
    );
    await create({ kind: 'suppressions', delivery: 'webhook' });
    await goTo(at(0, 10));
    await run();
    await server.owner.query('delete from brand_hosts');
    await server.owner.query('update organizations set is_agency = false, is_whitelabel = false');
    const [announced] = await messages();
    expect(new URL(announced?.file.address ?? '').hostname).toBe('app.ours.example');
    expect(new URL(announced?.page ?? '').hostname).toBe('app.ours.example');
  });

  test('without a webhook that receives it, it is refused', async () => {
    await addWebhook(['credits.low']);
    const refused = await ada.call(api.createScheduledExport, {
      body: { kind: 'suppressions', every: 'day', hour: 8, delivery: 'webhook' },
    });
    expect([refused.status, refused.error.details]).toEqual([
      400,
      { delivery: 'Please add a webhook that receives exports first.' },
    ]);
  });

  test('it stops with words when no webhook receives it any longer', async () => {
    await addWebhook(['*']);
    await create({ kind: 'suppressions', delivery: 'webhook' });
    await server.owner.query("update webhook_endpoints set state = 'off', off_reason = 'failures'");
    await goTo(at(0, 10));
    await run();
    expect(await messages()).toEqual([]);
    const stopped = server.mails.filter(({ subject }) => subject === 'A scheduled export was stopped');
    expect(stopped).toMatchObject([{ to: ada.email, text: expect.stringContaining('No active webhook receives it.') }]);
  });
});

test('deleting an export ends its links, and a person who left gets none', async () => {
  const { id } = await create({ kind: 'list_leads', search_id: list });
  await goTo(at(0, 10));
  await run();
  const link = linkOf(sent()[0]?.text);
  expect((await ada.call(api.deleteScheduledExport, { params: { id } })).status).toBe(200);
  expect((await ada.call(api.getScheduledExportLink, { params: { id: link } })).status).toBe(404);
  await create({ kind: 'list_leads', search_id: list });
  await server.owner.query('update users set active = false where id = $1', [ada.user_id]);
  await goTo(at(7, 10));
  await run();
  expect(sent()).toHaveLength(1);
});
