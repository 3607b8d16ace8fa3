import { api } from '@overture/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { makeCampaign, makeList, makeSender, type PersonFields } from '../settings/campaigns.factory.ts';

const server = useTestServer();

const PEOPLE: PersonFields[] = [
  { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@one.example', company_name: 'One', job_title: 'CTO' },
  { first_name: 'Bob', last_name: 'Stone', email: 'bob@one.example', company_name: 'one ', job_title: null },
  { first_name: 'Cleo', last_name: 'Park', email: null, company_name: 'Two', job_title: 'CEO' },
];

async function world(people = PEOPLE, message: object = {}) {
  const person = await server.signUp();
  const list = await makeList(server, person.organization_id, people);
  const sender = await makeSender(server, person.organization_id);
  const campaign = await makeCampaign(person, { email_account_id: sender, delay_in_hours: 24, ...message });
  const params = { id: campaign.id };
  const add = (body: object = { amount: 100 }) =>
    person.call(api.addToCampaign, { params: { id: list.search_id }, body: { campaign: campaign.id, ...body } });
  const page = async (query: object = {}) => (await person.call(api.listCampaignLeads, { params, query })).data;
  const names = async (query: object = {}) => (await page(query)).prospects.map((lead) => lead.first_name);
  const activate = (body: object = {}) => person.call(api.activateCampaign, { params, body });
  const inside = server.program.system.forOrganization(person.organization_id);
  const run = (query: ReturnType<typeof sql>) => inside.transaction(({ db }) => query.execute(db));
  return { person, list, sender, campaign, params, add, page, names, activate, run };
}

describe('the leads table', () => {
  test('rows carry the lead, its status and what its next action waits for', async () => {
    const { list, sender, campaign, add, page } = await world();
    expect((await add()).data).toMatchObject({ added: 3, total_prospects: 3, duplicate_count: 0 });
    const { prospects, total_prospects } = await page();
    expect(total_prospects).toBe(3);
    expect(prospects.find((lead) => lead.id === list.prospect_ids[0])).toMatchObject({
      email: 'ada@one.example',
      company: { name: 'One' },
      campaign_status: 'NOT_STARTED',
      next_action: {
        step: { step_type: 'EMAIL' },
        condition: null,
        scheduled_for: null,
        waiting_for: { rule: 'not_started', text: 'Not started yet', until: null },
      },
      previous_actions: [],
      campaign: { id: campaign.id, name: 'New campaign', accounts: [{ id: sender, account_type: 'IMAP' }] },
    });
  });

  test('labels and the inbox flag are shown on the lead and can be filtered', async () => {
    const { person, list, add, page, names, run } = await world();
    await add();
    const [ada, bob] = list.prospect_ids as [number, number];
    const body = { name: 'Warm, soon', color: '#10B981' };
    const { label } = (await person.call(api.createChatLabel, { body })).data;
    await person.call(api.addProspectLabel, { params: { id: ada }, body: { label_id: label.id } });
    await run(sql`insert into chats (organization_id, prospect_id, is_flagged, last_message_at, last_sent_by_prospect)
      values (${person.organization_id}, ${bob}, true, now(), true)`);
    const rows = new Map((await page()).prospects.map((lead) => [lead.id, lead]));
    expect(rows.get(ada)).toMatchObject({ labels: [label], is_flagged: false });
    expect(rows.get(bob)).toMatchObject({ labels: [], is_flagged: true });
    const by = (column: string, operation: string, value: unknown) =>
      names({ filters: [{ column, operation, value }], sort_field: 'first_name', sort_direction: 'asc' });
    expect(await by('labels', 'contains', `${label.id}`)).toEqual(['Ada']);
    expect(await by('labels', 'not_contains', `${label.id}`)).toEqual(['Bob', 'Cleo']);
    expect(await by('is_flagged', 'contains', 'Yes')).toEqual(['Bob']);
    expect(await by('is_flagged', 'contains', 'No')).toEqual(['Ada', 'Cleo']);
    expect(await by('is_flagged', 'is_empty', '')).toEqual([]);
  });

  test('a choice by amount can be asked for its people, in the order of the table', async () => {
    const { person, add, params, page } = await world();
    await add();
    const sorted = { sort_field: 'first_name', sort_direction: 'desc' };
    const shown = (await page(sorted)).prospects.map((lead) => lead.id);
    const select = (body: { amount: number }) =>
      person.call(api.selectCampaignLeads, { params, body: { ...sorted, ...body } });
    expect((await select({ amount: 2 })).data.prospect_ids).toEqual(shown.slice(0, 2));
    const other = await server.signUp();
    expect((await other.call(api.selectCampaignLeads, { params, body: { amount: 2 } })).status).toBe(404);
  });

  test('25 a page, filters and sorts of a closed set', async () => {
    const people = Array.from({ length: 60 }, (_, n) => ({
      first_name: `P${String(n).padStart(2, '0')}`,
      company_name: n < 30 ? 'Low' : 'High_1',
    }));
    const { list, params, add, page, names, activate, person } = await world(people);
    await add();
    await activate({ prospect_ids: list.prospect_ids.slice(0, 5) });
    const sorted = { sort_field: 'first_name', sort_direction: 'asc' };
    const third = await page({ ...sorted, page: 3 });
    expect([third.total_prospects, third.prospects.length, third.prospects[0]?.first_name]).toEqual([60, 10, 'P50']);
    expect((await page({ page: 4 })).prospects).toEqual([]);
    const by = (column: string, operation: string, value?: string) => ({
      ...sorted,
      filters: [{ column, operation, value }],
    });
    expect((await page(by('company_name', 'contains', 'HIGH_'))).total_prospects).toBe(30);
    expect((await page(by('company.name', 'not_contains', '_'))).total_prospects).toBe(30);
    expect(await names(by('campaign_status', 'contains', 'SCHEDULED,REPLIED'))).toEqual([
      'P00',
      'P01',
      'P02',
      'P03',
      'P04',
    ]);
    expect((await page(by('campaign_status', 'not_contains', 'scheduled'))).total_prospects).toBe(55);
    expect((await page(by('next_action', 'contains', 'EMAIL'))).total_prospects).toBe(5);
    expect((await page(by('job_title', 'is_empty'))).total_prospects).toBe(60);
    expect(await names({ sort_field: 'scheduled_for', sort_direction: 'desc' })).toContain('P00');
    expect((await names({ sort_field: 'created_at', sort_direction: 'desc' }))[0]).toBe('P59');
    expect((await page(by('added_to_crm', 'contains', 'Yes'))).total_prospects).toBe(0);
    expect((await page(by('added_to_crm', 'contains', 'No'))).total_prospects).toBe(60);
    for (const query of [
      by('password', 'contains', 'x'),
      by('company_name', 'like', 'x'),
      by("first_name' or 1=1 --", 'contains', 'x'),
      { sort_field: 'id; drop table campaigns' },
      { ...sorted, sort_direction: 'sideways' },
    ]) {
      expect((await person.call(api.listCampaignLeads, { params, query })).error.code).toBe('bad_request');
    }
  });
});

describe('adding leads', () => {
  test('counted first, then done: duplicates, the company cap, and the order of the list', async () => {
    const people = [
      ...PEOPLE,
      { first_name: 'Dan', company_name: 'ONE' },
      { first_name: 'Eve', company_name: null },
      { first_name: 'Fay', company_name: ' ' },
    ];
    const { person, list, campaign, add, names } = await world(people);
    const second = await makeCampaign(person);
    const elsewhere = {
      params: { id: list.search_id },
      body: { campaign: second.id, prospect_ids: [list.prospect_ids[2]!] },
    };
    await person.call(api.addToCampaign, elsewhere);
    const body = { amount: 100, prospects_per_company: 2, sort_field: 'first_name', sort_direction: 'asc' };
    const count = async (extra: object = {}) =>
      (
        await person.call(api.checkDuplicates, {
          params: { id: list.search_id },
          body: { ...body, target_campaign_id: campaign.id, ...extra },
        })
      ).data;
    expect(await count()).toEqual({
      total_prospects: 6,
      will_be_added: 4,
      duplicate_count: 1,
      company_limit_count: 1,
      excluded_domains_count: 0,
      suppressed_count: 0,
      locked_count: 0,
      company_wait_count: 0,
      contacted_count: 0,
      past_contacts: [],
    });
    expect(await count({ allow_duplicates: true })).toMatchObject({
      will_be_added: 5,
      duplicate_count: 0,
      company_limit_count: 1,
    });
    expect(await count({ prospects_per_company: null })).toMatchObject({ will_be_added: 5, company_limit_count: 0 });
    expect((await add(body)).data).toMatchObject({ added: 4, duplicate_count: 1, company_limit_count: 1 });
    expect(await names({ sort_field: 'created_at', sort_direction: 'asc' })).toEqual(['Ada', 'Bob', 'Eve', 'Fay']);
    // The limit counts leads already in the campaign; duplicates are skipped.
    expect((await add({ ...body, allow_duplicates: true })).data).toMatchObject({
      added: 1,
      duplicate_count: 4,
      company_limit_count: 1,
    });
    expect(await names({ sort_field: 'created_at', sort_direction: 'asc' })).toEqual([
      'Ada',
      'Bob',
      'Eve',
      'Fay',
      'Cleo',
    ]);
  });

  test('people at excluded domains stay out and do not use up the cap of their company', async () => {
    const { person, list, campaign, add, names } = await world([
      { first_name: 'Ada', company_name: 'One', email: 'ada@one.example' },
      { first_name: 'Bob', company_name: 'One', email: 'bob@mail.ONE.example' },
      { first_name: 'Cleo', company_name: 'One', email: 'cleo@gmail.example' },
      { first_name: 'Dan', company_name: 'Two', email: null },
      { first_name: 'Eve', company_name: 'Three', email: 'eve+sales@gmail.example' },
    ]);
    await person.call(api.addExcludedDomain, { body: { domain: 'one.example' } });
    await person.call(api.addExcludedDomain, { body: { domain: 'Eve+Sales@gmail.example' } });
    await person.call(api.addExcludedDomain, { body: { domain: 'münchen.example' } });
    await person.call(api.updateProspect, {
      params: { id: list.prospect_ids[3]! },
      body: { company_website: 'https://www.München.example/team' },
    });
    const body = { amount: 10, prospects_per_company: 1 };
    const counted = await person.call(api.checkDuplicates, {
      params: { id: list.search_id },
      body: { ...body, target_campaign_id: campaign.id },
    });
    const counts = {
      total_prospects: 5,
      duplicate_count: 0,
      company_limit_count: 0,
      suppressed_count: 0,
      locked_count: 0,
      company_wait_count: 0,
      excluded_domains_count: 4,
    };
    expect(counted.data).toEqual({ ...counts, will_be_added: 1, contacted_count: 0, past_contacts: [] });
    expect((await add(body)).data).toMatchObject({ ...counts, added: 1 });
    expect(await names()).toEqual(['Cleo']);
  });

  test('by name without a target, from another campaign, and with no lead named', async () => {
    const { person, list, campaign, params, add } = await world();
    const ids = list.prospect_ids;
    const byName = await person.call(api.checkDuplicates, {
      params,
      body: { prospect_ids: [ids[0]!, ids[0]!, ids[1]!] },
    });
    expect(byName.data).toMatchObject({ total_prospects: 2, will_be_added: 2 });
    await add({ prospect_ids: ids });
    const second = await makeCampaign(person);
    const move = { search_or_campaign: 'campaign' as const, allow_duplicates: true, campaign: second.id };
    const filters = [{ column: 'job_title', operation: 'is_not_empty' }];
    const moved = await person.call(api.addToCampaign, { params, body: { ...move, amount: 10, filters } });
    expect(moved.data).toMatchObject({ added: 2, total_prospects: 2 });
    expect((await add({})).error.error).toBe('Please select at least one lead.');
    expect((await add({ amount: 0 })).error.error).toBe('Please select at least one lead.');
    expect((await person.call(api.checkDuplicates, { params, body: {} })).status).toBe(400);
    expect((await add({ amount: 1, prospects_per_company: 21 })).status).toBe(400);
    expect(
      (await person.call(api.addToCampaign, { params: { id: 2 ** 40 }, body: { campaign: campaign.id, amount: 1 } }))
        .status,
    ).toBe(404);
  });

  test('parallel additions: each lead is added once, and no company exceeds the limit', async () => {
    const people = Array.from({ length: 300 }, (_, n) => ({ first_name: `P${n}`, company_name: `Company ${n % 10}` }));
    const { person, add, page, run, campaign } = await world(people);
    const answers = await Promise.all(Array.from({ length: 6 }, () => add({ amount: 300, prospects_per_company: 5 })));
    expect(answers.map((answer) => answer.data.added).sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 50]);
    expect((await page()).total_prospects).toBe(50);
    const biggest =
      await run(sql`select count(*) as count from campaign_leads l join prospects p on p.id = l.prospect_id
      where l.campaign_id = ${campaign.id} group by p.company_name order by 1 desc limit 1`);
    expect(biggest.rows).toEqual([{ count: 5 }]);
    const campaigns = [];
    for (let n = 0; n < 6; n += 1) campaigns.push(await makeCampaign(person));
    const list = await makeList(server, person.organization_id, people);
    const race = await Promise.all(
      campaigns.map(({ id }) =>
        person.call(api.addToCampaign, { params: { id: list.search_id }, body: { campaign: id, amount: 300 } }),
      ),
    );
    expect(race.map((answer) => answer.data.added).sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 300]);
  });

  test('twenty thousand leads by one statement each', async () => {
    const { person, list, campaign, run, page } = await world([]);
    // The planner's statistics predate these rows, as in the minute after every large import.
    await server.owner.query('analyze prospects, campaign_leads, search_prospects');
    await run(sql`with people as (insert into prospects (organization_id, first_name, company_name)
        select ${person.organization_id}, 'P' || n, 'Company ' || n % 4000 from generate_series(1, 20000) n returning id)
      insert into search_prospects (organization_id, search_id, prospect_id) select ${person.organization_id}, ${list.search_id}, id from people`);
    const body = { campaign: campaign.id, amount: 100_000, prospects_per_company: 4 };
    const answer = await person.call(api.addToCampaign, { params: { id: list.search_id }, body });
    expect(answer.data).toMatchObject({ added: 16_000, total_prospects: 20_000, company_limit_count: 4_000 });
    expect((await page()).total_prospects).toBe(16_000);
  });
});

