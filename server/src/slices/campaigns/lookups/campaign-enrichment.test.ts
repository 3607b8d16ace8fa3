import { createContactFinder } from '@overture/adapters/contact-finder/contact-finder.adapter';
import type { ContactFinderPort } from '@overture/adapters/contact-finder/contact-finder.port';
import { api } from '@overture/contract';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '../../../../../sandbox/src/clock.ts';
import { registerContactRoutes } from '../../../../../sandbox/src/contacts/contacts.routes.ts';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import * as research from '../../enrichment/enrichment.factory.ts';
import { lookUpContact, taskOfLookUp } from '../../enrichment/index.ts';
import type { CellInput, CellOutcome } from '../../research/index.ts';
import { makeCampaign, makeList, type PersonFields } from '../settings/campaigns.factory.ts';

const vendors = Fastify({ forceCloseConnections: true });
let server: TestServer & { stop(): Promise<void> };
let contact_finder: ContactFinderPort;

beforeAll(async () => {
  registerContactRoutes(vendors, createClock());
  const url = await vendors.listen({ port: 0, host: '127.0.0.1' });
  const access = (name: string) => ({ api_url: `${url}/contacts/${name}`, api_key: 'sandbox' });
  contact_finder = createContactFinder({
    hunter: access('hunter'),
    prospeo: access('prospeo'),
    lusha: access('lusha'),
    outbound_allow: '127.0.0.1',
    dns_servers: ['127.0.0.1:9'],
    smtp_probe: null,
  });
  server = await startTestServer({ contact_finder });
});
afterAll(async () => {
  await server.stop();
  await vendors.close();
});

const lead = (first_name: string, given: PersonFields = {}): PersonFields => ({
  first_name,
  last_name: 'Visser',
  company_name: 'Acme',
  job_title: 'CTO',
  ...given,
});

async function world(people: readonly PersonFields[], message: object = {}) {
  const person = await server.signUp();
  const list = await makeList(server, person.organization_id, people);
  const campaign = await makeCampaign(person, message);
  const params = { id: campaign.id };
  const add = (body: object = { amount: 1000 }) =>
    person.call(api.addToCampaign, { params: { id: list.search_id }, body: { campaign: campaign.id, ...body } });
  const addNode = async (step: 'EMAIL' | 'HAS_EMAIL' | 'HAS_PHONE', parent: number, is_yes_child?: boolean) =>
    (await person.call(api.addStep, { params, body: { step, parent, is_yes_child } })).data.new_step.id;
  const inside = server.program.system.forOrganization(person.organization_id);
  const run = (query: ReturnType<typeof sql>) => inside.transaction(({ db }) => query.execute(db));
  return { person, list, campaign, params, add, addNode, run };
}
const foreign = async (id: number) => ({ stranger: await server.signUp(), params: { id } });

