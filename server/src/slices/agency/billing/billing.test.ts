import { api } from '@overture/contract';
import { AGENCY_COSTS, type BilledItem } from '@overture/domain/money/agency-bills';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { apiBase } from '../../../kernel/http/bind.ts';
import { createClient as clientOf, useTestServer } from '../../../testing/harness.ts';
import { deductCredits, releaseCredits, reserveCredits, settleCredits } from '../../billing/index.ts';
import { addClient, fund, signUpAgency } from '../agency.factory.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
type Client = Awaited<ReturnType<typeof addClient>>;
const MONTH = new Date().toISOString().slice(0, 7);
const LAST_MONTH = new Date(Date.parse(`${MONTH}-01T00:00:00Z`) - 1000).toISOString().slice(0, 7);
const NEXT_MONTH = new Date(Date.parse(`${MONTH}-01T00:00:00Z`) + 32 * 86_400_000).toISOString().slice(0, 7);
const prices = { base: 9900, email_account: 2000, linkedin_account: 3500, credit_pack: 700 };
let agency: Person;
let other: Person;
let client: Client;

const as = ({ token }: { token: string | null }) => clientOf(server.program, token);
const key = () => crypto.randomUUID();
const setPrices = (more: object = {}, by: Person = agency) =>
  by.call(api.setClientPrices, { body: { prices, shows_prices: true, lets_clients_buy: true, ...more } });
const billsOf = async (month?: string, by: Person = agency) =>
  (await by.call(api.getAgencyBilling, { query: month ? { month } : {} })).data.bills;
const balanceOf = async (id: number): Promise<number> =>
  (await server.owner.query('select email_credits from organizations where organization_id = $1', [id])).rows[0]
    .email_credits;
const buy = (credits: number, of = key(), by: Client = client) =>
  as(by).call(api.buyAgencyCredits, { body: { credits, key: of } });
const give = (credits: number, given: { is_free?: boolean; key?: string } = {}, by: Person = agency) =>
  by.call(api.giveCredits, { params: { id: client.id }, body: { credits, key: key(), is_free: false, ...given } });

const download = (kind: 'csv' | 'pdf', id: number, month?: string, by: { token: string | null } = agency) =>
  server.program.app.inject({
    url: `${apiBase}/agency/clients/${id}/statement/${kind}/${month === undefined ? '' : `?month=${month}`}`,
    headers: { jwt: by.token as string },
  });

/** The lines of a statement by part and word: how many, and the amount. */
async function loadStatement(id: number, month?: string): Promise<Map<string, [string, string]>> {
  const answer = await download('csv', id, month);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const rows: string[][] = parse(answer.body, { bom: true, from_line: 2 });
  return new Map(rows.map(([, , part, what, quantity, amount]) => [`${part}: ${what}`, [quantity!, amount!]]));
}

beforeEach(async () => {
  agency = await signUpAgency(server);
  other = await signUpAgency(server);
  client = await addClient(server, agency);
});

