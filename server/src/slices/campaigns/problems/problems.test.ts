import { api } from '@overture/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { setCredits } from '../../ai-segments/ai-segments.factory.ts';
import { createList, csvHeader, importCsv } from '../../searches/lists.factory.ts';
import { makeCampaign, makeList, makeSender, type PersonFields } from '../settings/campaigns.factory.ts';

const server = useTestServer();

const MESSAGE = 'Hi {{first_name}}, as {{job_title}} at {{company_name}}';
const person = (first_name: string, given: PersonFields = {}): PersonFields => ({
  first_name,
  last_name: 'Visser',
  company_name: 'Acme',
  job_title: 'CTO',
  email: `${first_name.toLowerCase()}@acme.example`,
  ...given,
});

async function world(people: readonly PersonFields[], message = MESSAGE) {
  const user = await server.signUp();
  // These tests are about the message itself, without the link to the privacy notice.
  await user.call(api.changeOrganizationSettings, { body: { adds_privacy_link: false } });
  const list = await makeList(server, user.organization_id, people);
  const campaign = await makeCampaign(user, { message });
  const params = { id: campaign.id };
  await user.call(api.addToCampaign, { params: { id: list.search_id }, body: { campaign: campaign.id, amount: 1000 } });
  const problems = async () => (await user.call(api.listDataProblems, { params })).data;
  const leadsOf = async (query: object = {}) => (await user.call(api.listProblemLeads, { params, query })).data;
  const fix = (fixing: object, more: object = {}) =>
    user.call(api.fixDataProblem, {
      params,
      body: { step_id: campaign.step_id, field: 'job_title', seen_leads: 1000, ...fixing, ...more } as never,
    });
  const preview = async (index: number) => {
    const body = { prospect_id: list.prospect_ids[index]! };
    return (await user.call(api.previewStep, { params: { ...params, stepId: campaign.step_id }, body })).data;
  };
  return { user, list, campaign, params, problems, leadsOf, fix, preview };
}

const EIGHT = Array.from({ length: 8 }, (_, index) => person(`Bare${index}`, { job_title: null }));
const FORTY_TWO = Array.from({ length: 42 }, (_, index) => person(`Full${index}`));

describe('the table of what leads lack', () => {
  test('50 leads, 8 without a job title: one line of field, step and leads, with what can be done', async () => {
    const { campaign, problems, leadsOf, list } = await world([...FORTY_TWO, ...EIGHT]);
    expect(await problems()).toEqual({
      problems: [
        {
          step_id: campaign.step_id,
          step_number: 1,
          step_type: 'EMAIL',
          field: 'job_title',
          leads: 8,
          fixes: ['stand_in', 'fallback', 'skip', 'remove'],
          can_fill: true,
          look_up_credits: null,
        },
      ],
      decisions: [],
      leads_with_problems: 8,
      unlinked_steps: [],
    });
    const page = await leadsOf({ step_id: campaign.step_id, field: 'job_title' });
    expect(page.total).toBe(8);
    expect(page.leads.map((lead) => lead.prospect_id)).toEqual(list.prospect_ids.slice(42));
    const first = await leadsOf({ cursor: '', limit: 5 });
    const second = await leadsOf({ cursor: first.next_cursor, limit: 5 });
    expect([...first.leads, ...second.leads]).toEqual(page.leads);
    expect(second.next_cursor).toBeNull();
  });

  test('fallbacks, unknown names and missing addresses count like in sending', async () => {
    const people = [person('Ada', { job_title: null, email: null }), person('Bob', { job_title: null })];
    const { user, campaign, params, problems } = await world(people);
    const found = async () => (await problems()).problems.map(({ field, leads }) => `${field} ${leads}`);
    expect(await found()).toEqual(['job_title 2', 'email 1']);
    const save = (body: object) =>
      user.call(api.updateStep, { params: { ...params, stepId: campaign.step_id }, body: body as never });
    await save({ placeholder_message: 'Hi {{first_name}}' });
    expect(await found()).toEqual(['email 1']);
    await save({ placeholder_message: null });
    // Such a name can't be saved today; older versions allowed it.
    await server.program.system.systemTransaction(({ db }) =>
      sql`update campaign_nodes set message = 'Hi {{nick}}' where id = ${campaign.step_id}`.execute(db),
    );
    expect(await found()).toEqual(['unknown:nick 2', 'email 1']);
    const [email] = (await problems()).problems.filter(({ field }) => field === 'email');
    expect(email).toMatchObject({ look_up_credits: 3, can_fill: true, fixes: ['skip', 'remove'] });
  });

  test('a campaign without steps or leads has none; of another organization it is not found', async () => {
    const { params, problems } = await world([]);
    expect(await problems()).toEqual({ problems: [], decisions: [], leads_with_problems: 0, unlinked_steps: [] });
    const stranger = await server.signUp();
    expect((await stranger.call(api.listDataProblems, { params })).status).toBe(404);
    const body = { step_id: 1, field: 'email', fix: 'remove' as const, seen_leads: 1 };
    expect((await stranger.call(api.fixDataProblem, { params, body })).status).toBe(404);
    expect((await stranger.call(api.listProblemLeads, { params, query: {} })).status).toBe(404);
    expect((await stranger.call(api.listOddValues, { params })).status).toBe(404);
  });
});

