import { api } from '@overture/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { makeCampaign, makeList, makeSender } from '../settings/campaigns.factory.ts';

const server = useTestServer();

const PEOPLE = ['Ada', 'Bob', 'Cleo', 'Dan'].map((first_name, n) => ({ first_name, email: `lead${n}@one.example` }));

async function ready(delay_in_hours = 0) {
  const person = await server.signUp();
  const sender = await makeSender(server, person.organization_id);
  const list = await makeList(server, person.organization_id, PEOPLE);
  const { id, step_id } = await makeCampaign(person, { email_account_id: sender, delay_in_hours });
  // The same on every day of the week.
  await server.owner.query('update campaigns set counts_working_days = false where id = $1', [id]);
  const add = (body: object = { amount: 4 }) =>
    person.call(api.addToCampaign, { params: { id: list.search_id }, body: { campaign: id, ...body } });
  await add();
  const activate = (body: object = {}) => person.call(api.activateCampaign, { params: { id }, body });
  const save = (message: string) =>
    person.call(api.updateStep, { params: { id, stepId: step_id }, body: { message, subject_line: 'Hi' } });
  const statuses = async () => {
    const page = await person.call(api.listCampaignLeads, { params: { id }, query: { sort_field: 'created_at' } });
    return page.data.prospects.map((lead) => lead.campaign_status);
  };
  return { person, sender, list, id, step_id, add, activate, save, statuses };
}

test('look-ups may cost the credits that were agreed to: at activation, on resume, by a revision, with added leads', async () => {
  const { activate, person, id, list, step_id } = await ready();
  const left = async () => (await person.call(api.getCampaign, { params: { id } })).data.campaign.lookup_credits;
  expect(await left()).toBe(0);
  await activate();
  expect(await left()).toBe(0);
  await activate();
  await activate({ lookup_credits: 9 });
  expect(await left()).toBe(9);
  // Paused and resumed without another agreement: what is left stays.
  await activate();
  await activate();
  expect(await left()).toBe(9);
  const addToThis = (body: object) =>
    person.call(api.addToCampaign, { params: { id: list.search_id }, body: { campaign: id, amount: 1, ...body } });
  await addToThis({ lookup_credits: 3 });
  await addToThis({});
  expect(await left()).toBe(12);
  const { revision } = (await person.call(api.getRevision, { params: { id } })).data;
  const nodes = [
    { id: step_id, type: 'EMAIL' as const, parent_id: null, branch: null, subject_line: 'Hello', message: 'Hi' },
    { id: -1, type: 'HAS_PHONE' as const, parent_id: step_id, branch: null },
    { id: -2, type: 'CALL_PROSPECT' as const, parent_id: -1, branch: 'yes' as const },
  ].map((node) => ({ ...node, delay_in_hours: 0 }));
  const body = { version: revision.version, nodes };
  const { version } = (await person.call(api.saveRevision, { params: { id }, body })).data.revision;
  const impact = (await person.call(api.previewRevision, { params: { id }, body: {} })).data.impact;
  expect(impact.lookups).toEqual([{ lookup: 'FIND_PHONE', leads: 4, credits: 120 }]);
  await person.call(api.publishRevision, { params: { id }, body: { version, lookup_credits: 120 } });
  expect(await left()).toBe(120);
  // One that ran before there was a bound has none until it starts again.
  await server.owner.query('update campaigns set lookup_credits = null where id = $1', [id]);
  await activate();
  await activate();
  expect(await left()).toBe(0);
});