describe('the bill', () => {
  test('bills a client’s highest daily count, at the agency’s prices and costs', async () => {
    const put = (extra_email_accounts: number, extra_linkedin_accounts: number, extra_credits: number) =>
      agency.call(api.updateClient, {
        params: { id: client.id },
        body: { extra_email_accounts, extra_linkedin_accounts, extra_credits },
      });
    expect((await agency.call(api.getClientPrices)).data).toEqual({
      prices: AGENCY_COSTS,
      costs: AGENCY_COSTS,
      shows_prices: false,
      lets_clients_buy: false,
    });
    // Plans of this installation are set by hand: extra credits come out of the agency's own, and cost it nothing more.
    await fund(server, agency, 400);
    await put(9, 9, 500);
    await put(3, 1, 500);
    await setPrices();
    const [bill] = await billsOf();
    const line = (item: BilledItem, quantity: number, cost_in_cents: number, price_in_cents: number) => ({
      item,
      quantity,
      cost_in_cents,
      price_in_cents,
    });
    const lines = [
      line('base', 1, 7900, 9900),
      line('email_accounts', 3, 4500, 6000),
      line('linkedin_accounts', 1, 2900, 3500),
      line('credits', 500, 0, 1400),
      line('purchases', 0, 0, 0),
    ];
    expect(bill).toMatchObject({ client_id: client.id, is_cancelled: false, lines });
    // What was there earlier in the month counts, though it is gone now.
    await server.owner.query(
      `insert into client_terms (organization_id, client_id, valid_from, email_accounts, linkedin_accounts, credits)
      values ($1, $2, $3, 12, 0, 0), ($1, $2, $4, 5, 0, 0) on conflict (client_id, valid_from) do nothing`,
      [agency.organization_id, client.id, `${LAST_MONTH}-10`, `${LAST_MONTH}-20`],
    );
    await server.owner.query(`update agency_clients set created_at = $2::date where client_id = $1`, [
      client.id,
      `${LAST_MONTH}-10`,
    ]);
    expect((await billsOf(LAST_MONTH))[0]!.lines[1]).toMatchObject({ quantity: 12, price_in_cents: 12 * 1500 });
    // Five until it was changed this month; on the first day of a month nothing of it is left.
    expect((await billsOf())[0]!.lines[1]!.quantity).toBe(new Date().getUTCDate() === 1 ? 3 : 5);
  });

  test('covers months with active clients, and cancelled ones to the end of their last month', async () => {
    expect(await billsOf(LAST_MONTH)).toEqual([]);
    await agency.call(api.cancelClient, { params: { id: client.id } });
    expect(await billsOf()).toMatchObject([{ client_id: client.id, is_cancelled: true }]);
    await server.owner.query(
      `update agency_clients set created_at = '2020-01-01', cancelled_at = $2::date where client_id = $1`,
      [client.id, `${LAST_MONTH}-15`],
    );
    expect(await billsOf(LAST_MONTH)).toHaveLength(1);
    expect(await billsOf()).toEqual([]);
  });

  test('is of the own clients, for managers of agencies', async () => {
    await setPrices();
    expect(await billsOf(MONTH, other)).toEqual([]);
    expect((await other.call(api.getClientPrices)).data.prices).toEqual(AGENCY_COSTS);
    const outsider = await server.signUp();
    for (const person of [outsider, as(client)]) {
      expect((await person.call(api.getAgencyBilling, { query: {} })).error.code).toBe('forbidden');
      expect((await person.call(api.getClientPrices)).error.code).toBe('forbidden');
      expect((await download('csv', client.id, MONTH, person)).statusCode).toBe(403);
    }
  });

  test.each([
    ['a price below zero', { prices: { ...prices, base: -1 } }, 'prices.base'],
    ['one with half a cent', { prices: { ...prices, base: 0.5 } }, 'prices.base'],
    ['one that is none', { prices: { ...prices, credit_pack: 1_000_001 } }, 'prices.credit_pack'],
    ['buying at hidden prices', { shows_prices: false }, 'lets_clients_buy'],
  ])('%s is refused', async (_, given, field) => {
    const { error } = await setPrices(given);
    expect([error.code, Object.keys(error.details ?? {})]).toEqual(['validation_failed', [field]]);
    expect((await agency.call(api.getClientPrices)).data.prices).toEqual(AGENCY_COSTS);
  });

  test.each(['2026-13', '2026-1', 'now', '2026-11-01', '9999-99', "'; drop table users", ''])(
    'the month %j is refused',
    async (month) => {
      expect((await download('csv', client.id, encodeURIComponent(month))).statusCode).toBe(400);
    },
  );

  test('a month to come has no bill, and one before the client no statement', async () => {
    const early = await agency.call(api.getAgencyBilling, { query: { month: NEXT_MONTH } });
    expect(early.error.details).toEqual({ month: 'This month has not begun yet.' });
    for (const kind of ['csv', 'pdf'] as const) {
      expect((await download(kind, client.id, LAST_MONTH)).json().code).toBe('no_statement');
      expect((await download(kind, client.id, MONTH, other)).statusCode).toBe(404);
      expect((await download(kind, 999_999_999)).statusCode).toBe(404);
    }
  });
});

