import { api } from '@overture/contract';
import type { RevisionNodeInput } from '@overture/contract/revisions';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../../testing/harness.ts';
import { makeCampaign, makeList, makeSender } from '../settings/campaigns.factory.ts';

const server = useTestServer();

/** A campaign of one mail that runs. */
async function running() {
  const person = await server.signUp();
  const email_account_id = await makeSender(server, person.organization_id);
  const { id, step_id } = await makeCampaign(person, { email_account_id, delay_in_hours: 24 });
  const started = await person.call(api.activateCampaign, { params: { id }, body: {} });
  expect(started.data?.campaign?.status).toBe('ACTIVE');
  return { person, id, step_id };
}

const mail = (id: number, more: Partial<RevisionNodeInput> = {}): RevisionNodeInput => ({
  id,
  type: 'EMAIL',
  parent_id: null,
  branch: null,
  delay_in_hours: 24,
  subject_line: 'Hello',
  message: 'Hi {{first_name}}',
  ...more,
});

const calls = (person: TestClient, id: number) => ({
  get: () => person.call(api.getRevision, { params: { id } }),
  save: (version: number, nodes: RevisionNodeInput[]) =>
    person.call(api.saveRevision, { params: { id }, body: { version, nodes } }),
  discard: (version: number) => person.call(api.discardRevision, { params: { id }, body: { version } }),
  preview: (number?: number) => person.call(api.previewRevision, { params: { id }, body: { number } }),
  publish: (version: number, more: object = {}) =>
    person.call(api.publishRevision, { params: { id }, body: { version, ...more } }),
  restore: (number: number, running: number) =>
    person.call(api.restoreRevision, { params: { id }, body: { number, running } }),
  list: () => person.call(api.listRevisions, { params: { id } }),
  campaign: () => person.call(api.getCampaign, { params: { id } }),
});