test('a lead whom a team member wrote to since it was added waits when its campaign is started', async () => {
  const { activate, person, id } = await ready();
  const { rows } = await server.owner.query<{ id: number; prospect_id: number }>(
    `update campaign_leads set created_at = now() - interval '20 days' where campaign_id = $1 returning id::int, prospect_id::int`,
    [id],
  );
  const [mailed, written, received, old] = rows;
  const insertMail = (lead: typeof mailed, is_received: boolean, days_ago: number) =>
    server.owner.query(
      `insert into past_mails (organization_id, prospect_id, is_received, subject_line, message, sent_at, digest)
        values ($1, $2, $3, 'Lunch', 'Shall we?', now() - make_interval(days => $4), gen_random_uuid()::text::bytea)`,
      [person.organization_id, lead!.prospect_id, is_received, days_ago],
    );
  await insertMail(mailed, false, 1);
  await insertMail(received, true, 1);
  await insertMail(old, false, 8);
  await server.owner.query(
    `with c as (insert into chats (organization_id, prospect_id, last_message_at) values ($1, $2, now()))
      insert into chat_messages (organization_id, prospect_id, kind, sent_by_prospect, message, sent_at)
        values ($1, $2, 'CHAT', false, 'Hello', now() - interval '2 days')`,
    [person.organization_id, written!.prospect_id],
  );
  expect((await activate()).status).toBe(200);
  const days = async (lead: typeof mailed) =>
    (
      await server.owner.query(
        'select status, round(extract(epoch from message_hold_until - now()) / 86400)::int as days from campaign_leads where id = $1',
        [lead!.id],
      )
    ).rows[0];
  expect(await Promise.all([mailed, written, received, old].map(days))).toEqual(
    [6, 5, null, null].map((held) => ({ status: 'SCHEDULED', days: held })),
  );

  // Written before the lead was added: who added it knew of it.
  const later = await ready();
  const [added] = (
    await server.owner.query('select id::int, prospect_id::int from campaign_leads where campaign_id = $1', [later.id])
  ).rows;
  await server.owner.query(
    `insert into past_mails (organization_id, prospect_id, is_received, subject_line, message, sent_at, digest)
      values ($1, $2, false, 'Lunch', 'Shall we?', now() - interval '1 hour', 'x')`,
    [later.person.organization_id, added.prospect_id],
  );
  expect((await later.activate()).status).toBe(200);
  expect(await days(added)).toEqual({ status: 'SCHEDULED', days: null });
});

test('a lead who wrote to the team since it was added waits when its campaign is started, and one who replied gets nothing', async () => {
  const { activate, person, id } = await ready();
  const { rows } = await server.owner.query<{ id: number; prospect_id: number }>(
    `update campaign_leads set created_at = now() - interval '20 days' where campaign_id = $1 returning id::int, prospect_id::int`,
    [id],
  );
  const [proven, unproven, replied, automatic] = rows.map(({ prospect_id }) => prospect_id);
  for (const [prospect_id, is_proven] of [
    [proven, true],
    [unproven, false],
  ])
    await server.owner.query(
      `insert into past_mails (organization_id, prospect_id, is_received, is_proven, subject_line, message, sent_at, digest)
        values ($1, $2, true, $3, 'Lunch', 'Shall we?', now() - interval '1 day', gen_random_uuid()::text::bytea)`,
      [person.organization_id, prospect_id, is_proven],
    );
  for (const [prospect_id, kind] of [
    [replied, 'REPLY'],
    [automatic, 'AUTO_REPLY'],
  ])
    await server.owner.query(
      `with c as (insert into chats (organization_id, prospect_id, last_message_at) values ($1, $2, now()))
        insert into chat_messages (organization_id, prospect_id, kind, sent_by_prospect, message, sent_at)
          values ($1, $2, $3, true, 'Hello', now() - interval '12 days')`,
      [person.organization_id, prospect_id, kind],
    );
  expect((await activate()).status).toBe(200);
  const held = await server.owner.query(
    `select prospect_id::int as id, round(extract(epoch from message_hold_until - now()) / 86400)::int as days
      from campaign_leads where campaign_id = $1 and message_hold_until is not null order by id`,
    [id],
  );
  expect(held.rows).toEqual([{ id: proven, days: 6 }]);
  const statuses = async () =>
    (
      await server.owner.query(
        'select prospect_id::int as id, status, next_at is null as is_over from campaign_leads where campaign_id = $1 and status <> $2',
        [id, 'SCHEDULED'],
      )
    ).rows;
  expect(await statuses()).toEqual([{ id: replied, status: 'REPLIED', is_over: true }]);

  // Who starts one again by hand knows of the reply.
  await server.owner.query(`update campaigns set status = 'DRAFT' where id = $1`, [id]);
  await server.owner.query(
    `update campaign_leads set status = 'NOT_STARTED' where campaign_id = $1 and prospect_id = $2`,
    [id, replied],
  );
  expect((await activate({ prospect_ids: [replied] })).status).toBe(200);
  expect(await statuses()).toEqual([]);
});