describe('credits', () => {
  test('move from the agency to the client once, at the list price or free, and both logs say so', async () => {
    await fund(server, agency, 10_000);
    await setPrices();
    const before = { agency: await balanceOf(agency.organization_id), client: await balanceOf(client.id) };
    const once = key();
    const answers = await Promise.all([buy(500, once), buy(500, once), buy(500, once)]);
    expect(answers.map(({ status, data }) => [status, data.email_credits])).toEqual(
      Array(3).fill([200, before.client + 500]),
    );
    expect((await buy(1000, once)).error.code).toBe('conflict');
    expect((await give(250)).data).toEqual({ email_credits: before.client + 750 });
    await give(1000, { is_free: true });
    expect(await balanceOf(agency.organization_id)).toBe(before.agency - 1750);
    expect(await balanceOf(client.id)).toBe(before.client + 1750);
    expect((await billsOf())[0]!.lines[4]).toEqual({
      item: 'purchases',
      quantity: 1750,
      cost_in_cents: 0,
      price_in_cents: 3 * prices.credit_pack,
    });
    // What was bought keeps its price.
    await setPrices({ prices: { ...prices, credit_pack: 1 } });
    const { offer } = (await as(client).call(api.getAgencyOffer)).data;
    expect(offer!.bought.map(({ amount_in_cents }) => amount_in_cents).toSorted()).toEqual([0, 1400, 700]);
    expect(JSON.stringify(offer)).not.toContain('cost');
    const { rows } = await server.owner.query(
      `select organization_id::int, event from security_events where event like 'client_credits%' and organization_id = any($1) order by id`,
      [[agency.organization_id, client.id]],
    );
    expect(rows.filter(({ event }) => event === 'client_credits_given')).toHaveLength(4);
    for (const id of [agency.organization_id, client.id])
      expect(rows).toContainEqual({ organization_id: id, event: 'client_credits_bought' });
  });

  test('an agency that has too few gives none, and its clients are not told how many there are', async () => {
    await setPrices();
    const left = await balanceOf(agency.organization_id);
    expect((await give(250 * (Math.floor(left / 250) + 1))).error.code).toBe('not_enough_credits');
    const answer = await buy(30_000);
    expect([answer.error.code, answer.error.error.includes(String(left))]).toEqual(['agency_out_of_credits', false]);
    expect(await balanceOf(agency.organization_id)).toBe(left);
    expect((await billsOf())[0]!.lines[4]!.quantity).toBe(0);
  });

  test('parallel transfers spend no credit twice', async () => {
    await setPrices();
    const left = await balanceOf(agency.organization_id);
    await fund(server, agency, 1000 - left);
    const second = await addClient(server, agency);
    const answers = await Promise.all(
      [client, second, client, second, client, second].map((one) => buy(250, key(), one)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(await balanceOf(agency.organization_id)).toBe(0);
    for (const id of [agency.organization_id, client.id, second.id]) {
      const ledger = await server.owner.query(
        'select sum(change)::int as sum from credit_entries where organization_id = $1',
        [id],
      );
      expect(ledger.rows[0].sum).toBe(await balanceOf(id));
    }
  });

  test('are sold where the agency says so, to clients only, and not to a cancelled one', async () => {
    await fund(server, agency, 10_000);
    expect((await as(client).call(api.getAgencyOffer)).data.offer).toBeNull();
    expect((await buy(250)).error.code).toBe('agency_sells_nothing');
    await setPrices({ lets_clients_buy: false });
    expect((await as(client).call(api.getAgencyOffer)).data.offer).toMatchObject({ prices, lets_clients_buy: false });
    expect((await buy(250)).error.code).toBe('agency_sells_nothing');
    await setPrices();
    for (const person of [agency, other, await server.signUp()]) {
      expect((await person.call(api.getAgencyOffer)).data.offer).toBeNull();
      const answer = await person.call(api.buyAgencyCredits, { body: { credits: 250, key: key() } });
      expect(answer.error.code).toBe('agency_sells_nothing');
    }
    for (const credits of [0, 100, -250, 30_250, 250.5]) expect((await buy(credits)).status).toBe(400);
    expect((await buy(250, 'not a key' as ReturnType<typeof key>)).status).toBe(400);
    expect((await give(250, {}, other)).status).toBe(404);
    await agency.call(api.cancelClient, { params: { id: client.id } });
    expect((await give(250)).error.code).toBe('client_gone');
    expect((await buy(250)).status).toBe(401);
  });
});

describe('the statement', () => {
  /** Work of which some was spent, some given back and some is under way. */
  async function work(given: { amount: number; spent: number; released: number; kind: 'email' | 'research' }) {
    const { amount, spent, released, kind } = given;
    await server.program.system.forOrganization(client.id).transaction(async (tx) => {
      const id = await reserveCredits(tx, { amount, kind, purpose: 'Work', key: key() });
      await settleCredits(tx, id!, [{ key: key(), credits: spent }]);
      await releaseCredits(tx, id!, [{ key: key(), credits: released }]);
    });
  }
  const connect = (kind: string, created: string, deleted: string | null) =>
    server.owner.query(
      `insert into accounts (organization_id, account_type, status, name, created_at, deleted_at)
      values ($1, $2, 'OK', 'Sender', $3::date, $4::date)`,
      [client.id, kind, created, deleted],
    );

  test('agrees with the ledger, the balance, the bill and the accounts, in this month and the last', async () => {
    await fund(server, agency, 10_000);
    await setPrices();
    await buy(1000);
    await work({ amount: 300, spent: 120, released: 30, kind: 'research' });
    await work({ amount: 60, spent: 60, released: 0, kind: 'email' });
    await server.program.system
      .forOrganization(client.id)
      .transaction((tx) => deductCredits(tx, { amount: 40, purpose: 'Back', key: key() }));
    // A part of it happened last month.
    await server.owner.query(
      `update credit_entries set created_at = $2::date where organization_id = $1 and id in
        (select id from credit_entries where organization_id = $1 order by id limit 3)`,
      [client.id, `${LAST_MONTH}-20`],
    );
    await server.owner.query(`update agency_clients set created_at = $2::date where client_id = $1`, [
      client.id,
      `${LAST_MONTH}-10`,
    ]);
    for (const [kind, created, deleted] of [
      ['GOOGLE', `${LAST_MONTH}-11`, null],
      ['IMAP', `${LAST_MONTH}-11`, `${LAST_MONTH}-12`],
      ['LINKEDIN', `${MONTH}-01`, null],
      ['LINKEDIN', '2020-01-01', '2020-02-01'],
    ] as const)
      await connect(kind, created, deleted);

    const facts = await server.owner.query(
      `select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, kind, sum(credits)::int as credits, sum(change)::int as change
      from credit_entries where organization_id = $1 group by 1, 2`,
      [client.id],
    );
    const sum = (field: 'credits' | 'change', is: (row: { month: string; kind: string }) => boolean): number =>
      facts.rows.filter(is).reduce((total, row) => total + row[field], 0);
    for (const month of [LAST_MONTH, MONTH]) {
      const statement = await loadStatement(client.id, month);
      const credits = (what: string): number => Number(statement.get(`Credits: ${what}`)?.[0] ?? 0);
      const of = (kind: string) => sum('credits', (row) => row.month === month && row.kind === kind);
      expect(credits('At the beginning')).toBe(sum('change', (row) => row.month < month));
      expect(credits('At the end')).toBe(sum('change', (row) => row.month <= month));
      expect([credits('Added'), credits('Taken back')]).toEqual([of('grant'), 0 - of('take')]);
      expect(credits('AI research') + credits('Email addresses')).toBe(0 - of('spend'));
      expect(credits('Set aside for work under way')).toBe(of('release') + of('spend') - of('reserve'));
      const [bill] = await billsOf(month);
      const total = bill!.lines.reduce((all, { price_in_cents }) => all + price_in_cents, 0);
      expect(statement.get('To pay: Total')).toEqual(['', (total / 100).toFixed(2)]);
    }
    const now = await loadStatement(client.id);
    expect(Number(now.get('Credits: At the end')![0])).toBe(await balanceOf(client.id));
    expect(now.get('To pay: Credits bought')).toEqual(['1000', '28.00']);
    const accounts = (statement: typeof now) =>
      ['Email', 'LinkedIn'].map((what) => statement.get(`Accounts connected in this month: ${what}`)![0]);
    expect([accounts(await loadStatement(client.id, LAST_MONTH)), accounts(now)]).toEqual([
      ['2', '0'],
      ['1', '1'],
    ]);
  });

  test('is a PDF in the name of the brand, and names no other', async () => {
    await agency.call(api.updateClient, {
      params: { id: client.id },
      body: { extra_email_accounts: 2, extra_linkedin_accounts: 0, extra_credits: 250 },
    });
    const answer = await download('pdf', client.id);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="statement-${MONTH}-${client.id}.pdf"`,
      'cache-control': 'no-store',
    });
    const file = answer.rawPayload.toString('latin1');
    expect([file.slice(0, 5), file.trimEnd().slice(-5)]).toEqual(['%PDF-', '%%EOF']);
    expect(file).not.toMatch(/overture|pdfkit/i);
    const events = await server.owner.query(
      `select subject_id::int from security_events where organization_id = $1 and event = 'export_made'`,
      [agency.organization_id],
    );
    expect(events.rows).toEqual([{ subject_id: client.id }]);
  });

  test('is a table in the language of who reads it, and in English for programs', async () => {
    await server.owner.query("update users set language = 'de' where id = $1", [agency.user_id]);
    await server.owner.query("update organizations set name = 'Total' where organization_id = $1", [client.id]);
    const { body } = await download('csv', client.id, MONTH);
    const rows: string[][] = parse(body, { bom: true });
    expect(rows[0]).toEqual(['Monat', 'Kunde', 'Abschnitt', 'Position', 'Menge', 'Betrag (EUR)']);
    const total = rows.find(([, , , what]) => what === 'Summe');
    expect(total?.slice(1, 3), 'the name of the client stays').toEqual(['Total', 'Zu zahlen']);
    expect(total?.[0]).toMatch(
      /^(Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember) \d{4}$/,
    );
  });

  test('a name that is a formula stays a name', async () => {
    await server.owner.query(
      `update organizations set name = '=HYPERLINK("http://evil.example")' where organization_id = $1`,
      [client.id],
    );
    expect((await download('csv', client.id)).body).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  });
});