describe('looking up', () => {
  test('starts for leads that lack it and were not looked up, at the agreed credits, once', async () => {
    const { user, campaign, params } = await world([
      person('Ada', { email: null }),
      person('Bob', { email: null }),
      person('Cleo'),
    ]);
    const lookUp = (field: string, who = user) =>
      who.call(api.lookUpMissing, { params, body: { step_id: campaign.step_id, field } });
    const ctx = server.program.system.forOrganization(user.organization_id);
    await setCredits(ctx, 5);
    expect((await lookUp('email')).error.code).toBe('not_enough_credits');
    await setCredits(ctx, 100);
    expect((await lookUp('email')).data).toEqual({ started_cells: 2, reserved_credits: 6 });
    expect((await user.call(api.getUser)).data.user.organization.email_credits).toBe(94);
    const { rows } = await server.owner.query(
      'select count(*)::int as n from enrichment_cells where organization_id = $1',
      [user.organization_id],
    );
    expect(rows).toEqual([{ n: 2 }]);
    expect((await lookUp('email')).data).toEqual({ started_cells: 0, reserved_credits: 0 });
    expect((await lookUp('job_title')).error.error).toContain('No look-up finds this');
    expect((await lookUp('email', await server.signUp())).status).toBe(404);
  });
});

describe('decisions', () => {
  test('the preview names the words of a default for the lead who reads them', async () => {
    const message = 'Hi {{first_name}}, as {{ job_title | default: "a builder" }}';
    const { preview } = await world([person('Ada'), ...EIGHT.slice(0, 1)], message);
    expect((await preview(0)).stand_ins).toEqual([]);
    expect(await preview(1)).toMatchObject({
      message: 'Hi Bare0, as a builder',
      missing: [],
      stand_ins: [{ field: 'job_title', words: 'a builder' }],
    });
  });

  test('stand-ins apply to these leads only; real data takes precedence; undo restores the gap', async () => {
    const { user, list, params, problems, fix, preview } = await world([person('Ada'), ...EIGHT.slice(0, 2)]);
    expect(await preview(1)).toMatchObject({ missing: ['job_title'], gaps: ['[Job title]'], stand_ins: [] });
    expect((await fix({ fix: 'stand_in', words: ' a  leader ' })).data).toEqual({ changed_leads: 2 });
    expect(await problems()).toMatchObject({
      problems: [],
      decisions: [{ kind: 'stand_in', field: 'job_title', words: 'a leader', leads: 2 }],
    });
    expect((await preview(0)).message).toContain('as CTO');
    expect((await preview(1)).message).toContain('as a leader');
    expect((await preview(1)).stand_ins).toEqual([{ field: 'job_title', words: 'a leader' }]);
    expect((await preview(0)).stand_ins).toEqual([]);
    expect((await fix({ fix: 'stand_in', words: 'x' })).data).toEqual({ changed_leads: 0 });
    const values = [{ prospect_id: list.prospect_ids[1]!, value: 'Head of sales' }];
    await user.call(api.fillLeadData, { params, body: { field: 'job_title', values } });
    expect((await preview(1)).message).toContain('as Head of sales');
    const undone = await user.call(api.undoDataDecision, { params, body: { field: 'job_title' } });
    expect(undone.data).toEqual({ changed_leads: 2 });
    expect((await problems()).problems).toMatchObject([{ field: 'job_title', leads: 1 }]);
  });

  test('a fallback applies to all leads, including later ones; only a draft is changed', async () => {
    const { user, campaign, params, problems, fix, preview } = await world(EIGHT.slice(0, 2));
    expect((await fix({ fix: 'fallback', words: 'a leader' })).data).toEqual({ changed_leads: 2 });
    expect((await problems()).problems).toEqual([]);
    expect(await preview(0)).toMatchObject({
      message: 'Hi Bare0, as a leader at Acme',
      used_fallback: true,
      missing: [],
    });
    expect((await fix({ fix: 'fallback', words: 'again' })).data).toEqual({ changed_leads: 0 });
    const sender = await makeSender(server, user.organization_id);
    await user.call(api.updateStep, {
      params: { ...params, stepId: campaign.step_id },
      body: { placeholder_message: null },
    });
    await user.call(api.activateCampaign, { params, body: { email_account_id: sender } });
    expect((await problems()).problems[0]!.fixes).toEqual(['stand_in', 'skip', 'remove']);
    expect((await fix({ fix: 'fallback', words: 'late' })).error.code).toBe('campaign_locked');
  });

  test('a step is skipped for them and comes back; removed ones leave the campaign', async () => {
    const { user, campaign, params, problems, fix } = await world([person('Ada'), ...EIGHT]);
    expect((await fix({ fix: 'skip' })).data).toEqual({ changed_leads: 8 });
    expect((await fix({ fix: 'skip' })).data).toEqual({ changed_leads: 0 });
    expect(await problems()).toMatchObject({
      problems: [],
      decisions: [{ kind: 'skip', step_id: campaign.step_id, step_number: 1, leads: 8 }],
    });
    const undo = () => user.call(api.undoDataDecision, { params, body: { step_id: campaign.step_id } });
    expect([(await undo()).data, (await undo()).data]).toEqual([{ changed_leads: 8 }, { changed_leads: 0 }]);
    expect((await fix({ fix: 'remove' })).data).toEqual({ changed_leads: 8 });
    const { data } = await user.call(api.listCampaignLeads, { params, query: {} });
    expect(data.prospects.map((lead) => lead.first_name)).toEqual(['Ada']);
  });

  test('decisions need the current number of leads and a fix that applies', async () => {
    const { fix, problems } = await world(EIGHT);
    const refused = await fix({ fix: 'remove' }, { seen_leads: 7 });
    expect([refused.status, refused.error.code]).toEqual([409, 'conflict']);
    expect((await fix({ fix: 'stand_in', words: '  ' })).error.error).toBe('Write the words to use instead.');
    expect((await fix({ fix: 'skip' }, { field: 'industry' })).data).toEqual({ changed_leads: 0 });
    expect((await problems()).leads_with_problems).toBe(8);
  });

  test('two users decide in parallel: each lead is decided once', async () => {
    const { fix } = await world(EIGHT);
    const both = await Promise.all([
      fix({ fix: 'stand_in', words: 'one' }),
      fix({ fix: 'stand_in', words: 'two' }),
      fix({ fix: 'skip' }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(both.map(({ data }) => data.changed_leads).sort()).toEqual([0, 0, 8]);
  });
});

describe('filling in', () => {
  test('only what is blank is written, for leads of this campaign; an address must be one', async () => {
    const people = [person('Ada', { email: null }), person('Bob', { email: null }), person('Cleo')];
    const { user, list, params, problems } = await world(people);
    const foreign = await makeList(server, user.organization_id, [person('Zed', { email: null })]);
    const [ada, bob, cleo] = list.prospect_ids as [number, number, number];
    const fill = (values: { prospect_id: number; value: string }[]) =>
      user.call(api.fillLeadData, { params, body: { field: 'email', values } }).then(({ data }) => data);
    expect(
      await fill([
        { prospect_id: ada, value: ' ada@new.example ' },
        { prospect_id: bob, value: 'not one' },
        { prospect_id: cleo, value: 'late@new.example' },
        { prospect_id: foreign.prospect_ids[0]!, value: 'zed@new.example' },
      ]),
    ).toEqual({
      filled: 1,
      left: 2,
      refused: [{ prospect_id: bob, reason: 'This is not an email address.' }],
    });
    expect(await fill([{ prospect_id: ada, value: 'other@new.example' }])).toMatchObject({ filled: 0, left: 1 });
    expect((await problems()).problems).toMatchObject([{ field: 'email', leads: 1 }]);
  });

  test('a custom column takes values of its type', async () => {
    const people = [person('Ada'), person('Bob'), person('Cleo')];
    const { user, list, campaign, params, problems } = await world(people);
    const added = await user.call(api.createLeadColumn, { body: { name: 'Seats', type: 'number' } });
    const [ada, bob, cleo] = list.prospect_ids as [number, number, number];
    await user.call(api.updateProspect, { params: { id: cleo }, body: { custom: { seats: 9 } } });
    const step = { ...params, stepId: campaign.step_id };
    await user.call(api.updateStep, { params: step, body: { message: 'For {{ custom.seats }}' } });
    expect((await problems()).problems).toMatchObject([
      { field: 'custom.seats', leads: 2, can_fill: true, fixes: ['skip', 'remove'] },
    ]);
    const values = [
      { prospect_id: ada, value: '1,200' },
      { prospect_id: bob, value: 'many' },
      { prospect_id: cleo, value: '5' },
    ];
    const fill = (field: 'custom.seats' | 'custom.gone') =>
      user.call(api.fillLeadData, { params, body: { field, values } });
    expect((await fill('custom.seats')).data).toEqual({
      filled: 1,
      left: 1,
      refused: [{ prospect_id: bob, reason: 'This is not a number.' }],
    });
    const shown = await user.call(api.previewStep, { params: step, body: { prospect_id: ada } });
    expect(shown.data.message).toBe('For 1200');
    expect((await fill('custom.gone')).error.error).toBe('There is no such column.');
    await user.call(api.deleteLeadColumn, { params: { id: added.data.column.id } });
    expect((await problems()).problems).toMatchObject([{ field: 'custom.seats', leads: 3, can_fill: false }]);
  });
});

describe('odd values', () => {
  test('of fields the messages name; cleaned where still as seen, and taken back to the letter', async () => {
    const people = [
      person('JOHN', { company_name: 'Acme  Robotics, Inc.', industry: 'N/A' }),
      person('Ada'),
      person('Bob', { job_title: '-' }),
    ];
    const { user, params, problems } = await world(people);
    const odd = async () => (await user.call(api.listOddValues, { params })).data;
    const found = (await odd()).odd_values;
    expect(found.map(({ field, value, suggestion }) => [field, value, suggestion])).toEqual([
      ['first_name', 'JOHN', 'John'],
      ['company_name', 'Acme  Robotics, Inc.', 'Acme Robotics'],
      ['job_title', '-', ''],
    ]);
    expect((await problems()).leads_with_problems).toBe(0);
    const changes = found.map(({ prospect_id, field, value, suggestion }) => ({
      prospect_id,
      field,
      from: value,
      to: suggestion,
    }));
    const change = async (wanted: typeof changes) =>
      (await user.call(api.changeOddValues, { params, body: { changes: wanted } })).data;
    expect(await change(changes)).toEqual({ success: true, changed: 3, left: 0 });
    expect(await change(changes)).toEqual({ success: true, changed: 0, left: 3 });
    expect((await odd()).odd_values).toEqual([]);
    // An emptied field counts as missing.
    expect((await problems()).problems).toMatchObject([{ field: 'job_title', leads: 1 }]);
    expect(await change(changes.map(({ from, to, ...rest }) => ({ ...rest, from: to, to: from })))).toMatchObject({
      changed: 3,
    });
    expect((await odd()).odd_values).toEqual(found);
  });

  test('of a file whose names an encoding or a web page broke, before anything is mailed', async () => {
    const { user, campaign, params } = await world([person('Ada')]);
    const id = await createList(user);
    const names = ['?ukasz', 'MÃ¼ller', 'Ren\ufffd', 'O&#39;Neil', 'İBRAHİM', 'Łukasz'];
    const rows = names.map(
      (name, n) => `${name},Visser,v${n}@acme.example,https://linkedin.com/in/odd-${n},Acme,CTO,,`,
    );
    const content = [csvHeader, ...rows].join('\n');
    expect((await importCsv(user, id, content)).data.added_prospects).toBe(names.length);
    await user.call(api.addToCampaign, { params: { id }, body: { campaign: campaign.id, amount: 100 } });
    const { odd_values } = (await user.call(api.listOddValues, { params })).data;
    expect(odd_values.map(({ value, suggestion, reason }) => [value, suggestion, reason])).toEqual([
      ['?ukasz', '', 'has letters that its file lost'],
      ['MÃ¼ller', 'Müller', 'has letters that its file lost'],
      ['Ren\ufffd', '', 'has letters that its file lost'],
      ['O&#39;Neil', "O'Neil", 'has HTML codes'],
      ['İBRAHİM', 'İbrahim', 'is in capitals'],
    ]);
  });
});