test('a campaign with a disabled step type is refused with a reason, and starts once enabled', async () => {
  const { activate, person } = await ready();
  const switchOff = (features: string[]) =>
    server.owner.query('update organizations set disabled_features = $2 where organization_id = $1', [
      person.organization_id,
      features,
    ]);
  await switchOff(['email_steps_enabled']);
  expect((await activate()).error).toMatchObject({
    code: 'activation_refused',
    error: expect.stringMatching(/^The Email step is switched off for your organization\. Delete it/),
  });
  await switchOff([]);
  expect((await activate()).status).toBe(200);
  // Pausing has no such check; resuming does.
  await switchOff(['email_steps_enabled']);
  expect((await activate()).data.campaign.status).toBe('PAUSED');
  expect((await activate()).error.code).toBe('activation_refused');
});

test('without the required unsubscribe link no campaign starts; running ones are listed', async () => {
  const { activate, person, id, step_id } = await ready();
  const rule = async () => (await person.call(api.getUnsubscribeRule)).data;
  expect(await rule()).toEqual({ requires_link: false, unlinked_campaigns: [], total_unlinked: 0 });
  expect((await activate()).status).toBe(200);
  expect(await rule()).toMatchObject({ unlinked_campaigns: [{ id }], total_unlinked: 1 });
  await activate();
  const set = (requires_link: boolean, who = person) =>
    who.call(api.changeOrganizationSettings, { body: { requires_link } });
  expect((await set(true)).data.requires_link).toBe(true);
  expect(await rule()).toEqual({ requires_link: true, unlinked_campaigns: [], total_unlinked: 0 });
  expect((await activate()).error).toMatchObject({
    code: 'activation_refused',
    error: expect.stringMatching(/^Step 1 \(Email\) has no unsubscribe link in its message\. .* press “Unsubscribe”/),
  });
  const problems = await person.call(api.listDataProblems, { params: { id } });
  expect(problems.data.unlinked_steps).toMatchObject([{ step_id, step_number: 1 }]);
  // Another organization has a rule of its own.
  expect((await (await server.signUp()).call(api.getUnsubscribeRule)).data.requires_link).toBe(false);
  const { unsubscribe_text } = (
    await person.call(api.makeUnsubscribeText, { params: { id }, body: { message: 'Hello' } })
  ).data;
  await server.owner.query('update campaign_nodes set message = message || $2 where id = $1', [
    step_id,
    unsubscribe_text,
  ]);
  expect((await activate()).status).toBe(200);
  await server.owner.query("update users set role = 'RESTRICTED' where id = $1", [person.user_id]);
  expect((await set(false)).status).not.toBe(200);
});