describe('enrichment costs', () => {
  test('leads times the cost of each condition in the flow; none without a condition', async () => {
    const { person, campaign, params, add, addNode } = await world([lead('Ada'), lead('Bob'), lead('Cleo')]);
    await add();
    const costs = async () => (await person.call(api.getEnrichmentCosts, { params })).data;
    const none = { enrichment_costs: 0, lookups: [], total_prospects: 3, unique_prompts_used: 0, target_prospects: 3 };
    const emails = { lookup: 'FIND_EMAIL', leads: 3, credits: 9 };
    expect(await costs()).toEqual(none);
    const first = await addNode('HAS_EMAIL', campaign.step_id);
    expect(await costs()).toEqual({ ...none, enrichment_costs: 9, lookups: [emails] });
    const [yes, no] = [await addNode('EMAIL', first, true), await addNode('EMAIL', first, false)];
    await addNode('HAS_PHONE', yes);
    expect(await costs()).toEqual({
      ...none,
      enrichment_costs: 99,
      lookups: [emails, { lookup: 'FIND_PHONE', leads: 3, credits: 90 }],
    });
    await addNode('HAS_PHONE', no);
    expect((await costs()).enrichment_costs, 'the same look-up on both branches is paid once').toBe(99);
  });

  test('what is known costs nothing: an address of the lead, an answer, and that nothing was found', async () => {
    const people = [lead('Ada', { email: 'ada@acme.example' }), lead('Bob'), lead('Cleo'), lead('Dirk')];
    const { person, list, campaign, params, add, addNode } = await world(people);
    await addNode('HAS_EMAIL', campaign.step_id);
    const count = async () => {
      const body = { search_id: list.search_id, amount: 100 };
      return (await person.call(api.countEnrichmentCosts, { params, body })).data.enrichment_costs;
    };
    expect(await count()).toBe(9);
    await person.call(api.createAnswer, {
      body: { prompt_id: 1, prospect_id: list.prospect_ids[1]!, answer: 'bob@acme.example' },
    });
    expect(await count()).toBe(6);
    await add();
    expect((await person.call(api.getEnrichmentCosts, { params })).data).toMatchObject({
      enrichment_costs: 6,
      target_prospects: 4,
    });
    const snippet = (prompt_ids: number[]) =>
      person.call(api.countSnippetCosts, { params, body: { prompt_ids } }).then(({ data }) => data);
    const before = (await snippet([12])).enrichment_costs;
    await person.call(api.createAnswer, {
      body: { prompt_id: 12, prospect_id: list.prospect_ids[2]!, answer: 'They hire' },
    });
    expect(await snippet([12])).toEqual({ enrichment_costs: (before / 4) * 3, target_prospects: 4 });
  });

  test('leads the campaign is over for cost nothing more', async () => {
    const { person, campaign, params, add, addNode, run } = await world([lead('Ada'), lead('Bob')]);
    await add();
    await addNode('HAS_EMAIL', campaign.step_id);
    await run(sql`update campaign_leads set status = 'REPLIED' where campaign_id = ${params.id} and prospect_id =
      (select min(prospect_id) from campaign_leads where campaign_id = ${params.id})`);
    const { data } = await person.call(api.getEnrichmentCosts, { params });
    expect(data).toMatchObject({ enrichment_costs: 3, total_prospects: 2, target_prospects: 1 });
  });

  test('of leads about to be added: only those that would be', async () => {
    const people = [lead('Ada'), lead('Bob'), lead('Cleo', { company_name: 'Two' })];
    const { person, list, campaign, params, add, addNode } = await world(people);
    await addNode('HAS_EMAIL', campaign.step_id);
    const count = async (body: object) => (await person.call(api.countEnrichmentCosts, { params, body })).data;
    const whole = { search_id: list.search_id, amount: 100 };
    expect(await count(whole)).toMatchObject({ enrichment_costs: 9, total_prospects: 3, target_prospects: 3 });
    expect(await count({ ...whole, amount: 2 })).toMatchObject({ total_prospects: 2, enrichment_costs: 6 });
    expect(await count({ ...whole, prospects_per_company: 1 })).toMatchObject({
      total_prospects: 3,
      target_prospects: 2,
    });
    await add({ prospect_ids: [list.prospect_ids[0]!] });
    expect(await count({ ...whole, search_or_campaign: 'search' })).toMatchObject({
      target_prospects: 2,
      enrichment_costs: 6,
    });
    expect(await count({ prospect_ids: list.prospect_ids })).toMatchObject({ total_prospects: 3, target_prospects: 2 });
    const other = await makeCampaign(person);
    const from = { search_or_campaign: 'campaign', source_campaign_id: params.id, amount: 100 };
    const moved = await person.call(api.countEnrichmentCosts, {
      params: { id: other.id },
      body: { ...from, allow_duplicates: true } as never,
    });
    expect(moved.data).toMatchObject({ total_prospects: 1, target_prospects: 1, enrichment_costs: 0 });
  });

  test('nothing selected, another organization’s list or campaign', async () => {
    const { person, list, params } = await world([lead('Ada')]);
    const { stranger } = await foreign(params.id);
    const count = (who: typeof person, body: object) => who.call(api.countEnrichmentCosts, { params, body });
    expect((await count(person, {})).error.code).toBe('no_leads_selected');
    expect((await count(person, { amount: 5 })).error.code).toBe('no_leads_selected');
    expect((await count(stranger, { search_id: list.search_id, amount: 5 })).status).toBe(404);
    expect((await stranger.call(api.getEnrichmentCosts, { params })).status).toBe(404);
    const theirs = await makeList(server, stranger.organization_id, [lead('Eve')]);
    expect((await count(person, { search_id: theirs.search_id, amount: 5 })).status).toBe(404);
    expect((await count(person, { prospect_ids: theirs.prospect_ids })).data).toMatchObject({ target_prospects: 0 });
  });
});

