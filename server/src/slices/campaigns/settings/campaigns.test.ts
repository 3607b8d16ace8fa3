import { api } from '@overture/contract';
import { DEFAULT_SENDING_WINDOW } from '@overture/domain/sending/sending-window';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../../testing/harness.ts';
import { makeCampaign, makeList, makeSender } from './campaigns.factory.ts';

const server = useTestServer();

const draft = async (person: TestClient) => (await person.call(api.createCampaign, { body: {} })).data.campaign;

describe('drafts', () => {
  test('an empty body makes a blank draft with a name of its own', async () => {
    const person = await server.signUp();
    const names = [];
    for (let n = 0; n < 3; n += 1) names.push((await draft(person)).name);
    expect(names).toEqual(['New campaign', 'New campaign 2', 'New campaign 3']);
    const { campaigns } = (await person.call(api.listCampaigns)).data;
    expect(campaigns.map(({ name, status }) => [name, status])).toEqual(
      names.toReversed().map((name) => [name, 'DRAFT']),
    );
    const { campaign } = (await person.call(api.getCampaign, { params: { id: campaigns[0]!.id } })).data;
    expect(campaign).toMatchObject({
      timezone: 'UTC',
      language: 'en',
      sending_window: { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' },
      steps: [],
      conditions: [],
      first_step: null,
      first_condition: null,
      total_prospects: 0,
      email_max_messages: 40,
      ab_testing: { enabled: false },
    });
  });

  test('settings: what is left out or null stays; a new draft takes over the zone and gets the standard window', async () => {
    const person = await server.signUp();
    const { id } = await draft(person);
    const window = { days: [6, 7, 6], start: '09:30', end: '24:00' };
    const body = {
      name: ' Spring\r\nlaunch ',
      timezone: 'Asia/Tokyo',
      language: null,
      sending_window: window,
      email_max_messages: 7,
    };
    const { campaign } = (await person.call(api.updateCampaign, { params: { id }, body })).data;
    expect(campaign).toMatchObject({
      name: 'Spring launch',
      timezone: 'Asia/Tokyo',
      language: 'en',
      sending_window: { days: [6, 7], start: '09:30', end: '24:00' },
      email_max_messages: 7,
      linkedin_max_messages: 50,
    });
    const next = { timezone: 'Asia/Tokyo', sending_window: DEFAULT_SENDING_WINDOW, windows: null };
    expect(await draft(person)).toMatchObject(next);
  });

  test('several windows a day are kept as they are given, and their hull beside them', async () => {
    const person = await server.signUp();
    const { id } = await draft(person);
    const params = { id };
    const windows = {
      '1': [
        { start: '09:00', end: '12:00' },
        { start: '14:00', end: '17:00' },
      ],
      '3': [{ start: '08:00', end: '10:00' }],
    };
    await person.call(api.updateCampaign, { params, body: { windows } });
    const read = async () => (await person.call(api.getCampaign, { params })).data.campaign;
    const kept = { windows, sending_window: { days: [1, 3], start: '08:00', end: '17:00' } };
    expect(await read()).toMatchObject(kept);
    const overlapping = {
      '1': [
        { start: '09:00', end: '12:00' },
        { start: '11:00', end: '17:00' },
      ],
    };
    const refused = await person.call(api.updateCampaign, { params, body: { windows: overlapping } });
    expect(refused.error.error).toBe('Windows of one day must not overlap.');
    expect(await read()).toMatchObject(kept);
    await person.call(api.updateCampaign, { params, body: { sending_window: DEFAULT_SENDING_WINDOW } });
    expect(await read()).toMatchObject({ windows: null, sending_window: DEFAULT_SENDING_WINDOW });
  });

  test('the only mailbox that can send is the sender of a new draft, blank or from a template', async () => {
    const person = await server.signUp();
    const emailSenders = async () => {
      const template = await person.call(api.createFromTemplate, { body: { template_id: 1 } });
      return [(await draft(person)).email_account_ids, template.data.campaign.email_account_ids];
    };
    await makeSender(server, person.organization_id, { account_type: 'LINKEDIN' });
    expect(await emailSenders()).toEqual([[], []]);
    const first = await makeSender(server, person.organization_id);
    expect(await emailSenders()).toEqual([[first], [first]]);
    await server.owner.query("update accounts set status = 'CREDENTIALS' where id = $1", [first]);
    expect(await emailSenders()).toEqual([[], []]);
    await makeSender(server, person.organization_id);
    expect(await emailSenders()).toEqual([[], []]);
  });

  test('the first draft uses the browser’s zone, blank or from a template; invalid ones are ignored', async () => {
    const zoneOf = async (timezone: string, isTemplate = false) => {
      const person = await server.signUp();
      const body = { timezone };
      const made = isTemplate
        ? await person.call(api.createFromTemplate, { body: { ...body, template_id: 1 } })
        : await person.call(api.createCampaign, { body });
      const second = (await person.call(api.createCampaign, { body: { timezone: 'Asia/Tokyo' } })).data.campaign;
      return [made.data.campaign.timezone, second.timezone];
    };
    expect(await zoneOf('Europe/Amsterdam')).toEqual(['Europe/Amsterdam', 'Europe/Amsterdam']);
    expect(await zoneOf('America/New_York', true)).toEqual(['America/New_York', 'America/New_York']);
    expect(await zoneOf("'; drop table campaigns; --")).toEqual(['UTC', 'UTC']);
  });

  test.each([
    [{ name: '  ' }, 'Please enter a campaign name.'],
    [{ timezone: 'Mars/Olympus' }, 'Please choose a time zone from the list.'],
    [{ timezone: '+02:00' }, 'Please choose a time zone from the list.'],
    [{ sending_window: { days: [1], start: '18:00', end: '08:00' } }, 'The sending window must end after it starts.'],
    [{ sending_window: { days: [1], start: '8', end: '18:00' } }, 'Times are written HH:MM.'],
    [{ sending_window: { days: [], start: '08:00', end: '18:00' } }, 'Please check the highlighted fields.'],
    [{ email_max_messages: 41 }, 'Please check the highlighted fields.'],
    [{ email_max_messages: 0 }, 'Please check the highlighted fields.'],
    [{ linkedin_max_connections: 51 }, 'Please check the highlighted fields.'],
    [{ language: 'xx' as 'en' }, 'Please check the highlighted fields.'],
  ])('refuses settings %j', async (body, text) => {
    const person = await server.signUp();
    const { id } = await draft(person);
    const answer = await person.call(api.updateCampaign, { params: { id }, body });
    expect([answer.status, answer.error.error]).toEqual([400, text]);
  });

  test('fields that are not settings are ignored', async () => {
    const person = await server.signUp();
    const { id } = await draft(person);
    const body = {
      name: 'Mine',
      status: 'ACTIVE',
      organization_id: 1,
      activated_at: '2020-01-01',
      id: 99,
      edit_version: 9,
    };
    const { campaign } = (await person.call(api.updateCampaign, { params: { id }, body })).data;
    expect(campaign).toMatchObject({ id, name: 'Mine', status: 'DRAFT', activated_at: null });
    const made = await person.call(api.createCampaign, { body: { status: 'ACTIVE', organization_id: 1 } as object });
    expect(made.data.campaign.status).toBe('DRAFT');
  });

  test('a sender must be of the right kind and of this organization', async () => {
    const person = await server.signUp();
    const other = await server.signUp();
    const { id } = await draft(person);
    const linkedin = await makeSender(server, person.organization_id, { account_type: 'LINKEDIN' });
    const set = (body: object) => person.call(api.updateCampaign, { params: { id }, body });
    expect((await set({ email_account_id: linkedin })).error.error).toBe('This sender does not send email.');
    expect((await set({ email_account_id: await makeSender(server, other.organization_id) })).status).toBe(404);
    const mailbox = await makeSender(server, person.organization_id);
    expect((await set({ email_account_id: mailbox })).data.campaign.accounts).toMatchObject([
      { id: mailbox, status: 'OK' },
    ]);
  });

  test('another organization sees and changes nothing', async () => {
    const owner = await server.signUp();
    const { id, step_id } = await makeCampaign(owner);
    const { search_id, prospect_ids } = await makeList(server, owner.organization_id, [{ first_name: 'Ada' }]);
    const add = { params: { id: search_id }, body: { campaign: id, amount: 1 } };
    await owner.call(api.addToCampaign, add);
    const thief = await server.signUp();
    const own = await makeCampaign(thief);
    const prospect = { id, prospectId: prospect_ids[0]! };
    const step = { id, stepId: step_id };
    const answers = await Promise.all([
      thief.call(api.getCampaign, { params: { id } }),
      thief.call(api.updateCampaign, { params: { id }, body: { name: 'Stolen' } }),
      thief.call(api.duplicateCampaign, { params: { id } }),
      thief.call(api.activateCampaign, { params: { id }, body: {} }),
      thief.call(api.setCampaignsStatus, { body: { campaign_ids: [own.id, id], status: 'ARCHIVED' } }),
      thief.call(api.addStep, { params: { id }, body: { step: 'EMAIL' } }),
      thief.call(api.updateStep, { params: step, body: { message: 'x' } }),
      thief.call(api.updateStep, { params: { id: own.id, stepId: step_id }, body: { message: 'x' } }),
      thief.call(api.deleteStep, { params: { id: own.id, stepId: step_id } }),
      thief.call(api.previewStep, {
        params: { id: own.id, stepId: own.step_id },
        body: { prospect_id: prospect_ids[0]! },
      }),
      thief.call(api.makeUnsubscribeText, { params: { id }, body: {} }),
      thief.call(api.listCampaignLeads, { params: { id } }),
      thief.call(api.removeCampaignLeads, { params: { id }, body: { amount: 5 } }),
      thief.call(api.archiveCampaignLeads, { params: { id }, body: { prospect_ids } }),
      thief.call(api.archiveIncompleteLeads, { params: { id } }),
      thief.call(api.exportCampaignLeads, { params: { id }, body: { export_amount: 5 } }),
      thief.call(api.setLeadStatus, { params: prospect, body: { status: 'PAUSED' } }),
      thief.call(api.completeCall, { params: prospect }),
      thief.call(api.settleUnconfirmed, { params: prospect, body: { was_sent: true } }),
      thief.call(api.getCampaignLead, { params: { id: prospect_ids[0]! }, query: {} }),
      thief.call(api.editLeadMessage, { params: { id: prospect_ids[0]!, stepId: step_id }, body: { message: 'x' } }),
      thief.call(api.addToCampaign, add),
      thief.call(api.addToCampaign, { params: { id: search_id }, body: { campaign: own.id, amount: 1 } }),
      thief.call(api.checkDuplicates, { params: { id: search_id }, body: { target_campaign_id: own.id, amount: 1 } }),
      thief.call(api.activateCampaign, { params: { id: own.id }, body: { prospect_ids } }),
    ]);
    // The last one is refused before its leads are read: the other organization has no sender.
    expect(answers.map((answer) => answer.status)).toEqual([...answers.slice(1).map(() => 404), 400]);
    expect((await owner.call(api.getCampaign, { params: { id } })).data.campaign).toMatchObject({
      total_prospects: 1,
      status: 'DRAFT',
    });
    expect((await thief.call(api.getCampaign, { params: { id: own.id } })).data.campaign.status).toBe('DRAFT');
    expect((await thief.call(api.listCampaigns)).data.campaigns).toHaveLength(1);
    expect(JSON.stringify(answers.map((answer) => answer.data))).not.toContain('Ada');
  });
});

describe('duplicates', () => {
  test('settings, flow, messages and attachments are copied; leads and history are not', async () => {
    const person = await server.signUp();
    const sender = await makeSender(server, person.organization_id);
    const { id, step_id } = await makeCampaign(person, { email_account_id: sender });
    await person.call(api.updateCampaign, { params: { id }, body: { name: 'Launch' } });
    await person.call(api.addStep, { params: { id }, body: { step: 'HAS_PHONE', parent: step_id } });
    const before = (await person.call(api.getCampaign, { params: { id } })).data.campaign;
    const question = before.conditions[0]!.id;
    await person.call(api.addStep, {
      params: { id },
      body: { step: 'CALL_PROSPECT', parent: question, is_yes_child: true },
    });
    await person.call(api.addStep, { params: { id }, body: { step: 'EMAIL', parent: question, is_yes_child: false } });
    const pdf = { field: 'file', filename: 'offer.pdf', content: '%PDF-1.7 offer', content_type: 'application/pdf' };
    await person.call(api.addAttachment, { params: { id, stepId: step_id } }, [pdf]);
    const { search_id } = await makeList(server, person.organization_id, [{ first_name: 'Ada' }]);
    await person.call(api.addToCampaign, { params: { id: search_id }, body: { campaign: id, amount: 1 } });

    const original = (await person.call(api.getCampaign, { params: { id } })).data.campaign;
    const copy = (await person.call(api.duplicateCampaign, { params: { id } })).data.campaign;
    expect(copy).toMatchObject({
      name: 'Launch (copy)',
      status: 'DRAFT',
      total_prospects: 0,
      email_account_id: sender,
    });
    const shape = (campaign: typeof copy) => [
      campaign.steps.map((step) => [
        step.step_type,
        step.message,
        step.attachments.map(({ name, size }) => [name, size]),
      ]),
      campaign.conditions.map((condition) => [condition.condition_type, condition.delay_in_hours]),
    ];
    expect(shape(copy)).toEqual(shape(original));
    const ids = (campaign: typeof copy) => [...campaign.steps, ...campaign.conditions].map((node) => node.id);
    expect(ids(copy).some((nodeId) => ids(original).includes(nodeId))).toBe(false);
    const yes = copy.steps.find((step) => step.id === copy.conditions[0]!.yes_child_step_id);
    expect(yes?.step_type).toBe('CALL_PROSPECT');
    const again = (await person.call(api.duplicateCampaign, { params: { id: copy.id } })).data.campaign;
    expect(again.name).toBe('Launch (copy) 2');

    // The file is shared until the last attachment that names it goes.
    const file = original.steps[0]!.attachments[0]!.id;
    const deleted = await person.call(api.deleteAttachment, { params: { id, stepId: step_id, attachmentId: file } });
    expect(deleted.status).toBe(200);
    const kept = await person.call(api.addAttachment, { params: { id: copy.id, stepId: copy.steps[0]!.id } }, [pdf]);
    expect(kept.data.step.attachments).toHaveLength(2);
  });
});

describe('the list of campaigns', () => {
  test('figures come from stored counts, by day too, and are sorted, searched and filtered', async () => {
    const person = await server.signUp();
    const sender = await makeSender(server, person.organization_id);
    // With two mailboxes no draft gets one.
    await makeSender(server, person.organization_id);
    const people = Array.from({ length: 10 }, (_, n) => ({ first_name: `P${n}` }));
    const ids: number[] = [];
    for (const name of ['Alpha', 'beta 100%', 'Gamma']) {
      const { id } = await makeCampaign(person, name === 'Gamma' ? {} : { email_account_id: sender });
      await person.call(api.updateCampaign, { params: { id }, body: { name } });
      const { search_id } = await makeList(server, person.organization_id, people);
      await person.call(api.addToCampaign, { params: { id: search_id }, body: { campaign: id, amount: 10 } });
      ids.push(id);
    }
    await server.program.system.forOrganization(person.organization_id).transaction(async ({ db }) => {
      const mark = (id: number, contacted: number, replied: number) =>
        sql`
        update campaign_leads l set contacted_at = timestamptz '2026-03-01 23:30Z' + (n % 2) * interval '1 hour',
          replied_at = case when n <= ${replied} then timestamptz '2026-03-05 12:00Z' end,
          status = case when n <= ${replied} then 'REPLIED' else 'ACTIVE' end
        from (select id, row_number() over (order by id) as n from campaign_leads where campaign_id = ${id}) as numbered
        where l.id = numbered.id and n <= ${contacted}`.execute(db);
      await mark(ids[0]!, 4, 1);
      await mark(ids[1]!, 3, 2);
    });
    const list = async (query: object) => (await person.call(api.listCampaignAnalytics, { query })).data;
    const first = await list({});
    expect(first.total_campaigns).toBe(3);
    expect(
      first.campaigns.map((campaign) => [
        campaign.name,
        campaign.total_prospects,
        campaign.total_completed_leads,
        campaign.total_contacted,
        campaign.total_replies,
        campaign.reply_rate,
      ]),
    ).toEqual([
      ['beta 100%', 10, 2, 3, 2, 66.7],
      ['Alpha', 10, 1, 4, 1, 25],
      ['Gamma', 10, 0, 0, 0, 0],
    ]);
    const names = async (query: object) => (await list(query)).campaigns.map((campaign) => campaign.name);
    expect(await names({ sort_field: 'created_at', sort_direction: 'desc' })).toEqual(['Gamma', 'beta 100%', 'Alpha']);
    expect(await names({ sort_field: 'name', sort_direction: 'asc' })).toEqual(['Alpha', 'beta 100%', 'Gamma']);
    expect(await names({ search: 'A 1' })).toEqual(['beta 100%']);
    expect(await names({ search: '100%' })).toEqual(['beta 100%']);
    expect(await names({ search: '_' })).toEqual([]);
    expect(await names({ sender_accounts: [sender], sort_field: 'name' })).toEqual(['Alpha', 'beta 100%']);
    expect(await names({ campaigns: [ids[2]!] })).toEqual(['Gamma']);
    expect(await names({ campaign_statuses: ['PAUSED'] })).toEqual([]);
    const march1 = await list({ start_date: '2026-03-01', end_date: '2026-03-01', campaigns: [ids[0]!] });
    expect(march1.campaigns[0]).toMatchObject({ total_prospects: 10, total_contacted: 2, total_replies: 0 });
    const later = await list({ start_date: '2026-03-02', campaigns: [ids[0]!] });
    expect(later.campaigns[0]).toMatchObject({ total_contacted: 2, total_replies: 1, reply_rate: 50 });
    const file = async (query: object) =>
      String((await person.call(api.downloadCampaignAnalytics, { query })).data)
        .trim()
        .split('\r\n');
    expect((await file({})).slice(1).map((line) => line.split(',').slice(0, 7).join(','))).toEqual([
      '"beta 100%","Draft","10","2","3","2","66.7"',
      '"Alpha","Draft","10","1","4","1","25"',
      '"Gamma","Draft","10","0","0","0","0"',
    ]);
    expect(await file({ search: 'nothing like it' })).toHaveLength(1);
    expect((await person.call(api.downloadCampaignAnalytics, { query: { sort_field: 'x' } })).status).toBe(400);
    expect(
      (await person.call(api.listCampaignAnalytics, { query: { sort_field: 'name; drop table campaigns' } })).error
        .error,
    ).toBe('This column cannot be sorted.');
  });

  test('a recount equals the kept counts after leads were added, moved, archived and deleted', async () => {
    const person = await server.signUp();
    const { id } = await makeCampaign(person);
    const { search_id, prospect_ids } = await makeList(
      server,
      person.organization_id,
      Array.from({ length: 40 }, (_, n) => ({ first_name: `P${n}` })),
    );
    await person.call(api.addToCampaign, { params: { id: search_id }, body: { campaign: id, amount: 40 } });
    const inside = server.program.system.forOrganization(person.organization_id);
    await inside.transaction(({ db }) =>
      sql`update campaign_leads set contacted_at = app_now() - (id % 5) * interval '1 day',
      status = case id % 3 when 0 then 'COMPLETED' when 1 then 'REPLIED' else 'ACTIVE' end,
      replied_at = case id % 3 when 1 then app_now() end where campaign_id = ${id} and id % 2 = 0`.execute(db),
    );
    await person.call(api.archiveCampaignLeads, { params: { id }, body: { prospect_ids: prospect_ids.slice(0, 7) } });
    await person.call(api.removeCampaignLeads, { params: { id }, body: { prospect_ids: prospect_ids.slice(5, 15) } });
    await inside.transaction(({ db }) =>
      sql`delete from prospects where id = any(${prospect_ids.slice(20, 25)}::bigint[])`.execute(db),
    );
    const [kept, counted] = await inside.transaction(async ({ db }) => {
      const rows = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows;
      return [
        await rows(sql`select sum(total)::int as total, sum(completed)::int as completed, sum(contacted)::int as contacted,
          sum(replied)::int as replied from campaign_counts where campaign_id = ${id}`),
        await rows(sql`select count(*)::int as total, (count(*) filter (where status in ('COMPLETED', 'FAILED', 'REPLIED')))::int as completed,
          count(contacted_at)::int as contacted, count(replied_at)::int as replied from campaign_leads
          where campaign_id = ${id} and archived_at is null`),
      ];
    });
    expect(kept).toEqual(counted);
    expect((await person.call(api.listCampaignLeads, { params: { id } })).data.total_prospects).toBe(
      (counted![0] as { total: number }).total,
    );
  });

  test('archiving and moving back; a refusal changes nothing', async () => {
    const person = await server.signUp();
    const [one, two] = [await makeCampaign(person), await makeCampaign(person)];
    const set = (campaign_ids: number[], status: 'ARCHIVED' | 'PAUSED' | 'ACTIVE' | 'COMPLETED') =>
      person.call(api.setCampaignsStatus, { body: { campaign_ids, status } });
    expect((await set([one.id, two.id], 'ARCHIVED')).status).toBe(200);
    expect((await person.call(api.listCampaignAnalytics, { query: {} })).data.total_campaigns).toBe(0);
    const archived = await person.call(api.listCampaignAnalytics, { query: { campaign_statuses: ['ARCHIVED'] } });
    expect(archived.data.total_campaigns).toBe(2);
    expect((await set([one.id], 'PAUSED')).status).toBe(200);
    const refused = await set([two.id, one.id], 'ACTIVE');
    expect([refused.status, refused.error.error]).toEqual([400, 'A campaign that is paused cannot become active.']);
    expect((await set([two.id], 'COMPLETED')).error.code).toBe('campaign_transition_refused');
    const statuses = (await person.call(api.listCampaigns)).data.campaigns.map(({ status }) => status);
    expect(statuses.sort()).toEqual(['ARCHIVED', 'PAUSED']);
    const archivedStart = await person.call(api.activateCampaign, { params: { id: two.id }, body: {} });
    expect(archivedStart.error.error).toBe('A campaign that is archived cannot become active.');
  });

  test('taking archiving back gives a draft back as a draft, for ten minutes', async () => {
    const person = await server.signUp();
    const { id } = await makeCampaign(person);
    const set = (status: 'ARCHIVED' | 'PAUSED', undo?: boolean) =>
      person.call(api.setCampaignsStatus, { body: { campaign_ids: [id], status, ...(undo ? { undo } : {}) } });
    const status = async () => (await person.call(api.getCampaign, { params: { id } })).data.campaign.status;
    await set('ARCHIVED');
    await set('PAUSED', true);
    expect(await status()).toBe('DRAFT');
    await set('ARCHIVED');
    await server.program.system.systemTransaction(({ db }) =>
      sql`update campaigns set archived_at = archived_at - interval '11 minutes' where id = ${id}`.execute(db),
    );
    await set('PAUSED', true);
    expect(await status()).toBe('PAUSED');
    // A campaign restored once has no previous status left.
    expect((await set('PAUSED', true)).status).toBe(200);
    expect(await status()).toBe('PAUSED');
  });
});

test('a signature for all senders is one of the organization, and is not deleted while a campaign needs it', async () => {
  const person = await server.signUp();
  const made = (await person.call(api.createCampaign, { body: { name: 'Spring' } })).data.campaign;
  const { data } = await person.call(api.createSignature, { body: { name: 'Board', signature: '<p>Board</p>' } });
  const params = { id: made.id };
  const choose = (body: object) => person.call(api.updateCampaign, { params, body });
  expect((await choose({ signature_choice: 'fixed' })).error.error).toBe('Choose the signature of this campaign.');
  const stranger = await server.signUp();
  const foreign = await stranger.call(api.createSignature, { body: { name: 'X', signature: 'x' } });
  expect((await choose({ signature_choice: 'fixed', signature_id: foreign.data.signature.id })).status).toBe(404);
  const { id } = data.signature;
  const chosen = await choose({ signature_choice: 'fixed', signature_id: id });
  expect(chosen.data.campaign).toMatchObject({ signature_choice: 'fixed', signature_id: id, signs_follow_ups: true });
  const copy = (await person.call(api.duplicateCampaign, { params })).data.campaign;
  expect(copy).toMatchObject({ signature_choice: 'fixed', signature_id: id });
  const refused = await person.call(api.deleteSignature, { params: { id } });
  expect(refused.error).toMatchObject({ code: 'conflict', error: expect.stringContaining(copy.name) });
  for (const one of [made.id, copy.id])
    await person.call(api.updateCampaign, { params: { id: one }, body: { signature_choice: 'message' } });
  expect((await person.call(api.deleteSignature, { params: { id } })).status).toBe(200);
});