test('before a start: how many leads have a known zone, and whom the hours never reach', async () => {
  const { person, id } = await ready();
  const places = ['New York, United States', 'Sydney, Australia', null, 'Berlin, Germany'];
  await server.owner.query(
    `update prospects p set location = g.place from unnest($2::text[]) with ordinality as g (place, n)
      where p.organization_id = $1 and p.email = 'lead' || (g.n - 1) || '@one.example'`,
    [person.organization_id, places],
  );
  const sending_window = { days: [1, 2, 3, 4, 5], start: '09:00', end: '12:00' };
  const settings = { timezone: 'Europe/Berlin', sending_window, uses_lead_zone: true };
  const changed = await person.call(api.updateCampaign, { params: { id }, body: settings });
  expect(changed.data.campaign.uses_lead_zone).toBe(true);
  const asked = await person.call(api.getLeadZones, { params: { id } });
  expect(asked.data).toEqual({
    leads: 4,
    known: 3,
    unmet: 2,
    unmet_zones: expect.arrayContaining(['Australia/Sydney', 'America/New_York']),
  });
  const copy = await person.call(api.duplicateCampaign, { params: { id } });
  expect(copy.data.campaign.uses_lead_zone).toBe(true);
  const stranger = await server.signUp();
  expect((await stranger.call(api.getLeadZones, { params: { id } })).status).toBe(404);
});