describe('missing data', () => {
  const message = {
    message: 'Hi {{first_name}}, as {{job_title}} in {{location}}',
    subject_line: 'For {{company_name}}',
  };
  const people = [
    lead('Ada', { location: 'Utrecht', email: 'ada@visser.example' }),
    lead('Bob', { location: ' ', email: 'bob@visser.example' }),
    lead('Cleo', { job_title: null, company_name: null, email: 'cleo@visser.example' }),
  ];

  test('an address is data too, unless a condition above the step sees to it', async () => {
    const whole = { message: 'Hi', subject_line: 'Hello' };
    const { person, params, add } = await world([lead('Ada'), lead('Bob', { email: 'bob@visser.example' })], whole);
    await add();
    const { data } = await person.call(api.getMissingData, { params });
    expect(data).toMatchObject({
      total_missing_data: 1,
      prospects_with_missing_data: [{ first_name: 'Ada', missing_variables: ['email'] }],
    });
    expect((await person.call(api.archiveIncompleteLeads, { params })).data.amount).toBe(1);
  });

  test('lists what each lead lacks, for the same leads as archiving incomplete ones', async () => {
    const { person, list, params, add } = await world(people, message);
    await add();
    const { data } = await person.call(api.getMissingData, { params });
    expect(data).toEqual({
      has_missing_data: true,
      total_missing_data: 2,
      total_prospects: 3,
      prospects_with_missing_data: [
        { prospect_id: list.prospect_ids[1], first_name: 'Bob', last_name: 'Visser', missing_variables: ['location'] },
        {
          prospect_id: list.prospect_ids[2],
          first_name: 'Cleo',
          last_name: 'Visser',
          missing_variables: ['company_name', 'job_title', 'location'],
        },
      ],
    });
    expect((await person.call(api.archiveIncompleteLeads, { params })).data.amount).toBe(data.total_missing_data);
    expect((await person.call(api.getMissingData, { params })).data).toMatchObject({
      has_missing_data: false,
      total_prospects: 1,
    });
  });

  test('a fallback message covers it, a signature or unsubscribe link is never missing', async () => {
    const plain = await world(people, { message: 'Hi there', subject_line: 'Hello' });
    await plain.add();
    const { data } = await plain.person.call(api.getMissingData, { params: plain.params });
    expect(data).toMatchObject({ has_missing_data: false, prospects_with_missing_data: [] });
    const { person, campaign, params, add } = await world(people, { message: message.message, subject_line: 'Hello' });
    await add();
    await person.call(api.updateStep, {
      params: { ...params, stepId: campaign.step_id },
      body: { placeholder_message: 'Hi {{first_name}}' },
    });
    expect((await person.call(api.getMissingData, { params })).data.total_missing_data).toBe(0);
  });

  test('of leads about to be added', async () => {
    const { person, list, params } = await world(people, message);
    const { data } = await person.call(api.countMissingData, {
      params,
      body: { search_id: list.search_id, amount: 100, search_or_campaign: 'search' },
    });
    expect(data).toMatchObject({ has_missing_data: true, total_missing_data: 2, total_prospects: 3 });
    const named = { prospect_ids: [list.prospect_ids[0]!] };
    expect((await person.call(api.countMissingData, { params, body: named })).data.total_missing_data).toBe(0);
    const { stranger } = await foreign(params.id);
    expect((await stranger.call(api.countMissingData, { params, body: named })).status).toBe(404);
    expect((await stranger.call(api.getMissingData, { params })).status).toBe(404);
  });

  test('of very many one page is named, all are counted', async () => {
    const many = Array.from({ length: 620 }, (_, n) =>
      lead(`P${n}`, { location: null, email: `p${n}@visser.example` }),
    );
    const { person, params, add } = await world(many, message);
    await add();
    const { data } = await person.call(api.getMissingData, { params });
    expect(data.total_missing_data).toBe(620);
    expect(data.prospects_with_missing_data).toHaveLength(50);
    expect(data.prospects_with_missing_data[0]?.first_name).toBe('P0');
  });
});

