import { api } from '@overture/contract';
import { shiftDay } from '@overture/domain/time/date-presets';
import { localDay, startOfDay } from '@overture/domain/time/local-time';
import { describe, expect, test } from 'vitest';
import { apiBase } from '../../kernel/http/bind.ts';
import { useTestServer } from '../../testing/harness.ts';
import { grantCredits, releaseCredits, reserveCredits, settleCredits } from '../billing/index.ts';
import { createResearchList, startTask } from '../enrichment/enrichment.factory.ts';
import { openCredits } from './credit-history.service.ts';
import { type CreditRow, pageCredits } from './credit-history.store.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;

/** Work that began `daysAgo`, of which `spent` was used up and `released` given back. */
async function work(
  person: Person,
  given: {
    kind: 'email' | 'phone' | 'research' | 'snippets';
    amount: number;
    spent?: number;
    released?: number;
    daysAgo?: number;
  },
) {
  const { kind, amount, spent = 0, released = 0, daysAgo = 0 } = given;
  const key = crypto.randomUUID();
  const id = await server.program.system.forOrganization(person.organization_id).transaction(async (tx) => {
    const reservation = await reserveCredits(tx, { amount, kind, purpose: `${kind} work`, key });
    if (spent > 0) await settleCredits(tx, reservation!, [{ key: `s:${key}`, credits: spent }]);
    if (released > 0) await releaseCredits(tx, reservation!, [{ key: `r:${key}`, credits: released }]);
    return reservation;
  });
  await server.owner.query(
    `update credit_reservations set created_at = now() - make_interval(days => $1) where id = $2`,
    [daysAgo, id],
  );
}

const grant = (person: Person, amount: number) =>
  server.program.system
    .forOrganization(person.organization_id)
    .transaction((tx) => grantCredits(tx, { amount, purpose: 'Gift', key: crypto.randomUUID() }));

const list = async (person: Person, query: Record<string, unknown> = {}) =>
  (await person.call(api.listCredits, { query: query as never })).data;