describe('the checks before a start', () => {
  const EMAIL = { message: 'Hi', subject_line: 'Hello' };
  const CASES: [string, { step: string; content?: object }[], object, string][] = [
    ['no steps', [], {}, 'You cannot activate campaigns without steps.'],
    ['only a question', [{ step: 'HAS_EMAIL' }], {}, 'You cannot activate campaigns without steps.'],
    [
      'an email without a message',
      [{ step: 'EMAIL', content: { subject_line: 'Hello' } }],
      {},
      'Please add a message in the Email step.',
    ],
    [
      'an email without a subject',
      [{ step: 'EMAIL', content: { message: 'Hi', subject_line: '\r\n' } }],
      {},
      'Please add a subject line in the Email step.',
    ],
    ['an email without a sender', [{ step: 'EMAIL', content: EMAIL }], {}, 'Please select an email account.'],
    [
      'a LinkedIn message without text',
      [{ step: 'LINKEDIN_MESSAGE' }],
      {},
      'Please add a message in the LinkedIn Message step.',
    ],
    ['an InMail without text', [{ step: 'INMAIL' }], {}, 'Please add a message in the InMail step.'],
    [
      'an InMail without a subject',
      [{ step: 'INMAIL', content: { message: 'Hi' } }],
      {},
      'Please add a subject line in the InMail step.',
    ],
    ['LinkedIn without an account', [{ step: 'VISIT_LINKEDIN_PROFILE' }], {}, 'Please select a LinkedIn account.'],
    [
      'HAS_PHONE without a mailbox',
      [{ step: 'HAS_PHONE' }, { step: 'CALL_PROSPECT' }],
      {},
      'Please select an email account.',
    ],
  ];

  test.each(CASES)('%s', async (_, steps, body, text) => {
    const person = await server.signUp();
    const { id } = (await person.call(api.createCampaign, { body: {} })).data.campaign;
    let parent: number | undefined;
    for (const { step, content } of steps) {
      const added = await person.call(api.addStep, {
        params: { id },
        body: { step: step as 'EMAIL', parent, is_yes_child: true },
      });
      parent = added.data.new_step.id;
      if (content) await person.call(api.updateStep, { params: { id, stepId: parent }, body: content });
    }
    const answer = await person.call(api.activateCampaign, { params: { id }, body });
    expect([answer.status, answer.error]).toEqual([400, { error: text, code: 'activation_refused' }]);
    expect((await person.call(api.getCampaign, { params: { id } })).data.campaign.status).toBe('DRAFT');
  });

  test('an email with an unknown variable', async () => {
    const { activate, save } = await ready();
    expect((await save('Hi {{nick}}')).status).toBe(200);
    expect((await activate()).error).toEqual({
      code: 'activation_refused',
      error: "{{nick}} in the Email step isn't a variable. Pick one from the list.",
    });
    expect((await save('Hi {{frist_name}}')).status).toBe(200);
    expect((await activate()).error).toEqual({
      code: 'activation_refused',
      error: "{{frist_name}} in the Email step isn't a variable. Did you mean {{first_name}}?",
    });
  });

  test.each([
    ['{first_name}', '{{first_name}}'],
    ['[First Name]', '{{first_name}}'],
    ['%FIRST_NAME%', '{{first_name}}'],
    ['*|FNAME|*', '{{first_name}}'],
    ['[[first_name]]', '{{first_name}}'],
    ['{!Lead.FirstName}', '{{first_name}}'],
    ['<%= company %>', '{{company_name}}'],
  ])('an email with %s of another tool', async (theirs, ours) => {
    const { step_id, activate, save } = await ready();
    const words = `“${theirs}” is a placeholder of another tool. Here it is ${ours}.`;
    expect((await save(`Hi ${theirs},`)).status).toBe(200);
    expect((await activate()).error).toEqual({
      code: 'activation_refused',
      error: `Email step: Message: ${words}`,
      details: { step_id: String(step_id) },
    });
  });

  test('both branches are walked, and a LinkedIn step needs its sender', async () => {
    const { person, id, step_id, activate } = await ready();
    const question = (await person.call(api.addStep, { params: { id }, body: { step: 'HAS_PHONE', parent: step_id } }))
      .data.new_step.id;
    await person.call(api.addStep, { params: { id }, body: { step: 'EMAIL', parent: question, is_yes_child: false } });
    expect((await activate()).error.error).toBe('Please add a message in the Email step.');
    const other = await ready();
    await other.person.call(api.addStep, {
      params: { id: other.id },
      body: { step: 'VISIT_LINKEDIN_PROFILE', parent: other.step_id },
    });
    expect((await other.activate()).error.error).toBe('Please select a LinkedIn account.');
    const linkedin_account_id = await makeSender(server, other.person.organization_id, { account_type: 'LINKEDIN' });
    expect((await other.activate({ linkedin_account_id })).status).toBe(200);
  });

  test.each(['CLASSIC', 'PREMIUM', null])(
    'an InMail does not start on, and is not given, a %s account',
    async (tier) => {
      const person = await server.signUp();
      const seat = (given: string | null) =>
        makeSender(server, person.organization_id, { account_type: 'LINKEDIN', tier: given });
      const { id } = (await person.call(api.createCampaign, { body: {} })).data.campaign;
      const inmail = (await person.call(api.addStep, { params: { id }, body: { step: 'INMAIL' } })).data.new_step.id;
      const content = { message: 'Hi', subject_line: 'Hello' };
      await person.call(api.updateStep, { params: { id, stepId: inmail }, body: content });
      const small = { linkedin_account_id: await seat(tier) };
      const text = 'InMail needs a Sales Navigator or Recruiter account.';
      const refused = await person.call(api.activateCampaign, { params: { id }, body: small });
      expect([refused.status, refused.error.error]).toEqual([400, text]);
      const changed = await person.call(api.updateCampaign, { params: { id }, body: small });
      expect([changed.status, changed.error.error]).toEqual([400, text]);
      expect((await person.call(api.getCampaign, { params: { id } })).data.campaign).toMatchObject({
        status: 'DRAFT',
        linkedin_account_id: null,
      });
      const large = { linkedin_account_id: await seat('SALES_NAVIGATOR') };
      expect((await person.call(api.activateCampaign, { params: { id }, body: large })).status).toBe(200);
    },
  );

  test('a removed sender counts as none; another organization’s does not exist', async () => {
    const { person, sender, id, activate } = await ready();
    await server.program.system
      .forOrganization(person.organization_id)
      .transaction(({ db }) =>
        sql`update accounts set deleted_at = app_now(), status = 'DELETED' where id = ${sender}`.execute(db),
      );
    expect((await activate()).error.error).toBe('Please select an email account.');
    const stranger = await server.signUp();
    expect((await activate({ email_account_id: await makeSender(server, stranger.organization_id) })).status).toBe(404);
    const { campaign } = (await person.call(api.getCampaign, { params: { id } })).data;
    expect([campaign.email_account_id, campaign.accounts, campaign.status]).toEqual([null, [], 'DRAFT']);
  });
});