describe('taking leads out', () => {
  test('untouched leads are deleted; contacted ones are archived and stay duplicates', async () => {
    const { person, list, params, add, page, run, campaign } = await world();
    await add();
    const [ada, bob, cleo] = list.prospect_ids as [number, number, number];
    await run(
      sql`update campaign_leads set contacted_at = app_now() where campaign_id = ${campaign.id} and prospect_id = ${ada}`,
    );
    const removed = await person.call(api.removeCampaignLeads, { params, body: { prospect_ids: [ada, bob] } });
    expect(removed.data).toEqual({ success: true, amount: 2 });
    expect((await page()).prospects.map((lead) => lead.id)).toEqual([cleo]);
    expect((await add({ prospect_ids: [ada, bob], allow_duplicates: true })).data).toMatchObject({
      added: 1,
      duplicate_count: 1,
    });
    expect((await person.call(api.removeCampaignLeads, { params, body: {} })).error.code).toBe('no_leads_selected');
    expect((await person.call(api.getCampaignLead, { params: { id: ada }, query: {} })).status).toBe(404);
  });

  test('archived leads leave the table and are not acted on', async () => {
    const { person, params, add, page, activate, run, campaign } = await world();
    await add();
    await activate();
    const filters = [{ column: 'company_name', operation: 'contains', value: 'one' }];
    const archived = await person.call(api.archiveCampaignLeads, { params, body: { amount: 50, filters } });
    expect(archived.data.amount).toBe(2);
    expect((await page()).total_prospects).toBe(1);
    const rows = await run(
      sql`select next_at, next_lane, status from campaign_leads where campaign_id = ${campaign.id} and archived_at is not null`,
    );
    expect(rows.rows).toEqual(
      Array.from({ length: 2 }, () => ({ next_at: null, next_lane: null, status: 'SCHEDULED' })),
    );
  });

  test('incomplete leads: missing message data without a fallback or rewritten message', async () => {
    const message = 'Hi {{first_name}}, as {{job_title}} at {{company_name}}';
    const people = [
      ...PEOPLE,
      { first_name: 'Dan', company_name: 'Two' },
      { first_name: '', company_name: 'Six', job_title: 'X' },
    ].map((one, index) => ({ ...one, email: `lead${index}@two.example` }));
    const { person, list, params, campaign, add, names } = await world(people, { message });
    await add();
    const step = { id: campaign.id, stepId: campaign.step_id };
    await person.call(api.updateStep, { params: step, body: { placeholder_message: 'Hello at {{company_name}}' } });
    expect((await person.call(api.archiveIncompleteLeads, { params })).data.amount).toBe(0);
    await person.call(api.updateStep, { params: step, body: { placeholder_message: null } });
    const rewrite = { params: { id: list.prospect_ids[3]!, stepId: campaign.step_id }, body: { message: 'Hi Dan' } };
    expect((await person.call(api.editLeadMessage, rewrite)).status).toBe(200);
    expect((await person.call(api.archiveIncompleteLeads, { params })).data.amount).toBe(2);
    expect((await names()).sort()).toEqual(['Ada', 'Cleo', 'Dan']);
    const unknown = { params: step, body: { message: '{{unknown_thing}}' } };
    expect((await person.call(api.updateStep, unknown)).status).toBe(200);
    expect((await person.call(api.archiveIncompleteLeads, { params })).data.amount).toBe(2);
    expect(await names()).toEqual(['Dan']);
  });
});