describe('the working copy', () => {
  test('is the flow that runs until it is changed; what runs is not touched before it is published', async () => {
    const { person, id, step_id } = await running();
    const on = calls(person, id);
    const first = (await on.get()).data.revision;
    expect(first).toMatchObject({ number: 1, is_open: false, version: 0, edited_by: null });
    expect(first.campaign.steps).toMatchObject([{ id: step_id, message: 'Hi {{first_name}}' }]);
    const saved = await on.save(0, [
      mail(step_id, { message: 'Dear {{first_name}}' }),
      mail(-1, { parent_id: step_id }),
    ]);
    expect(saved.data.revision).toMatchObject({ number: 1, is_open: true, version: 1 });
    const [, added] = saved.data.revision.campaign.steps;
    expect(added!.id).toBeGreaterThan(step_id);
    expect((await on.campaign()).data.campaign.steps).toMatchObject([{ message: 'Hi {{first_name}}' }]);
    const published = await on.publish(1);
    expect(published.data.number).toBe(2);
    expect(published.data.campaign.steps).toMatchObject([
      { id: step_id, message: 'Dear {{first_name}}', child_step_id: added!.id },
      { id: added!.id, parent_step_id: step_id },
    ]);
    expect((await on.get()).data.revision).toMatchObject({ number: 2, is_open: false, version: 2 });
    expect((await on.list()).data.revisions).toMatchObject([
      {
        number: 2,
        published_by: expect.any(String),
        restored_number: null,
        changes: [{ kind: 'text' }, { kind: 'added_at_end' }],
      },
      { number: 1, published_by: null, changes: [] },
    ]);
  });

  test('is rehearsed beside the running flow without changing anything', async () => {
    const { person, id, step_id } = await running();
    const on = calls(person, id);
    const people = Array.from({ length: 12 }, (_, n) => ({ first_name: `P${n}`, email: `p${n}@trial.example` }));
    const { search_id, prospect_ids } = await makeList(server, person.organization_id, people);
    await person.call(api.addToCampaign, { params: { id: search_id }, body: { campaign: id, prospect_ids } });
    const rehearse = () => person.call(api.rehearseRevision, { params: { id }, body: {} });
    expect((await rehearse()).error).toMatchObject({ code: 'revision_refused' });
    await on.save(0, [mail(step_id, { delay_in_hours: 96 }), mail(-1, { parent_id: step_id, delay_in_hours: 48 })]);
    const standing = () =>
      server.owner.query('select next_node_id, next_at from campaign_leads where campaign_id = $1 order by id', [id]);
    const before = (await standing()).rows;
    const { days, leads_left_out } = (await rehearse()).data.rehearsal;
    const sum = (of: 'before' | 'after') => days.reduce((total, day) => total + day[of], 0);
    expect([sum('before'), leads_left_out]).toEqual([12, 0]);
    // The first mail's replies are drawn by the campaign's id, the same in both rehearsals; those leads get no second mail.
    const { replied } = (await person.call(api.rehearseCampaign, { params: { id }, body: {} })).data.rehearsal.leads;
    expect(sum('after')).toBe(24 - replied);
    const first = (of: 'before' | 'after') => days.find((day) => day[of] > 0)!.date;
    expect(first('before') < first('after')).toBe(true);
    expect((await standing()).rows).toEqual(before);
    const stranger = await server.signUp();
    expect((await stranger.call(api.rehearseRevision, { params: { id }, body: {} })).status).toBe(404);
  });

  test('discarded nothing of it is left', async () => {
    const { person, id, step_id } = await running();
    const on = calls(person, id);
    await on.save(0, [mail(step_id), mail(-1, { parent_id: step_id })]);
    expect((await on.discard(0)).status).toBe(409);
    expect((await on.discard(1)).data.revision).toMatchObject({ is_open: false, version: 2 });
    const left = await server.owner.query('select count(*)::int as n from campaign_nodes where campaign_id = $1', [id]);
    expect(left.rows[0].n).toBe(1);
    expect((await on.publish(2)).error).toMatchObject({ code: 'revision_refused' });
  });

  test.each<[string, (step: number) => RevisionNodeInput[], string]>([
    ['two nodes at one place', (id) => [mail(id), mail(-1)], 'revision_refused'],
    ['a loop', (id) => [mail(id, { parent_id: -1 }), mail(-1, { parent_id: id })], 'revision_refused'],
    ['a branch under a step', (id) => [mail(id), mail(-1, { parent_id: id, branch: 'yes' })], 'revision_refused'],
    ['a text that is too long', (id) => [mail(id, { subject_line: 'x'.repeat(5000) })], 'revision_refused'],
    ['a node of nobody', () => [mail(987_654_321)], 'not_found'],
    ['a file of nobody', (id) => [mail(id, { attachment_ids: [987_654_321] })], 'not_found'],
    [
      'an invite twice',
      (id) => [
        mail(id),
        mail(-1, { type: 'LINKEDIN_INVITE', parent_id: id }),
        mail(-2, { type: 'LINKEDIN_INVITE', parent_id: -1 }),
      ],
      'step_locked',
    ],
  ])('refuses %s', async (_, nodes, code) => {
    const { person, id, step_id } = await running();
    expect((await calls(person, id).save(0, nodes(step_id))).error).toMatchObject({ code });
  });

  test('needs a started campaign: drafts are edited directly, specified calls stay locked', async () => {
    const person = await server.signUp();
    const { id, step_id } = await makeCampaign(person);
    expect((await calls(person, id).get()).error).toMatchObject({ code: 'revision_refused' });
    const live = await running();
    const params = { id: live.id, stepId: live.step_id };
    const locked = [
      await live.person.call(api.updateStep, { params, body: { message: 'x' } }),
      await live.person.call(api.setDelay, { params, body: { delay_in_hours: 1 } }),
      await live.person.call(api.deleteStep, { params, query: {} }),
      await live.person.call(api.addStep, { params: { id: live.id }, body: { step: 'EMAIL' } }),
    ];
    expect(locked.map(({ error }) => error.code)).toEqual(Array(4).fill('campaign_locked'));
    expect(step_id).toBeGreaterThan(0);
  });

  test('is of its organization', async () => {
    const { id, step_id } = await running();
    const stranger = calls(await server.signUp(), id);
    const answers = [
      await stranger.get(),
      await stranger.save(0, [mail(step_id)]),
      await stranger.discard(0),
      await stranger.preview(),
      await stranger.publish(0),
      await stranger.restore(1, 1),
      await stranger.list(),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(404));
  });
});