describe('start, pause, resume', () => {
  test('one call starts, pauses and resumes; leads are due after the first delay', async () => {
    const { person, id, step_id, activate, statuses } = await ready(48);
    const before = Date.now();
    expect((await activate()).data.campaign).toMatchObject({ status: 'ACTIVE', id });
    expect(await statuses()).toEqual(Array.from({ length: 4 }, () => 'SCHEDULED'));
    const waiting = async () =>
      (await person.call(api.listCampaignLeads, { params: { id } })).data.prospects[0]!.next_action!;
    const next = await waiting();
    expect(next).toMatchObject({ step: { id: step_id, step_type: 'EMAIL' }, waiting_for: { rule: 'delay' } });
    expect(Date.parse(next.scheduled_for!) - before).toBeGreaterThan(47.9 * 3600_000);
    expect(Date.parse(next.scheduled_for!) - before).toBeLessThan(48.1 * 3600_000);
    expect((await activate()).data.campaign.status).toBe('PAUSED');
    expect((await waiting()).waiting_for).toMatchObject({ rule: 'paused', text: 'The campaign is paused' });
    expect((await activate()).data.campaign.status).toBe('ACTIVE');
    expect((await waiting()).scheduled_for).toBe(next.scheduled_for);
  });

  test('named leads start, the others wait; a foreign lead in the list starts none', async () => {
    const { list, add, activate, statuses } = await ready();
    expect((await activate({ prospect_ids: [list.prospect_ids[0]!, 2 ** 40] })).status).toBe(404);
    expect(new Set(await statuses())).toEqual(new Set(['NOT_STARTED']));
    await activate({ prospect_ids: [list.prospect_ids[0]!] });
    expect(await statuses()).toEqual(['SCHEDULED', 'NOT_STARTED', 'NOT_STARTED', 'NOT_STARTED']);
    await activate();
    await activate();
    expect(await statuses()).toEqual(['SCHEDULED', 'NOT_STARTED', 'NOT_STARTED', 'NOT_STARTED']);
    await activate();
    await activate({ prospect_ids: [list.prospect_ids[2]!] });
    expect(await statuses()).toEqual(['SCHEDULED', 'NOT_STARTED', 'SCHEDULED', 'NOT_STARTED']);
    expect((await add({ amount: 100 })).data).toMatchObject({ added: 0, duplicate_count: 4 });
    expect(await statuses()).toEqual(['SCHEDULED', 'NOT_STARTED', 'SCHEDULED', 'NOT_STARTED']);
  });

  test('a lead paused by hand resumes when it is named at a resume', async () => {
    const { person, list, id, activate, statuses } = await ready(48);
    await activate();
    const prospectId = list.prospect_ids[1]!;
    await person.call(api.setLeadStatus, { params: { id, prospectId }, body: { status: 'PAUSED' } });
    await activate();
    await activate();
    expect((await statuses())[1]).toBe('PAUSED');
    await activate();
    await activate({ prospect_ids: [prospectId] });
    expect((await statuses())[1]).toBe('SCHEDULED');
  });

  test('a lead paused by hand resumes by hand at its step', async () => {
    const { person, list, id, activate, statuses } = await ready(48);
    await activate();
    const prospectId = list.prospect_ids[1]!;
    const set = (status: 'PAUSED' | 'ACTIVE') =>
      person.call(api.setLeadStatus, { params: { id, prospectId }, body: { status } });
    await set('PAUSED');
    expect((await set('ACTIVE')).data).toMatchObject({ campaign_status: 'SCHEDULED' });
    expect((await statuses())[1]).toBe('SCHEDULED');
  });

  test('leads added to a running campaign start; a completed one reactivates, an archived refuses', async () => {
    const { person, id, add, activate, statuses } = await ready(24);
    const inside = server.program.system.forOrganization(person.organization_id);
    const more = async () => {
      const list = await makeList(server, person.organization_id, [{ first_name: 'New', email: 'new@two.example' }]);
      return person.call(api.addToCampaign, { params: { id: list.search_id }, body: { campaign: id, amount: 1 } });
    };
    await activate();
    await more();
    expect(await statuses()).toEqual(Array.from({ length: 5 }, () => 'SCHEDULED'));
    await activate();
    await more();
    expect((await statuses())[5]).toBe('SCHEDULED');
    await inside.transaction(({ db }) => sql`update campaigns set status = 'COMPLETED' where id = ${id}`.execute(db));
    await more();
    expect((await person.call(api.getCampaign, { params: { id } })).data.campaign).toMatchObject({
      status: 'ACTIVE',
      completed_at: null,
    });
    await person.call(api.setCampaignsStatus, { body: { campaign_ids: [id], status: 'ARCHIVED' } });
    expect((await add({ amount: 1, allow_duplicates: true })).error.error).toBe('This campaign is archived.');
  });

  test('browsers are notified: status, added leads, changed and removed ones', async () => {
    const { person, list, id, activate } = await ready(24);
    await activate();
    const [one, two] = list.prospect_ids as [number, number];
    await person.call(api.setLeadStatus, { params: { id, prospectId: one }, body: { status: 'PAUSED' } });
    await person.call(api.removeCampaignLeads, { params: { id }, body: { prospect_ids: [two] } });
    const published = await server.program.system
      .forOrganization(person.organization_id)
      .transaction(
        async ({ db }) =>
          (await sql<{ type: string; data: object }>`select type, data from live_messages order by id`.execute(db))
            .rows,
      );
    expect(published).toEqual([
      { type: 'prospect_campaign', data: { campaign_id: id, prospect_ids: list.prospect_ids } },
      { type: 'campaign_status', data: { campaign_id: id, status: 'ACTIVE' } },
      { type: 'prospect_campaign_status', data: { campaign_id: id, prospect_id: one, campaign_status: 'PAUSED' } },
      { type: 'delete_prospect_campaign', data: { campaign_id: id, prospect_ids: [two] } },
    ]);
  });

  test('two users press in parallel: started and paused, never started twice', async () => {
    const { person, id, activate } = await ready();
    const answers = await Promise.all([activate(), activate()]);
    expect(answers.map((answer) => answer.data.campaign.status).sort()).toEqual(['ACTIVE', 'PAUSED']);
    const page = await person.call(api.listCampaignLeads, { params: { id } });
    expect(new Set(page.data.prospects.map((lead) => lead.campaign_status))).toEqual(new Set(['SCHEDULED']));
  });

  test('a caller that sends the status it saw starts, pauses and undoes nothing twice', async () => {
    const { activate } = await ready();
    const statusOf = async (seen: string) => {
      const answer = await activate({ status: seen });
      return answer.status === 200 ? answer.data.campaign.status : answer.error.error;
    };
    expect(await Promise.all([statusOf('DRAFT'), statusOf('DRAFT'), statusOf('DRAFT')])).toEqual(
      Array(3).fill('ACTIVE'),
    );
    expect(await Promise.all([statusOf('ACTIVE'), statusOf('ACTIVE')])).toEqual(['PAUSED', 'PAUSED']);
    expect(await statusOf('DRAFT'), 'a colleague paused it').toMatch(/^This campaign has changed in the meantime/);
    expect(await statusOf('PAUSED')).toBe('ACTIVE');
    expect((await activate({ status: 'NONSENSE' })).status).toBe(400);
  });

  test('the second caller gets an error when the campaign differs from their request', async () => {
    const { person, sender, list, activate } = await ready();
    const other = await makeSender(server, person.organization_id);
    expect((await activate({ status: 'DRAFT', email_account_id: sender })).status).toBe(200);
    const second = (wanted: object) => activate({ status: 'DRAFT', ...wanted });
    expect((await second({ email_account_id: sender, linkedin_account_id: null })).status).toBe(200);
    for (const wanted of [{ email_account_id: other }, { prospect_ids: [list.prospect_ids[0]!] }]) {
      const refused = await second(wanted);
      expect([refused.status, refused.error.code]).toEqual([409, 'conflict']);
    }
  });

  test('a status set by hand follows the table of transitions', async () => {
    const { person, list, id, activate } = await ready(24);
    const [prospectId] = list.prospect_ids as [number];
    const set = (status: 'PAUSED' | 'COMPLETED' | 'REPLIED' | 'ACTIVE' | 'NOT_STARTED') =>
      person.call(api.setLeadStatus, { params: { id, prospectId }, body: { status } });
    expect((await set('PAUSED')).error.error).toBe('A lead that is not started cannot be set to paused.');
    await activate();
    expect((await set('COMPLETED')).data).toEqual({ success: true, campaign_status: 'COMPLETED' });
    expect((await set('COMPLETED')).status).toBe(200);
    expect((await set('PAUSED')).error.code).toBe('lead_transition_refused');
    expect((await set('REPLIED')).status).toBe(200);
    expect((await set('COMPLETED')).status).toBe(400);
    const { prospect } = (
      await person.call(api.getCampaignLead, { params: { id: prospectId }, query: { campaign_id: id } })
    ).data;
    expect(prospect).toMatchObject({ campaign_status: 'REPLIED', next_action: null });
    expect(prospect.scheduled_campaign.replied_at).not.toBeNull();
    expect((await person.call(api.getCampaign, { params: { id } })).data.campaign).toMatchObject({
      total_completed_leads: 1,
      total_replies: 1,
    });
  });
});