describe('one lead', () => {
  test('the timeline shows each message for this lead, editable until it is sent', async () => {
    const { person, list, campaign, params, add, activate, run } = await world();
    const added = await person.call(api.addStep, { params, body: { step: 'HAS_PHONE', parent: campaign.step_id } });
    const question = added.data.new_step.id;
    await person.call(api.addStep, { params, body: { step: 'CALL_PROSPECT', parent: question, is_yes_child: true } });
    await add();
    const [ada] = list.prospect_ids as [number];
    const look = async () =>
      (await person.call(api.getCampaignLead, { params: { id: ada }, query: { campaign_id: campaign.id } })).data
        .prospect;
    const before = await look();
    expect(before.campaign).toMatchObject({ id: campaign.id, accounts: [{ account_type: 'IMAP' }] });
    expect(
      before.scheduled_campaign.steps.map((step) => [
        step.step?.step_type ?? step.condition?.condition_type,
        step.message,
        step.completed,
      ]),
    ).toEqual([
      ['EMAIL', 'Hi Ada', false],
      ['HAS_PHONE', null, false],
      ['CALL_PROSPECT', null, false],
    ]);
    const edit = (body: { message: string; subject_line?: string }, stepId = campaign.step_id) =>
      person.call(api.editLeadMessage, { params: { id: ada, stepId }, body });
    expect((await edit({ message: 'Dear {{first_name}} {{last_name}}', subject_line: 'A\r\nBcc: x' })).status).toBe(
      200,
    );
    expect((await look()).scheduled_campaign.steps[0]).toMatchObject({
      message: 'Dear Ada Lovelace',
      subject_line: 'A Bcc: x',
      is_edited: true,
      can_edit: true,
      waiting_for: { rule: 'not_started' },
    });
    expect((await edit({ message: ' ' })).error.code).toBe('message_empty');
    expect((await edit({ message: 'x'.repeat(8001) })).error.error).toBe('You are above the 8000 character limit!');
    expect((await edit({ message: 'x' }, question)).status).toBe(404);
    await activate();
    expect((await edit({ message: 'Still possible' })).status).toBe(200);
    await run(sql`update campaign_leads set is_in_flight = true where campaign_id = ${campaign.id}`);
    expect((await edit({ message: 'Too late' })).error.error).toBe('This message can no longer be changed.');
    expect((await look()).scheduled_campaign.steps[0]).toMatchObject({ message: 'Still possible', can_edit: false });
  });

  test('a follow-up without a subject stays in the thread when its message is rewritten', async () => {
    const { person, list, campaign, params, add } = await world(PEOPLE, { subject_line: 'Hello {{first_name}}' });
    const added = await person.call(api.addStep, { params, body: { step: 'EMAIL', parent: campaign.step_id } });
    const stepId = added.data.new_step.id;
    const body = { message: 'Any news?', subject_line: '' };
    await person.call(api.updateStep, { params: { id: campaign.id, stepId }, body });
    await add();
    const [ada] = list.prospect_ids as [number];
    const look = async () => {
      const answer = await person.call(api.getCampaignLead, {
        params: { id: ada },
        query: { campaign_id: campaign.id },
      });
      return answer.data.prospect.scheduled_campaign.steps;
    };
    const edit = (subject_line: string | null) =>
      person.call(api.editLeadMessage, {
        params: { id: ada, stepId },
        body: { message: 'Any news, Ada?', subject_line },
      });
    const [first, followUp] = await look();
    expect(first).toMatchObject({ subject_line: 'Hello Ada', edit_subject: 'Hello Ada' });
    expect(followUp).toMatchObject({ subject_line: 'Re: Hello Ada', edit_subject: null });
    expect((await edit(null)).status).toBe(200);
    const same = { message: 'Any news, Ada?', subject_line: 'Re: Hello Ada', edit_subject: null, is_edited: true };
    expect((await look())[1]).toMatchObject(same);
    expect((await edit('New thread')).status).toBe(200);
    expect((await look())[1]).toMatchObject({ subject_line: 'New thread', edit_subject: 'New thread' });
  });

  test('a call is completed from the table, once, while the campaign runs', async () => {
    const { person, list, campaign, params, add, activate, run } = await world();
    await add();
    const prospectId = list.prospect_ids[0]!;
    const complete = () => person.call(api.completeCall, { params: { id: campaign.id, prospectId } });
    expect((await complete()).error.error).toBe('This campaign is draft.');
    await activate();
    expect((await complete()).error.error).toBe('This lead does not wait for a call.');
    await run(sql`update campaign_nodes set type = 'CALL_PROSPECT' where id = ${campaign.step_id}`);
    await run(sql`update campaign_leads set next_lane = 'person', next_at = app_now(), waiting_rule = 'manual_call'
      where campaign_id = ${campaign.id} and prospect_id = ${prospectId}`);
    const row = async () =>
      (await person.call(api.listCampaignLeads, { params, query: { sort_field: 'created_at' } })).data.prospects[0]!;
    expect((await row()).next_action).toMatchObject({
      step: { step_type: 'CALL_PROSPECT' },
      waiting_for: { rule: 'manual_call', text: 'Waiting for your call' },
    });
    expect((await complete()).status).toBe(200);
    expect(await row()).toMatchObject({
      campaign_status: 'COMPLETED',
      next_action: null,
      previous_actions: [{ step: { step_type: 'CALL_PROSPECT' }, completed: true, error: null }],
    });
    expect((await complete()).status).toBe(409);
  });

  test('a user settles an unconfirmed message', async () => {
    const { person, list, sender, campaign, params, add, activate, run } = await world();
    await add();
    await activate();
    const lead = async (place: number, was_sent: boolean) => {
      const prospectId = list.prospect_ids[place]!;
      await run(sql`with lead as (update campaign_leads set is_in_flight = true, waiting_rule = 'unconfirmed', next_at = app_now()
          where campaign_id = ${campaign.id} and prospect_id = ${prospectId} returning *)
        insert into outbound_intents (organization_id, kind, ref_id, ref_part, account_id, prospect_id, campaign_id, state, dispatched_at)
        select organization_id, 'campaign_step', id, next_node_id, ${sender}, prospect_id, campaign_id, 'parked', app_now() from lead`);
      const row = async () =>
        (await person.call(api.getCampaignLead, { params: { id: prospectId }, query: { campaign_id: campaign.id } }))
          .data.prospect;
      expect((await row()).next_action?.waiting_for.rule).toBe('unconfirmed');
      const settle = () =>
        person.call(api.settleUnconfirmed, { params: { id: campaign.id, prospectId }, body: { was_sent } });
      expect((await settle()).status).toBe(200);
      expect((await settle()).error.error).toBe('There is no message of this lead left to confirm.');
      return row();
    };
    expect(await lead(0, true)).toMatchObject({
      campaign_status: 'COMPLETED',
      previous_actions: [{ completed: true }],
    });
    const unsent = await lead(1, false);
    expect(unsent).toMatchObject({ campaign_status: 'SCHEDULED', previous_actions: [] });
    expect(unsent.next_action?.waiting_for.rule).not.toBe('unconfirmed');
    expect((await person.call(api.getCampaign, { params })).data.campaign.total_contacted).toBe(1);
  });
});