describe('look-ups of campaign leads', () => {
  const people = [lead('Known'), lead('Nobody'), lead('Bob', { email: 'bob@acme.example' }), lead('Known2')];
  const everything = async (organizationId: number) =>
    research.withEngine(
      server,
      (input) => lookUpContact(server.program.system.forOrganization(organizationId), input),
      () => research.untilQuiet(server, organizationId),
    );

  test('count, start, pay for what was found, and never ask again', async () => {
    const { person, params, add } = await world(people);
    await add();
    await research.addCredits(server, person, 50);
    const count = async () =>
      (await person.call(api.countUnenrichedLeads, { params, body: { data_enrichment_type: 'FIND_EMAIL' } })).data;
    const estimate = { chosen: 4, known: 1, tried: 0, to_look_up: 3, most_credits: 9 };
    const unsaid = { likely_credits: null, found_percent: null };
    expect(await count()).toEqual({ unenriched_count: 3, estimate: { ...estimate, ...unsaid } });
    const body = {
      enrichment_type: 'FIND_EMAIL' as const,
      prospect_limit: 10,
      sort_field: 'first_name',
      sort_direction: 'asc',
    };
    const { data } = await person.call(api.startCampaignLookups, { params, body });
    expect(data).toEqual({ success: true, started_cells: 3, reserved_credits: 9 });
    expect(await count(), 'those at work are not counted').toMatchObject({
      unenriched_count: 0,
      estimate: { tried: 3 },
    });
    await everything(person.organization_id);
    const { prospects } = (await person.call(api.listCampaignLeads, { params, query: {} })).data;
    const emails = new Map(prospects.map(({ first_name, email }) => [first_name, email]));
    expect(emails.get('Known')).toMatch(/@acme\.example$/);
    expect(emails.get('Nobody')).toBeNull();
    expect(emails.get('Bob')).toBe('bob@acme.example');
    expect(await research.listLedger(server, person.organization_id)).toMatchObject({
      balance: 144,
      spent: 6,
      reserved: 0,
    });
    const costsOf = async (name: string, who = person) => {
      const { id } = prospects.find(({ first_name }) => first_name === name)!;
      return who.call(api.getLeadCosts, { params: { id } });
    };
    expect((await costsOf('Known')).data).toEqual({ credits: 3, uses: [{ kind: 'email', credits: 3 }] });
    expect((await costsOf('Nobody')).data).toEqual({ credits: 0, uses: [] });
    expect((await costsOf('Known', await server.signUp())).status).toBe(404);
    const after = { ...estimate, known: 3, tried: 1, to_look_up: 0, most_credits: 0 };
    expect(await count()).toEqual({ unenriched_count: 0, estimate: { ...after, ...unsaid } });
    // What was tried in vain counts for 90 days; what was found, for good.
    const age = (days: number) =>
      server.owner.query(
        'update enrichment_answers set updated_at = app_now() - make_interval(days => $2) where organization_id = $1',
        [person.organization_id, days],
      );
    await age(89);
    expect(await count()).toMatchObject({ unenriched_count: 0, estimate: { tried: 1, to_look_up: 0 } });
    await age(91);
    expect(await count()).toMatchObject({
      unenriched_count: 1,
      estimate: { tried: 0, to_look_up: 1, most_credits: 3 },
    });
  });

  test('the likely costs follow what the look-ups of the last 30 days found, in campaigns and in lists', async () => {
    const { person, list, params, add } = await world(people);
    await add();
    const estimate = async () =>
      (await person.call(api.countUnenrichedLeads, { params, body: { data_enrichment_type: 'FIND_EMAIL' } })).data
        .estimate;
    const plant = (found: number, missed: number, daysAgo: number) =>
      server.owner.query(
        `with paid as (insert into credit_reservations (organization_id, key, purpose, amount, spent, kind, created_at)
            values ($1, gen_random_uuid()::text, 'Email', 3 * ($2::int + $3::int), 3 * $2::int, 'email', app_now() - make_interval(days => $4::int))
            returning id)
          insert into enrichment_runs (organization_id, prompt_id, reservation_id, cells, found, not_found, created_at)
            select $1, $5, id, $2::int + $3::int, $2::int, $3::int, app_now() - make_interval(days => $4::int) from paid`,
        [person.organization_id, found, missed, daysAgo, taskOfLookUp('FIND_EMAIL').id],
      );
    await plant(100, 0, 31);
    await plant(10, 9, 3);
    expect(await estimate()).toMatchObject({ most_credits: 9, likely_credits: null, found_percent: null });
    await plant(3, 3, 1);
    // 13 of 25: of three leads one or two.
    expect(await estimate()).toMatchObject({ most_credits: 9, likely_credits: 6, found_percent: 52 });
    const inList = await person.call(api.countUnenrichedProspects, {
      params: { id: list.search_id },
      body: {
        prompt_id: taskOfLookUp('FIND_EMAIL').id,
        filters: [{ column: 'first_name', operation: 'contains', value: 'o' }],
      },
    });
    // All four: Bob has an address, and no result of the look-up.
    expect(inList.data).toMatchObject({
      unenriched_count: 4,
      estimate: { chosen: 4, known: 1, tried: 0, to_look_up: 3, most_credits: 9, found_percent: 52 },
    });
    const stranger = await world(people);
    await stranger.add();
    const body = { data_enrichment_type: 'FIND_EMAIL' as const };
    const other = await stranger.person.call(api.countUnenrichedLeads, { params: stranger.params, body });
    expect(other.data.estimate).toMatchObject({ likely_credits: null });
  });

  test('a limit and filters select the leads; without a limit none is looked up', async () => {
    const { person, params, add } = await world(people);
    await add();
    const start = async (body: object) =>
      (await person.call(api.startCampaignLookups, { params, body: { enrichment_type: 'FIND_WEBSITE', ...body } }))
        .data;
    expect(await start({})).toMatchObject({ started_cells: 0, reserved_credits: 0 });
    const filters = [{ column: 'first_name', operation: 'contains', value: 'known' }];
    expect(await start({ prospect_limit: 1, filters })).toMatchObject({ started_cells: 1, reserved_credits: 1 });
    expect(await start({ prospect_limit: 100, filters })).toMatchObject({ started_cells: 1 });
    expect(await start({ prospect_limit: 100 })).toMatchObject({ started_cells: 2 });
  });

  test('more than the credits last is refused whole', async () => {
    const { person, params, add } = await world(people);
    await add();
    const body = { enrichment_type: 'FIND_PHONE' as const, prospect_limit: 10 };
    const refused = await person.call(api.startCampaignLookups, { params, body });
    expect(refused).toMatchObject({ status: 402, error: { error: 'You have 100 credits, but this needs 120.' } });
    expect(await research.countCells(server, person.organization_id)).toBe(0);
    expect(await research.listLedger(server, person.organization_id)).toMatchObject({ balance: 100, reserved: 0 });
  });

  test('cells by name, also again; foreign people and campaigns are refused', async () => {
    const { person, list, params, add } = await world(people);
    await add({ prospect_ids: list.prospect_ids.slice(0, 2) });
    const look = (who: typeof person, ids: readonly number[]) =>
      who.call(api.lookUpCampaignCells, {
        params,
        body: { cells: ids.map((prospect_id) => ({ prospect_id, enrichment_type: 'FIND_EMAIL' as const })) },
      });
    const [first = 0, second = 0, third = 0] = list.prospect_ids;
    expect((await look(person, [first, first, second, third])).data).toMatchObject({
      started_cells: 2,
      reserved_credits: 6,
    });
    expect((await look(person, [first])).data, 'it is at work').toMatchObject({
      started_cells: 0,
      reserved_credits: 0,
    });
    await everything(person.organization_id);
    expect((await look(person, [second])).data).toMatchObject({ started_cells: 1, reserved_credits: 3 });
    expect((await look(person, [third])).error.code).toBe('bad_request');
    const { stranger } = await foreign(params.id);
    expect((await look(stranger, [first])).status).toBe(404);
    expect((await look(person, [])).status).toBe(400);
  });

  test('what a person wrote while it was looked up stays, and the answer is kept beside it', async () => {
    const { person, list, params, add } = await world([lead('Known')]);
    await add();
    const body = { enrichment_type: 'FIND_EMAIL' as const, prospect_limit: 1 };
    await person.call(api.startCampaignLookups, { params, body });
    const id = list.prospect_ids[0]!;
    await research.withEngine(
      server,
      async (input) => {
        await person.call(api.updateProspect, { params: { id }, body: { email: 'mine@acme.example' } });
        return lookUpContact(server.program.system.forOrganization(person.organization_id), input);
      },
      () => research.untilQuiet(server, person.organization_id),
    );
    const { prospects } = (await person.call(api.listCampaignLeads, { params, query: {} })).data;
    expect(prospects[0]?.email).toBe('mine@acme.example');
  });
});