describe('the signature of a campaign', () => {
  const makeSignature = async ({ person }: Pick<Awaited<ReturnType<typeof ready>>, 'person'>) =>
    (await person.call(api.createSignature, { body: { name: 'Board', signature: '<p>Board</p>' } })).data.signature.id;
  const choose = ({ person, id }: Awaited<ReturnType<typeof ready>>, body: object) =>
    person.call(api.updateCampaign, { params: { id }, body });

  test('an archived campaign whose signature was deleted does not start before another one is chosen', async () => {
    const made = await ready();
    const { person, id, activate } = made;
    const signature_id = await makeSignature(made);
    await choose(made, { signature_choice: 'fixed', signature_id });
    const set = (status: 'ARCHIVED' | 'PAUSED') =>
      person.call(api.setCampaignsStatus, { body: { campaign_ids: [id], status } });
    const remove = () => person.call(api.deleteSignature, { params: { id: signature_id } });
    await set('ARCHIVED');
    // Archiving may still be undone.
    expect((await remove()).error.code).toBe('conflict');
    await server.owner.query("update campaigns set archived_at = archived_at - interval '11 minutes' where id = $1", [
      id,
    ]);
    expect((await remove()).status).toBe(200);
    await set('PAUSED');
    expect((await activate()).error).toMatchObject({
      code: 'activation_refused',
      error: expect.stringContaining('signature of this campaign was deleted'),
    });
    await choose(made, { signature_choice: 'none' });
    expect((await activate()).data.campaign.status).toBe('ACTIVE');
  });

  test('that of a sender is not deleted while a campaign signs with it', async () => {
    const made = await ready();
    const { person, sender } = made;
    const signature_id = await makeSignature(made);
    await person.call(api.setSenderSignature, { params: { id: sender }, body: { signature_id } });
    const remove = () => person.call(api.deleteSignature, { params: { id: signature_id } });
    await choose(made, { signature_choice: 'sender' });
    expect((await remove()).error.code).toBe('conflict');
    await choose(made, { signature_choice: 'message' });
    expect((await remove()).status).toBe(200);
  });
});
