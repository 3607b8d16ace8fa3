import type { Language } from '@overture/domain/message/languages';
import { UNSUBSCRIBE_PAGE_TEXTS } from '@overture/domain/message/unsubscribe';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import * as world from './run.factory.ts';
import { makeUnsubscribeUrl } from './stops/unsubscribe.service.ts';

const server = useTestServer();
const TEXTS = UNSUBSCRIBE_PAGE_TEXTS.en;
const system = () => server.program.system;
let people = 0;

/** A person in two running campaigns of one organization; a namesake elsewhere has the same address. */
async function makeReader() {
  people += 1;
  const email = `reader${people}@northwind.example`;
  const mine = await startIn(email, 2);
  const foreign = await startIn(email, 1);
  const token = makeUnsubscribeUrl(system(), mine.lead_ids[0]!, null).split('/u/')[1]!;
  return { email, mine, foreign, token };
}

async function startIn(email: string, campaigns: number) {
  const organization_id = await world.makeOrganization(system());
  const account_id = await world.makeMailSender(system(), organization_id, {
    email: `ada${organization_id}@acme.example`,
    smtp_port: 1,
  });
  const prospects = await world.makePeople(system(), organization_id, [{ email }, { email: `other.${email}` }]);
  const lead_ids: number[] = [];
  for (let number = 0; number < campaigns; number += 1) {
    const nodes: world.NodeSpec[] = [{ type: 'EMAIL' }];
    const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
    const [lead, other] = await world.startPeople(system(), campaign, organization_id, prospects);
    lead_ids.push(lead!, other!);
  }
  return { organization_id, lead_ids };
}

type Method = 'GET' | 'POST' | 'HEAD';
function ask(method: Method, token: string, body?: { type: string; payload: string }) {
  return server.program.app.inject({
    method,
    url: `/u/${token}`,
    ...(body ? { payload: body.payload, headers: { 'content-type': body.type } } : {}),
  });
}

async function readState(organizationIds: number[]) {
  const read = <Row>(query: ReturnType<typeof sql<Row>>) =>
    system().systemTransaction(async ({ db }) => (await query.execute(db)).rows);
  return {
    leads: await read(sql<{ id: number; status: string; error: string | null; next_at: Date | null }>`
      select id, status, error, next_at from campaign_leads where organization_id = any(${organizationIds}::bigint[]) order by id`),
    suppressions: await read(sql<{ organization_id: number; email: string; reason: string }>`
      select organization_id, email::text, reason from suppressions
      where organization_id = any(${organizationIds}::bigint[]) order by id`),
  };
}