describe('the history of credits', () => {
  test('leaves out look-ups that found nothing and gave everything back', async () => {
    const person = await server.signUp();
    await work(person, { kind: 'email', amount: 3, released: 3 });
    await work(person, { kind: 'email', amount: 6, spent: 3, released: 3 });
    await work(person, { kind: 'research', amount: 2 });
    const { entries, total_entries } = await list(person);
    expect(entries.filter(({ kind }) => kind !== 'grant').map(({ kind, credits }) => [kind, credits])).toEqual([
      ['research', 0],
      ['email', -3],
    ]);
    expect(total_entries).toBe(entries.length);
  });

  test('names what, who and for which list, what it took and what still waits', async () => {
    const person = await server.signUp('Ada Jansen');
    const { id, people } = await createResearchList(server, person, 3);
    await startTask(person, id, {}, people.length);
    const { entries, total_entries } = await list(person);
    expect(total_entries).toBe(2);
    expect(entries).toMatchObject([
      {
        kind: 'research',
        what: 'Pain points',
        user: { id: person.user_id, name: 'Ada Jansen' },
        list: { id, name: 'Research' },
        campaign: null,
        credits: 0,
        reserved: 3,
      },
      { kind: 'grant', what: 'Opening balance', credits: 100, reserved: 0, user: null, list: null },
    ]);
  });

  test('by lead and provider, each lead has what it cost; the parts add up to the work', async () => {
    const person = await server.signUp();
    const { people } = await createResearchList(server, person, 3);
    const [first, second] = people as [number, number];
    await server.program.system.forOrganization(person.organization_id).transaction(async (tx) => {
      const id = await reserveCredits(tx, { amount: 9, kind: 'email', purpose: 'Find email', key: 'parts' });
      await settleCredits(tx, id!, [
        { key: 'cell:1', credits: 3, prospect_id: first, provider: 'Hunter' },
        { key: 'cell:2', credits: 3, prospect_id: second, provider: 'Apollo' },
        { key: 'cell:3', credits: 3, prospect_id: first, provider: 'Apollo' },
        // A lead that is deleted by now.
        { key: 'cell:4', credits: 0, prospect_id: 999_999_999, provider: 'Another provider' },
      ]);
    });
    const all = await list(person);
    expect(all.providers).toEqual(['Apollo', 'Hunter']);
    expect(all.entries.find(({ kind }) => kind === 'email')).toMatchObject({ credits: -9, lead: null, provider: null });
    const parts = await list(person, { prospect_id: first });
    expect(parts.entries.map(({ credits, provider, lead }) => [credits, provider, lead?.id])).toEqual([
      [-3, 'Apollo', first],
      [-3, 'Hunter', first],
    ]);
    expect(parts.total_entries).toBe(2);
    const apollo = await list(person, { provider: 'Apollo' });
    expect(apollo.entries.map(({ lead }) => lead?.id).sort()).toEqual([first, second].sort());
    expect((await list(person, { provider: 'Apollo', prospect_id: second, kind: 'email' })).total_entries).toBe(1);
    expect((await list(person, { provider: 'Apollo', kind: 'phone' })).entries).toEqual([]);
    const stranger = await server.signUp();
    expect(await list(stranger, { prospect_id: first })).toMatchObject({
      entries: [],
      total_entries: 0,
      providers: [],
    });
  });

  test('the balance says how long it lasts: by the use of a week, and by what was there after the last top-up', async () => {
    const person = await server.signUp();
    const balance = async () => (await person.call(api.getCreditBalance)).data;
    expect(await balance()).toEqual({
      credits: 100,
      pace: { used_in_week: 0, days_left: null, share_left: 100, is_low: false },
    });
    await work(person, { kind: 'email', amount: 60, spent: 35, released: 25 });
    expect((await balance()).pace).toEqual({ used_in_week: 35, days_left: 13, share_left: 65, is_low: false });
    await grant(person, 635);
    await work(person, { kind: 'research', amount: 560, spent: 560 });
    expect(await balance()).toEqual({
      credits: 140,
      pace: { used_in_week: 595, days_left: 1, share_left: 20, is_low: true },
    });
    // What was used before the last seven days is no pace.
    await server.owner.query(
      `update credit_entries set created_at = created_at - interval '8 days' where organization_id = $1`,
      [person.organization_id],
    );
    expect((await balance()).pace).toEqual({ used_in_week: 0, days_left: null, share_left: 20, is_low: true });
  });

  test('is paged and filtered; the balance is the sum of what came, less what went and waits', async () => {
    const person = await server.signUp();
    await grant(person, 1000);
    for (let n = 0; n < 30; n += 1) await work(person, { kind: 'email', amount: 3, spent: n % 2 ? 3 : 0, daysAgo: n });
    await work(person, { kind: 'snippets', amount: 9, spent: 4, released: 5 });
    const first = await list(person);
    const second = await list(person, { page: 2 });
    expect([first.entries.length, second.entries.length, first.total_entries]).toEqual([25, 8, 33]);
    const all = [...first.entries, ...second.entries];
    expect(new Set(all.map(({ id: one }) => one)).size).toBe(33);
    expect(all.map(({ created_at }) => created_at)).toEqual(
      all.map(({ created_at }) => created_at).toSorted((one, other) => (one < other ? 1 : -1)),
    );
    // Each balance is that of the entry below, and what the entry changed.
    expect(all.map(({ balance }) => balance)).toEqual(
      all.map((_, index) => all.slice(index).reduce((sum, one) => sum + one.credits - one.reserved, 0)),
    );
    expect(all.at(-1)).toMatchObject({ credits: all.at(-1)?.balance });
    const { entries: byCursor } = await list(person, { limit: 7 });
    expect(byCursor).toEqual(all.slice(0, 7));
    expect((await list(person, { kind: 'email' })).entries.every(({ balance }) => balance === null)).toBe(true);
    const left = all.reduce((sum, entry) => sum + entry.credits - entry.reserved, 0);
    expect(all[0]?.balance).toBe(left);
    expect(left).toBe((await person.call(api.getUser)).data.user.organization.email_credits);
    expect((await list(person, { kind: 'snippets' })).entries).toMatchObject([{ credits: -4, reserved: 0 }]);
    expect((await list(person, { kind: 'grant' })).total_entries).toBe(2);
    expect((await list(person, { page: 9 })).entries).toEqual([]);
  });

  test('is summed by month and kind, months without any included', async () => {
    const person = await server.signUp();
    await grant(person, 500);
    await work(person, { kind: 'email', amount: 6, spent: 6 });
    await work(person, { kind: 'email', amount: 3, spent: 3 });
    await work(person, { kind: 'research', amount: 20, spent: 7, released: 13, daysAgo: 70 });
    await work(person, { kind: 'research', amount: 5, spent: 5, daysAgo: 800 });
    const { months } = (await person.call(api.listCreditMonths)).data;
    expect(months.length).toBe(12);
    expect(months.at(-1)).toMatchObject({ month: new Date().toISOString().slice(0, 7), email: 9, research: 0 });
    expect(months.reduce((sum, month) => sum + month.research, 0)).toBe(7);
    expect(months.map(({ month }) => month)).toEqual(months.map(({ month }) => month).toSorted());
  });

  test('is summed by day of the zone of the organization, days without any included', async () => {
    const person = await server.signUp();
    await grant(person, 500);
    const zone = 'Pacific/Auckland';
    await person.call(api.changeOrganizationSettings, { body: { time_zone: zone } });
    await work(person, { kind: 'email', amount: 6, spent: 6 });
    await work(person, { kind: 'research', amount: 20, spent: 7, released: 13, daysAgo: 3 });
    await work(person, { kind: 'research', amount: 5, spent: 5, daysAgo: 31 });
    // Late in the evening of a day there is the morning of that day in UTC.
    const today = localDay(new Date(), zone);
    const evening = startOfDay(today, zone).getTime() - 60_000;
    await work(person, { kind: 'phone', amount: 9, spent: 9 });
    await server.owner.query(
      `update credit_reservations set created_at = $2 where organization_id = $1 and kind = 'phone'`,
      [person.organization_id, new Date(evening)],
    );
    const { time_zone, days } = (await person.call(api.listCreditDays)).data;
    expect([time_zone, days.length, days.at(-1)?.day]).toEqual([zone, 30, today]);
    expect(days.at(-1)).toMatchObject({ email: 6, phone: 0 });
    expect(days.at(-2)).toMatchObject({ day: shiftDay(today, -1), phone: 9 });
    expect(days.reduce((sum, day) => sum + day.research, 0)).toBe(7);
  });

  test('leaves as a file whose balances are right though entries settle while it is read', async () => {
    const person = await server.signUp();
    await grant(person, 5000);
    const reserved = 4000;
    await server.owner.query(
      `with r as (insert into credit_reservations (organization_id, key, purpose, amount, kind, created_at)
          select $1, gen_random_uuid()::text, 'work', 1, 'email', now() + n * interval '1 millisecond' from generate_series(1, $2) n)
        update organizations set email_credits = email_credits - $2 where organization_id = $1`,
      [person.organization_id, reserved],
    );
    const { system } = server.program;
    const user = { role: 'ADMIN', actor_id: person.user_id };
    const ctx = { ...system.forOrganization(person.organization_id), system, user } as unknown as Parameters<
      typeof openCredits
    >[0];
    let file = '';
    for await (const chunk of await openCredits(ctx, { kind: null, prospect_id: null, provider: null })) {
      // The first page has left. The oldest entries give back what they reserved, and are no longer shown.
      if (file !== '' && !file.includes('\r\n"2'))
        await server.owner.query(
          `with r as (update credit_reservations set released = amount where id in (select id from credit_reservations
              where organization_id = $1 and released = 0 order by created_at limit 100) returning id)
            update organizations set email_credits = email_credits + (select count(*) from r) where organization_id = $1`,
          [person.organization_id],
        );
      file += chunk;
    }
    const lines = file.trim().split('\r\n');
    expect(lines.length).toBeLessThan(1 + 2 + reserved);
    // The first grant of all is what was left with it.
    const [credits, balance] = [lines.at(-1)?.split(',').at(6), lines.at(-1)?.split(',').at(-1)];
    expect(balance).toBe(credits);
  });

  test('leaves as a file, whole and in order, formulas made harmless', async () => {
    const person = await server.signUp();
    await grant(person, 5000);
    for (let n = 0; n < 3; n += 1) await work(person, { kind: 'research', amount: 2, spent: 2, daysAgo: n });
    await server.owner.query("update credit_reservations set purpose = '=1+1' where organization_id = $1", [
      person.organization_id,
    ]);
    const answer = await server.program.app.inject({
      url: `${apiBase}/organization/credits/csv/`,
      headers: { jwt: person.token ?? '' },
    });
    const lines = answer.body.trim().split('\r\n');
    expect(lines[0]).toContain('"Time","Kind","What","Person","List","Campaign","Credits","Reserved"');
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(
      ['Balance', ...(await list(person)).entries.map(({ balance }) => String(balance))].map((cell) => `"${cell}"`),
    );
    expect(lines.length).toBe(1 + 5);
    expect(lines.filter((line) => line.includes('AI research')).length).toBe(3);
    expect(answer.body).not.toContain(',"=1+1');
    expect(answer.body).toContain('"-2"');
  });

  test('is a file in the language of who reads it; names of research tasks stay', async () => {
    const person = await server.signUp();
    await grant(person, 5000);
    await work(person, { kind: 'research', amount: 2, spent: 2, daysAgo: 0 });
    await server.owner.query("update credit_reservations set purpose = 'Balance' where organization_id = $1", [
      person.organization_id,
    ]);
    await server.owner.query("update users set language = 'de' where id = $1", [person.user_id]);
    const { body } = await server.program.app.inject({
      url: `${apiBase}/organization/credits/csv/`,
      headers: { jwt: person.token ?? '' },
    });
    const [heading, newest, oldest] = [...body.trim().split('\r\n').slice(0, 2), body.trim().split('\r\n').at(-1)];
    expect(heading).toContain('"Zeitpunkt","Art","Position","Person","Liste","Kampagne","Credits","Reserviert"');
    expect(newest).toContain('"KI-Recherche","Balance"');
    expect(oldest).toContain('"Hinzugefügt","');
  });

  test('is read page by page without losing or repeating a line', async () => {
    const person = await server.signUp();
    await grant(person, 500);
    for (let n = 0; n < 5; n += 1) await work(person, { kind: 'research', amount: 2, daysAgo: n % 2 });
    // Equal instants: their order must not depend on the page.
    await server.owner.query('update credit_reservations set created_at = now() where organization_id = $1', [
      person.organization_id,
    ]);
    const read = (after: CreditRow | null) =>
      server.program.system
        .forOrganization(person.organization_id)
        .read((tx) =>
          pageCredits(
            tx,
            { kind: null, prospect_id: null, provider: null },
            { limit: 2, offset: 0, after: after && [after.cursor, after.source, after.id] },
          ),
        );
    const seen: string[] = [];
    for (let rows = await read(null); rows.length > 0; rows = await read(rows.at(-1) ?? null))
      seen.push(...rows.map((row) => `${row.source}-${row.id}`));
    expect([seen.length, new Set(seen).size]).toEqual([7, 7]);
  });

  test('is closed to other organizations, to RESTRICTED and to clients of a white label', async () => {
    const [person, stranger] = [await server.signUp(), await server.signUp()];
    await grant(person, 77);
    expect((await list(stranger)).entries.map(({ credits }) => credits)).toEqual([100]);
    await server.owner.query('update organizations set is_whitelabel = true where organization_id = $1', [
      person.organization_id,
    ]);
    for (const endpoint of [api.listCredits, api.listCreditMonths, api.downloadCredits])
      expect((await person.call(endpoint as typeof api.listCreditMonths)).status).toBe(403);
  });

  test('a list that is deleted takes none of the history along', async () => {
    const person = await server.signUp();
    const { id, people } = await createResearchList(server, person, 2);
    await startTask(person, id, {}, people.length);
    await server.owner.query('delete from searches where id = $1', [id]);
    expect((await list(person, { kind: 'research' })).entries).toMatchObject([{ what: 'Pain points', list: null }]);
  });
});