test('export: the table as CSV in its order, formulas made harmless', async () => {
  const people = [
    {
      first_name: '=HYPERLINK("http://evil")',
      last_name: 'A, "B"',
      phone_number: '+31 6 12345678',
      company_name: '@SUM(1)',
    },
    { first_name: 'Zoë\nLine', last_name: '-2+3', company_name: 'Two' },
  ];
  const { person, list, sender, campaign, params, add, activate, run } = await world(people);
  await add();
  await activate({ prospect_ids: [list.prospect_ids[1]!] });
  const body = {
    export_amount: 10,
    sort_field: 'last_name',
    sort_direction: 'asc',
    filters: [{ column: 'campaign_status', operation: 'contains', value: 'SCHEDULED,NOT_STARTED' }],
  };
  const [, replied] = list.prospect_ids;
  await run(sql`update campaign_leads set waiting_rule = 'missing_data', email_account_id = ${sender},
    replied_at = '2026-11-20T10:05:00Z' where prospect_id = ${replied}`);
  await run(sql`insert into chats (organization_id, prospect_id, last_message_at, last_sent_by_prospect, reply_class)
    values (${person.organization_id}, ${replied}, now(), true, 'interested')`);
  await run(sql`insert into campaign_step_runs (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, outcome, variant)
    select organization_id, campaign_id, id, prospect_id, ${campaign.step_id}, 'done', 'b' from campaign_leads where prospect_id = ${replied}`);
  const { csv_content, filename } = (await person.call(api.exportCampaignLeads, { params, body })).data;
  expect(filename).toBe('New campaign.csv');
  const [heading, ...rest] = csv_content.split('\n');
  expect(heading).toContain('First name,Last name,Email,Phone number');
  const text = rest.join('\n');
  expect(text).toContain(`"'=HYPERLINK(""http://evil"")","A, ""B""",,"+31 6 12345678"`);
  expect(text).toContain(`"Zoë\nLine","'-2+3",`);
  expect(text).toContain(`'@SUM(1)`);
  expect(text).toMatch(/"SCHEDULED","EMAIL","\d{4}-\d\d-\d\d \d\d:\d\d"/);
  expect(heading).toContain('Error,Waiting for,Email sender,LinkedIn sender,Variants,Replied at (UTC),Reply type');
  expect(text).toMatch(/,"Data that [^"]*","sender[^"]*@acme.example",,"B","2026-11-20 10:05","interested"/);
  expect(text.indexOf('-2+3')).toBeLessThan(text.indexOf('HYPERLINK'));
  const named = await person.call(api.exportCampaignLeads, { params, body: { prospect_ids: [list.prospect_ids[1]!] } });
  expect(named.data.csv_content).not.toContain('HYPERLINK');
  expect((await person.call(api.exportCampaignLeads, { params, body: {} })).error.error).toBe(
    'Please select at least one lead.',
  );
});