describe('two people', () => {
  test('parallel publishing: the second gets an error, and nothing is lost or done twice', async () => {
    const { person, id, step_id } = await running();
    const on = calls(person, id);
    await on.save(0, [mail(step_id, { message: 'One' })]);
    const both = await Promise.all([on.publish(1), on.publish(1)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const second = both.find(({ status }) => status === 409)!;
    expect(second.error).toMatchObject({
      code: 'changed_meanwhile',
      current: { revision: { number: 2, version: 2, is_open: false } },
    });
    expect((await on.list()).data.revisions).toHaveLength(2);
    // The second user's edits are kept and now apply on top of the running flow.
    const late = await on.save(1, [mail(step_id, { message: 'Two' })]);
    expect(late.error).toMatchObject({ code: 'changed_meanwhile' });
    const again = await on.save(2, [mail(step_id, { message: 'Two' })]);
    expect(again.data.revision.campaign.steps).toMatchObject([{ message: 'Two' }]);
  });

  test('leads moved on since the counts were shown: it asks again', async () => {
    const { person, id, step_id } = await running();
    const on = calls(person, id);
    await on.save(0, [mail(step_id, { message: 'One' })]);
    const seen = [{ kind: 'text', node_id: step_id, not_there_yet: 0, waiting: 40, past: 0 }];
    expect((await on.publish(1, { seen })).error).toMatchObject({ code: 'impact_moved' });
    const { changes } = (await on.preview()).data.impact;
    expect((await on.publish(1, { seen: changes })).status).toBe(200);
  });

  test('restoring goes by what runs, and not over an open working copy', async () => {
    const { person, id, step_id } = await running();
    const on = calls(person, id);
    await on.save(0, [mail(step_id, { message: 'One' })]);
    await on.publish(1);
    expect((await on.restore(1, 1)).error).toMatchObject({ code: 'conflict' });
    await on.save(2, [mail(step_id, { message: 'Two' })]);
    expect((await on.restore(1, 2)).error).toMatchObject({ code: 'conflict' });
    await on.discard(3);
    const restored = await on.restore(1, 2);
    expect(restored.data).toMatchObject({ number: 3, campaign: { steps: [{ message: 'Hi {{first_name}}' }] } });
    expect((await on.restore(9, 3)).status).toBe(404);
    expect((await on.list()).data.revisions[0]).toMatchObject({ number: 3, restored_number: 1 });
  });
});

describe('publishing', () => {
  test('an incomplete flow is refused in the words of a start', async () => {
    const { person, id, step_id } = await running();
    const on = calls(person, id);
    await on.save(0, [mail(step_id, { message: '' })]);
    const words = 'Please add a message in the Email step.';
    expect((await on.preview()).data.impact.problems).toEqual([words]);
    expect((await on.publish(1)).error).toMatchObject({ code: 'revision_refused', error: words });
  });

  test('an unfinished text is kept in the working copy and stops publishing, with its step; unchanged steps do not', async () => {
    const { person, id, step_id } = await running();
    await server.owner.query("update campaign_nodes set message = 'Hi {{custom.gone}}' where id = $1", [step_id]);
    const on = calls(person, id);
    const old = mail(step_id, { message: 'Hi {{custom.gone}}' });
    const second = (message: string) => mail(-1, { parent_id: step_id, subject_line: null, message });
    const saved = await on.save(0, [old, second('Hi [First Name],')]);
    const added = saved.data.revision.campaign.steps[1]!;
    expect(added.message).toBe('Hi [First Name],');
    const problem = 'Email step: Message: “[First Name]” is a placeholder of another tool. Here it is {{first_name}}.';
    expect((await on.preview()).data.impact).toMatchObject({
      problems: [problem],
      problem_steps: [{ problem, node_id: added.id }],
    });
    expect((await on.publish(1)).error).toMatchObject({ code: 'revision_refused', error: problem });
  });

  test('a deleted step stays for its history and comes back by its id', async () => {
    const { person, id, step_id } = await running();
    const on = calls(person, id);
    const saved = await on.save(0, [mail(step_id), mail(-1, { parent_id: step_id })]);
    const added = saved.data.revision.campaign.steps[1]!.id;
    await on.publish(1);
    await on.save(2, [mail(step_id)]);
    expect((await on.publish(3)).data.campaign.steps).toMatchObject([{ id: step_id }]);
    const rows = await server.owner.query(
      'select is_live, gone_at is not null as is_deleted from campaign_nodes where id = $1',
      [added],
    );
    expect(rows.rows).toEqual([{ is_live: false, is_deleted: true }]);
    const back = await on.restore(2, 3);
    expect(back.data.campaign.steps.map((step) => step.id)).toEqual([step_id, added]);
  });

  test('type and order may change only where no lead has been', async () => {
    const { person, id, step_id } = await running();
    const on = calls(person, id);
    const call = mail(step_id, { type: 'CALL_PROSPECT' });
    await on.save(0, [call, mail(-1, { parent_id: step_id })]);
    expect((await on.preview()).data.impact.problems).toEqual([]);
    await server.program.system.forOrganization(person.organization_id).transaction(async ({ db }) => {
      await sql`with p as (insert into prospects (organization_id, first_name) values (${person.organization_id}, 'Ada') returning id)
        insert into campaign_leads (organization_id, campaign_id, prospect_id, status, next_node_id, next_lane, next_at)
        select ${person.organization_id}, ${id}, id, 'ACTIVE', ${step_id}, 'email', app_now() from p`.execute(db);
    });
    expect((await on.preview()).data.impact.problems).toEqual([
      'Leads have reached the Email step, so it cannot become another one. Delete it and add a new one.',
    ]);
    expect((await on.publish(1)).error).toMatchObject({ code: 'revision_refused' });
  });

  test('a changed condition is evaluated again for waiting leads; decided ones keep their branch', async () => {
    const { person, id, step_id } = await running();
    const on = calls(person, id);
    const asking = (type: 'HAS_EMAIL' | 'ACCEPTED_INVITE' | 'HAS_PHONE', place: number): RevisionNodeInput[] => [
      mail(step_id),
      { id: place, type, parent_id: step_id, branch: null, delay_in_hours: 24 },
      mail(place < 0 ? place - 1 : place + 1, { parent_id: place, branch: 'yes' }),
    ];
    const saved = await on.save(0, asking('HAS_EMAIL', -1));
    const condition = saved.data.revision.campaign.conditions[0]!.id;
    const below = saved.data.revision.campaign.steps[1]!.id;
    await on.publish(1);
    const change = (sentence: ReturnType<typeof sql>) =>
      server.program.system.systemTransaction(async ({ db }) => (await sentence.execute(db)).rows as { id: number }[]);
    const add = async (node: number, more: ReturnType<typeof sql>) => {
      const [lead] = await change(sql`with p as (insert into prospects (organization_id, first_name)
          values (${person.organization_id}, 'Ada') returning id)
        insert into campaign_leads (organization_id, campaign_id, prospect_id, status, next_node_id, started_at, next_lane,
          next_at, is_in_flight) select ${person.organization_id}, ${id}, id, 'ACTIVE', ${node}, app_now(), ${more} from p returning id`);
      return lead!.id;
    };
    const waits = await add(condition, sql`'local', app_now() + interval '9 days', false`);
    const past = await add(below, sql`'email', app_now() + interval '9 days', false`);
    await on.save(
      2,
      asking('HAS_PHONE', condition).map((node) => (node.id > condition ? { ...node, id: below } : node)),
    );
    const { impact } = (await on.preview()).data;
    expect(impact.problems).toEqual([]);
    expect(impact.changes).toMatchObject([{ kind: 'condition', node_id: condition, type: 'HAS_PHONE', waiting: 1 }]);
    await change(sql`update campaign_leads set is_in_flight = true where id = ${waits}`);
    expect((await on.publish(3)).error).toMatchObject({ code: 'revision_refused' });
    await change(sql`update campaign_leads set is_in_flight = false where id = ${waits}`);
    expect((await on.publish(3)).data.campaign.conditions).toMatchObject([{ condition_type: 'HAS_PHONE' }]);
    await change(sql`update campaign_leads set replied_at = app_now() where id = ${past}`);
    await change(sql`insert into campaign_step_runs (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, outcome,
        revision, finished_at, bounced_at)
      select organization_id, campaign_id, id, prospect_id, n.node, 'done', n.revision, app_now() - n.ago, n.bounced
      from campaign_leads, (values (${step_id}::bigint, 1, interval '2 hours', app_now()), (${below}::bigint, 2, interval '1 hour', null))
        as n (node, revision, ago, bounced) where id = ${past}`);
    expect((await on.list()).data.revisions).toMatchObject([
      { number: 3, sent: 0, replied: 0 },
      { number: 2, sent: 1, replied: 1, bounced: 0 },
      { number: 1, sent: 1, replied: 0, bounced: 1 },
    ]);
    // A day of work, which may have a weekend before it.
    const rows = await change(sql`select next_node_id::int as id, next_at < app_now() + interval '6 days' as is_soon
      from campaign_leads where id = any(${[waits, past]}::bigint[]) order by id`);
    expect(rows).toEqual([
      { id: condition, is_soon: true },
      { id: below, is_soon: false },
    ]);
  });

  test('files are carried once they are published, and come back with a restored revision', async () => {
    const { person, id, step_id } = await running();
    const on = calls(person, id);
    const files = async () => (await on.campaign()).data.campaign.steps[0]!.attachments.map(({ name }) => name);
    const given = {
      field: 'file',
      content: Buffer.from('%PDF-1.7 offer'),
      content_type: 'application/pdf',
      filename: 'offer.pdf',
    };
    const kept = await person.call(api.addRevisionFile, { params: { id, stepId: step_id } }, [given]);
    expect(await files()).toEqual([]);
    await on.save(0, [mail(step_id, { attachment_ids: [kept.data.attachment.id] })]);
    expect((await on.preview()).data.impact.changes).toMatchObject([{ kind: 'attachments' }]);
    await on.publish(1);
    expect(await files()).toEqual(['offer.pdf']);
    await on.restore(1, 2);
    expect(await files()).toEqual([]);
    await on.restore(2, 3);
    expect(await files()).toEqual(['offer.pdf']);
  });
});