describe('progress and stop of look-ups started in a campaign', () => {
  const crowd = Array.from({ length: 30 }, (_, n) => lead(`P${String(n).padStart(2, '0')}`));
  /** A busy machine takes its time to begin; a stop has five seconds. */
  const PATIENT = { timeout: 45_000 };
  const WITHIN = { timeout: 30_000 };
  const endless = ({ signal }: CellInput): Promise<CellOutcome> =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const liveOf = async (organizationId: number, campaignId: number) =>
    server.program.system.systemTransaction(async ({ db }) => {
      const rows = await sql<{ type: string; search: number | null; loading: number | null }>`select type,
          (data ->> 'search_id')::int as search, (data ->> 'loading_count')::int as loading
        from live_messages where organization_id = ${organizationId} and (data ->> 'campaign_id')::bigint = ${campaignId}
        order by id`.execute(db);
      return rows.rows;
    });

  test('a stop ends what works, lets nothing start and gives the credits back', async () => {
    const { person, list, params, add } = await world(crowd);
    await add();
    const body = { enrichment_type: 'FIND_EMAIL' as const, prospect_limit: 30 };
    const other = await makeCampaign(person);
    await person.call(api.addToCampaign, {
      params: { id: list.search_id },
      body: { campaign: other.id, prospect_ids: list.prospect_ids.slice(0, 3), allow_duplicates: true },
    });
    const elsewhere = { cells: [{ prospect_id: list.prospect_ids[0]!, enrichment_type: 'FIND_PHONE' as const }] };
    await person.call(api.lookUpCampaignCells, { params: { id: other.id }, body: elsewhere });
    await research.addCredits(server, person, 100);
    expect((await person.call(api.startCampaignLookups, { params, body })).data.started_cells).toBe(30);
    const begun: number[] = [];
    let ended = 0;
    await research.withEngine(
      server,
      (input) => {
        begun.push(input.prospect.id);
        input.signal.addEventListener('abort', () => {
          ended += 1;
        });
        return endless(input);
      },
      async (engine) => {
        await expect.poll(() => begun.length, PATIENT).toBeGreaterThanOrEqual(8);
        const { data } = await person.call(api.listCampaignLookups, {
          params,
          query: { prospect_ids: list.prospect_ids.slice(0, 2) },
        });
        expect(data.loading_count).toBe(30);
        expect(data.results.map(({ prospect, state }) => [prospect, state]).sort()).toEqual(
          // The other campaign's phone look-up of the first lead is listed here too: it concerns the same lead.
          [list.prospect_ids[0], list.prospect_ids[0], list.prospect_ids[1]].map((id) => [id, 'loading']),
        );
        const before = Date.now();
        const stopped = await person.call(api.cancelCampaignLookups, { params });
        expect(stopped.data).toEqual({ success: true, cancelled_cells: 30, released_credits: 90 });
        // The other campaign's only cell is not stopped.
        await expect.poll(() => ended, WITHIN).toBeGreaterThanOrEqual(7);
        await expect.poll(() => engine.in_flight(), WITHIN).toBe(1);
        expect(Date.now() - before).toBeLessThan(5000);
        const foreign = begun.filter((id) => id !== list.prospect_ids[0]).length;
        await new Promise((resolve) => setTimeout(resolve, 150));
        expect(begun.filter((id) => id !== list.prospect_ids[0]).length).toBe(foreign);
        expect((await person.call(api.cancelCampaignLookups, { params: { id: other.id } })).data).toEqual({
          success: true,
          cancelled_cells: 1,
          released_credits: 30,
        });
      },
      { total: 8, per_organization: 8 },
    );
    expect(await research.listLedger(server, person.organization_id)).toMatchObject({ reserved: 0, spent: 0 });
    const { data } = await person.call(api.listCampaignLookups, { params, query: { prospect_ids: list.prospect_ids } });
    expect(data.loading_count).toBe(0);
    expect(new Set(data.results.map(({ state }) => state))).toEqual(new Set(['cancelled']));
    expect((await person.call(api.cancelCampaignLookups, { params })).data).toMatchObject({ cancelled_cells: 0 });
    const published = await liveOf(person.organization_id, params.id);
    expect(published.filter(({ type }) => type === 'research_changed')).toEqual([
      { type: 'research_changed', search: null, loading: 30 },
      { type: 'research_changed', search: null, loading: 0 },
    ]);
  });

  test('each end is published with its campaign, the last one with nothing left', async () => {
    const { person, params, add } = await world([lead('Known'), lead('Nobody')]);
    await add();
    await person.call(api.startCampaignLookups, { params, body: { enrichment_type: 'FIND_EMAIL', prospect_limit: 9 } });
    await research.withEngine(server, research.foundAtOnce, () => research.untilQuiet(server, person.organization_id));
    const published = await liveOf(person.organization_id, params.id);
    expect(published.filter(({ type }) => type === 'prompt_completed')).toHaveLength(2);
    expect(published.at(-1)).toEqual({ type: 'research_changed', search: null, loading: 0 });
  });

  test('list cells and campaign cells are separate; foreign campaigns are not found', async () => {
    const { person, list, params, add } = await world([lead('Ada'), lead('Bob')]);
    await add();
    await research.startTask(person, list.search_id, {}, 2);
    expect((await person.call(api.listCampaignLookups, { params, query: {} })).data).toEqual({
      loading_count: 0,
      results: [],
    });
    expect((await person.call(api.cancelCampaignLookups, { params })).data.cancelled_cells).toBe(0);
    await person.call(api.startCampaignLookups, { params, body: { enrichment_type: 'FIND_EMAIL', prospect_limit: 2 } });
    const stopped = await person.call(api.cancelResearch, { params: { searchId: list.search_id } });
    expect(stopped.data).toMatchObject({ cancelled_cells: 2, released_credits: 2 });
    expect((await person.call(api.listCampaignLookups, { params, query: {} })).data.loading_count).toBe(2);
    const { stranger } = await foreign(params.id);
    expect((await stranger.call(api.listCampaignLookups, { params, query: {} })).status).toBe(404);
    expect((await stranger.call(api.cancelCampaignLookups, { params })).status).toBe(404);
    const theirs = await stranger.call(api.createCampaign, {});
    const peek = { params: { id: theirs.data.campaign.id }, query: { prospect_ids: list.prospect_ids } };
    expect((await stranger.call(api.listCampaignLookups, peek)).data.results).toEqual([]);
    expect(await research.countCells(server, person.organization_id)).toBe(2);
  });
});