describe('the unsubscribe page', () => {
  test('GET and HEAD only look: 200, a button, and nothing changed', async () => {
    const { mine, foreign, token } = await makeReader();
    const before = await readState([mine.organization_id, foreign.organization_id]);
    const shown = await ask('GET', token);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(shown.headers['content-security-policy']).toContain("default-src 'none'");
    expect(shown.body).toContain(TEXTS.question);
    expect(shown.body).toContain('<form method="post">');
    await ask('HEAD', token);
    expect(await readState([mine.organization_id, foreign.organization_id])).toEqual(before);
  });

  test.each([
    [
      'one click of a mail program',
      { type: 'application/x-www-form-urlencoded', payload: 'List-Unsubscribe=One-Click' },
    ],
    ['the same as multipart', { type: 'multipart/form-data; boundary=x', payload: '--x\r\n\r\n--x--\r\n' }],
    ['the button of the page', undefined],
    ['a body that is not what it says', { type: 'application/json', payload: '{"broken' }],
  ])('POST by %s: 200 without session or redirect, all campaigns of the organization stop', async (_name, body) => {
    const { email, mine, foreign, token } = await makeReader();
    const before = await readState([mine.organization_id, foreign.organization_id]);
    const answer = await ask('POST', token, body);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers.location).toBeUndefined();
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.body).toContain(TEXTS.done);
    const after = await readState([mine.organization_id, foreign.organization_id]);
    const [first, , second] = mine.lead_ids;
    const changed = before.leads.map((lead) =>
      lead.id === first || lead.id === second
        ? { ...lead, status: 'COMPLETED', error: 'Unsubscribed', next_at: null }
        : lead,
    );
    expect(after.leads).toEqual(changed);
    expect(after.suppressions).toEqual([{ organization_id: mine.organization_id, email, reason: 'unsubscribe' }]);
  });

  test('the address that the mail went to is suppressed, with all that the lead is known by today', async () => {
    const { email, mine, token } = await makeReader();
    const { organization_id, lead_ids } = mine;
    await system().systemTransaction(async ({ db }) => {
      await sql`insert into outbound_intents (organization_id, kind, ref_id, ref_part, account_id, prospect_id, state, to_email)
        select ${organization_id}, 'campaign_step', l.id, 1, (select min(id) from accounts where organization_id = ${organization_id}),
          l.prospect_id, 'confirmed', ${email} from campaign_leads l where l.id = ${lead_ids[0]}`.execute(db);
      await sql`update prospects p set email = ${`new.${email}`}, linkedin_key = ${`in/${email}`}, phone_number = '+31612345678'
        from campaign_leads l where l.id = ${lead_ids[0]} and p.id = l.prospect_id`.execute(db);
    });
    await ask('POST', token);
    const rows = await system().systemTransaction(({ db }) =>
      sql`select kind, email::text, phone_key, linkedin_key, reason from suppressions
        where organization_id = ${organization_id} order by kind`.execute(db),
    );
    expect(rows.rows).toEqual([
      { kind: 'address', email, phone_key: null, linkedin_key: null, reason: 'unsubscribe' },
      {
        kind: 'person',
        email: `new.${email}`,
        phone_key: '31612345678',
        linkedin_key: `in/${email}`,
        reason: 'unsubscribe',
      },
    ]);
  });

  test('ten parallel replays change nothing more', async () => {
    const { mine, token } = await makeReader();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('POST', token)));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(10).fill(200));
    const once = await readState([mine.organization_id]);
    expect(once.suppressions).toHaveLength(1);
    expect((await ask('POST', token)).statusCode).toBe(200);
    expect(await readState([mine.organization_id])).toEqual(once);
  });

  test('forged and broken tokens are refused and change nothing', async () => {
    const { mine, foreign, token } = await makeReader();
    const [id, signature] = token.split('.') as [string, string];
    const others = makeUnsubscribeUrl(system(), foreign.lead_ids[0]!, null).split('/u/')[1]!;
    const before = await readState([mine.organization_id, foreign.organization_id]);
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const forged = [
      `${others.split('.')[0]}.${signature}`,
      `${id}.${flipped}`,
      `${id}.`,
      id,
      `${id}.${'A'.repeat(22)}`,
      `${id}.${signature}x`,
      `${id.toUpperCase()}%20.${signature}`,
      '%00',
      encodeURIComponent("1' or 1=1 --"),
      encodeURIComponent('<script>alert(1)</script>'),
      'x'.repeat(90),
    ];
    for (const bad of forged) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await ask(method, bad);
        expect([bad, method, answer.statusCode]).toEqual([bad, method, 404]);
        expect(answer.body).not.toContain('<script>');
      }
    }
    expect(await readState([mine.organization_id, foreign.organization_id])).toEqual(before);
  });

  test('a body without end is refused', async () => {
    const { mine, token } = await makeReader();
    const before = await readState([mine.organization_id]);
    const answer = await ask('POST', token, { type: 'text/plain', payload: 'x'.repeat(20_000) });
    expect(answer.statusCode).toBe(413);
    expect(await readState([mine.organization_id])).toEqual(before);
  });

  test('a deleted person gets the same text', async () => {
    const { mine, token } = await makeReader();
    await system().systemTransaction(({ db }) =>
      sql`delete from prospects where organization_id = ${mine.organization_id}`.execute(db),
    );
    const answer = await ask('POST', token);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(TEXTS.done);
  });

  test.each<[Language, string | undefined, Language]>([
    ['de', 'en-US,en', 'de'],
    ['ru', undefined, 'ru'],
    ['en', 'ja, fr-CH;q=0.9, en;q=0.8', 'fr'],
    ['en', undefined, 'en'],
  ])('a campaign in %s and a browser of %s: the page is in %s', async (written, browser, language) => {
    const { mine, token } = await makeReader();
    await system().systemTransaction(({ db }) =>
      sql`update campaigns set language = ${written} where organization_id = ${mine.organization_id}`.execute(db),
    );
    const headers = browser === undefined ? {} : { 'accept-language': browser };
    const texts = UNSUBSCRIBE_PAGE_TEXTS[language];
    const open = (method: 'GET' | 'POST', url: string) => server.program.app.inject({ method, url, headers });
    const shown = await open('GET', `/u/${token}`);
    expect(shown.body).toContain(`<html lang="${language}">`);
    expect([texts.question, texts.button].filter((text) => !shown.body.includes(text))).toEqual([]);
    expect((await open('POST', `/u/${token}`)).body).toContain(texts.done);
    const ofBrowser = browser?.includes('fr') ? 'fr' : 'en';
    expect((await open('GET', '/u/forged')).body).toContain(UNSUBSCRIBE_PAGE_TEXTS[ofBrowser].invalid);
  });
});
