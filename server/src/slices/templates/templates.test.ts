import { api } from '@overture/contract';
import { DEFAULT_FEATURE_FLAGS } from '@overture/domain/access/feature-flags';
import { findFlowProblem } from '@overture/domain/flow/activation-checks';
import { findFlowDoubts } from '@overture/domain/flow/flow-doubts';
import { findLock } from '@overture/domain/flow/step-locks';
import { nodeKind } from '@overture/domain/flow/step-types';
import { parseStoredFlow, storeFlow } from '@overture/domain/flow/stored-flow';
import { findMissing, renderMessage } from '@overture/domain/message/variables';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type TestClient, useTestServer } from '../../testing/harness.ts';
import { makeCampaign } from '../campaigns/settings/campaigns.factory.ts';
import { DEFAULT_TEMPLATES } from './defaults/offered.service.ts';
import { parseWritten } from './templates.rules.ts';

const server = useTestServer();
const inside = (organizationId: number) => server.program.system.forOrganization(organizationId);

async function plant(organizationId: number, name: string, flow: unknown): Promise<number> {
  return inside(organizationId).transaction(async ({ db }) => {
    const rows = await sql<{ id: number }>`insert into campaign_templates (organization_id, name, flow)
      values (${organizationId}, ${name}, ${JSON.stringify(flow)}::jsonb) returning id`.execute(db);
    return rows.rows[0]!.id;
  });
}

const list = async (person: TestClient) => (await person.call(api.listTemplates)).data;
const create = (person: TestClient, template_id: number, name?: string) =>
  person.call(api.createFromTemplate, { body: { template_id, ...(name === undefined ? {} : { name }) } });
const save = (person: TestClient, id: number, name: string) =>
  person.call(api.saveAsTemplate, { params: { id }, body: { name } });

describe('built-in templates', () => {
  test('are twelve with names and ids of their own', () => {
    expect(DEFAULT_TEMPLATES).toHaveLength(12);
    expect(new Set(DEFAULT_TEMPLATES.map(({ name }) => name)).size).toBe(12);
    expect(new Set(DEFAULT_TEMPLATES.map(({ id }) => id)).size).toBe(12);
    expect(DEFAULT_TEMPLATES.every(({ id }) => id > 0 && id < 1000)).toBe(true);
    const channels = DEFAULT_TEMPLATES.map((template) =>
      [...new Set(parseWritten(template).flow.map(({ type }) => nodeKind(type).channel))].sort().join('+'),
    );
    expect(channels.filter((used) => used === 'email')).toHaveLength(3);
    expect(channels.filter((used) => used === 'linkedin')).toHaveLength(3);
  });

  test.each(DEFAULT_TEMPLATES.map((template) => [template.name, template] as const))(
    '%s could be built by hand and be activated unchanged',
    (_, template) => {
      const { flow } = parseWritten(template);
      for (const [index, node] of flow.entries()) {
        // Nodes have the order in which a person would add them.
        expect(findLock(flow.slice(0, index), node, node.type, { linkedin_tier: 'SALES_NAVIGATOR' })).toBeNull();
      }
      expect(findFlowProblem(flow)).toBeNull();
      expect(findFlowDoubts(flow)).toEqual([]);
      expect(parseStoredFlow(JSON.parse(JSON.stringify(storeFlow(flow))))).toEqual(storeFlow(flow));
    },
  );

  test.each(DEFAULT_TEMPLATES.map((template) => [template.name, template] as const))(
    '%s can be sent to a lead with only a first name',
    (_, template) => {
      const values = { variables: { first_name: 'Ada' } };
      for (const node of parseWritten(template).flow) {
        if (node.kind === 'condition') continue;
        for (const [message, fallback] of [
          [node.message, node.placeholder_message],
          [node.message_b, node.placeholder_message_b],
        ]) {
          if (message)
            expect(renderMessage({ message, placeholder_message: fallback ?? null }, values).kind).toBe('ready');
        }
        for (const subject of [node.subject_line, node.subject_line_b])
          expect(findMissing(subject ?? '', values)).toEqual([]);
      }
    },
  );
});

describe('templates', () => {
  test('the list holds all twelve built-in ones with their steps', async () => {
    const person = await server.signUp();
    const answer = await list(person);
    expect(answer.organization).toEqual([]);
    expect(answer.default.map(({ id }) => id)).toEqual(DEFAULT_TEMPLATES.map(({ id }) => id));
    const conditional = answer.default.find(({ id }) => id === 10);
    expect(conditional).toMatchObject({
      first_step: 1,
      first_condition: null,
      conditions: [
        { id: 3, condition_type: 'HAS_PHONE', parent_step_id: 2, yes_child_step_id: 4, no_child_step_id: 6 },
      ],
      steps: [{ step_type: 'EMAIL', delay_in_hours: 0, attachments: [] }, {}, { step_type: 'CALL_PROSPECT' }, {}, {}],
    });
  });

  test('a draft made from one has its steps, messages and delays, and is independent of it', async () => {
    const person = await server.signUp();
    const { campaign } = (await create(person, 2)).data;
    expect(campaign).toMatchObject({
      name: 'Email: two openings tested',
      status: 'DRAFT',
      ab_testing: { enabled: true },
    });
    const [template] = (await list(person)).default.filter(({ id }) => id === 2);
    const bare = (steps: typeof campaign.steps) =>
      steps.map(({ id: _, parent_step_id: __, child_step_id: ___, ...step }) => step);
    expect(bare(campaign.steps)).toEqual(bare(template!.steps));
    expect((await create(person, 2)).data.campaign.name).toBe('Email: two openings tested 2');
    expect((await create(person, 2, ' Mine\r\n')).data.campaign.name).toBe('Mine');
    const first = campaign.steps[0]!;
    await person.call(api.updateStep, { params: { id: campaign.id, stepId: first.id }, body: { message: 'Changed' } });
    expect((await create(person, 2)).data.campaign.steps[0]!.message).toBe(first.message);
  });

  test('saving one keeps branches, delays and texts, no attachments; its draft gets the name', async () => {
    const person = await server.signUp();
    const source = (await create(person, 10, 'Spring launch')).data.campaign;
    const step = source.steps[0]!;
    await person.call(api.addAttachment, { params: { id: source.id, stepId: step.id } }, [
      { field: 'file', filename: 'deck.pdf', content: '%PDF-1.4', content_type: 'application/pdf' },
    ]);
    const saved = await save(person, source.id, ' Spring launch (Template) ');
    expect(saved.status).toBe(200);
    expect(saved.data.template).toMatchObject({ name: 'Spring launch (Template)', description: null });
    expect(saved.data.template.id).toBeGreaterThanOrEqual(1000);
    expect((await list(person)).organization).toEqual([{ ...saved.data.template, may_delete: true }]);
    const made = (await create(person, saved.data.template.id)).data.campaign;
    expect(made.name).toBe('Spring launch 2');
    expect(
      made.steps.map(({ step_type, message, delay_in_hours, attachments, is_yes_child }) => [
        step_type,
        message,
        delay_in_hours,
        attachments.length,
        is_yes_child,
      ]),
    ).toEqual(
      source.steps.map(({ step_type, message, delay_in_hours, is_yes_child }) => [
        step_type,
        message,
        delay_in_hours,
        0,
        is_yes_child,
      ]),
    );
    expect(JSON.stringify((await list(person)).organization)).not.toContain('deck.pdf');
  });

  test('a campaign without steps, a blank name and a long name are refused', async () => {
    const person = await server.signUp();
    const { id } = (await person.call(api.createCampaign, { body: {} })).data.campaign;
    expect((await save(person, id, 'Empty')).error.error).toBe(
      'Please add a step before saving this campaign as a template.',
    );
    const campaign = await makeCampaign(person);
    for (const name of ['', ' \r\n\t ', '\u200b'.repeat(0)]) {
      expect((await save(person, campaign.id, name)).error.error).toBe('Please enter a template name.');
    }
    expect((await save(person, campaign.id, 'x'.repeat(221))).status).toBe(400);
    expect((await list(person)).organization).toEqual([]);
  });

  test('step types that are switched off hide their templates and refuse them', async () => {
    const person = await server.signUp();
    const campaign = await makeCampaign(person);
    const own = (await save(person, campaign.id, 'Mail')).data.template.id;
    await server.program.system.systemTransaction(({ db }) =>
      sql`update organizations set disabled_features = '{email_steps_enabled}'
        where organization_id = ${person.organization_id}`.execute(db),
    );
    const answer = await list(person);
    expect(answer.organization).toEqual([]);
    expect(answer.default.flatMap(({ steps }) => steps.map((step) => step.step_type))).not.toContain('EMAIL');
    expect((await create(person, 1)).status).toBe(403);
    expect((await create(person, own)).status).toBe(403);
    expect(DEFAULT_FEATURE_FLAGS.email_steps_enabled).toBe(true);
  });

  test('another organization neither sees nor uses nor makes templates of what is not its own', async () => {
    const owner = await server.signUp();
    const thief = await server.signUp();
    const { id } = await makeCampaign(owner, { message: 'Our secret offer' });
    const template = (await save(owner, id, 'Secret')).data.template;
    expect((await list(thief)).organization).toEqual([]);
    expect((await create(thief, template.id)).status).toBe(404);
    expect((await save(thief, id, 'Stolen')).status).toBe(404);
    expect((await thief.call(api.listCampaigns)).data.campaigns).toEqual([]);
    expect((await list(owner)).organization).toHaveLength(1);
    for (const forged of [0, -1, 999, 1e15, 'x', null, { id: 1 }]) {
      const status = (await create(thief, forged as number)).status;
      expect([400, 404]).toContain(status);
    }
  });

  test.each<[string, unknown]>([
    ['a loop', [{ id: 1, kind: 'step', type: 'EMAIL', parent_id: 1, branch: null, delay_in_hours: 0 }]],
    [
      'another campaign named in it',
      [{ id: 1, kind: 'step', type: 'EMAIL', parent_id: 77, branch: null, delay_in_hours: 0 }],
    ],
    ['an unknown type', [{ id: 1, kind: 'step', type: 'DROP', parent_id: null, branch: null, delay_in_hours: 0 }]],
    ['an object', { steps: [] }],
    ['a number', 7],
    [
      'five thousand nodes',
      Array.from({ length: 5000 }, (_, n) => ({
        id: n + 1,
        kind: 'step',
        type: 'EMAIL',
        parent_id: n || null,
        branch: null,
        delay_in_hours: 0,
      })),
    ],
  ])('a stored flow that is %s is hidden and cannot be used', async (_, flow) => {
    const person = await server.signUp();
    const id = await plant(person.organization_id, 'Hostile', flow);
    expect((await list(person)).organization).toEqual([]);
    expect((await create(person, id)).status).toBe(404);
    expect((await person.call(api.listCampaigns)).data.campaigns).toEqual([]);
  });

  test('at most 200 are kept, even with parallel saves', async () => {
    const person = await server.signUp();
    const { id } = await makeCampaign(person);
    const flow = [{ id: 1, kind: 'step', type: 'CALL_PROSPECT', parent_id: null, branch: null, delay_in_hours: 0 }];
    await inside(person.organization_id).transaction(({ db }) =>
      sql`insert into campaign_templates (organization_id, name, flow)
        select ${person.organization_id}, 'T' || n, ${JSON.stringify(flow)}::jsonb from generate_series(1, 198) as n`.execute(
        db,
      ),
    );
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => save(person, id, `New ${n}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect((await list(person)).organization).toHaveLength(200);
  });

  test('own ones can be renamed and deleted; their drafts stay, built-in and foreign ones do not exist', async () => {
    const [person, stranger] = [await server.signUp(), await server.signUp()];
    const { id } = await makeCampaign(person);
    const template = (await save(person, id, 'Spring')).data.template;
    const draft = (await create(person, template.id)).data.campaign;
    const rename = (who: TestClient, of: number, name: string) =>
      who.call(api.renameTemplate, { params: { id: of }, body: { name } });
    expect((await rename(person, template.id, ' Summer\n')).data.template).toMatchObject({
      id: template.id,
      name: 'Summer',
      steps: template.steps,
    });
    expect((await rename(person, template.id, ' ')).error.error).toBe('Please enter a template name.');
    const remove = (who: TestClient, of: number) => who.call(api.deleteTemplate, { params: { id: of } });
    const builtIn = DEFAULT_TEMPLATES[0]!.id;
    const refused = [rename(stranger, template.id, 'X'), remove(stranger, template.id), remove(person, builtIn)];
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await list(person)).organization.map(({ name }) => name)).toEqual(['Summer']);
    expect((await remove(person, template.id)).status).toBe(200);
    expect((await remove(person, template.id)).status).toBe(404);
    expect((await list(person)).organization).toEqual([]);
    expect((await person.call(api.getCampaign, { params: { id: draft.id } })).data.campaign.steps).toHaveLength(
      template.steps.length,
    );
  });

  test('texts in a template are data: markup and curly brackets come back as they were written', async () => {
    const person = await server.signUp();
    const message = `<script>alert(1)</script> {{first_name}} {constructor} ' ; drop table campaigns; -- <{"type":"signature","id":1,"name":"x"}>`;
    const { id } = await makeCampaign(person, { message });
    const template = (await save(person, id, '<b>Name</b>')).data.template;
    expect(template.steps[0]!.message).toBe(message);
    expect((await create(person, template.id)).data.campaign).toMatchObject({
      name: '<b>Name</b>',
      steps: [{ message }],
    });
  });
});

describe('what the operator does with templates', () => {
  const FLOW = storeFlow(parseWritten(DEFAULT_TEMPLATES[0]!).flow);
  async function signUpAdmin() {
    const admin = await server.signUp();
    await server.owner.query(
      `begin; set local session_replication_role = replica; update users set role = 'ADMIN' where id = ${admin.user_id}; commit`,
    );
    return admin;
  }
  const nameOf = async (person: TestClient, id: number) =>
    (await list(person)).default.find((template) => template.id === id)?.name;

  test('a saved one becomes a default for everybody, as it was then, and none again', async () => {
    const [admin, owner, other] = [await signUpAdmin(), await server.signUp(), await server.signUp()];
    const id = await plant(owner.organization_id, 'Ours 100%', FLOW);
    const toggle = (make_default: boolean, template = id) =>
      admin.call(api.toggleDefaultTemplate, { params: { id: template }, body: { make_default } });
    const seen = async () => (await admin.call(api.listAdminTemplates, { query: { search: 'ours 100%' } })).data;
    expect((await seen()).organization).toMatchObject([{ id, is_default: false, is_built_in: false }]);
    expect((await toggle(true)).status).toBe(200);
    expect((await toggle(true)).status).toBe(200);
    const { default: offered, organization } = await seen();
    expect([offered.length, organization[0]?.is_default]).toEqual([1, true]);
    const copy = offered[0]!.id;
    expect(copy).not.toBe(id);
    expect((await create(other, copy)).data.campaign.name).toContain('Ours');
    // Its owner may delete the original: everybody keeps the copy.
    await owner.call(api.deleteTemplate, { params: { id } });
    expect(await nameOf(other, copy)).toBe('Ours 100%');
    await admin.call(api.renameAdminTemplate, { params: { id: copy }, body: { name: '  Everybody  ' } });
    expect(await nameOf(other, copy)).toBe('Everybody');
    expect((await toggle(false, copy)).status).toBe(200);
    expect(await nameOf(other, copy)).toBeUndefined();
    expect((await create(other, copy)).status).toBe(404);
    expect((await toggle(false, copy)).status).toBe(404);
  });

  test('a built-in one is renamed and hidden, and comes back; it cannot be deleted', async () => {
    const [admin, person] = [await signUpAdmin(), await server.signUp()];
    const { id, name } = DEFAULT_TEMPLATES[1]!;
    const toggle = (make_default: boolean) =>
      admin.call(api.toggleDefaultTemplate, { params: { id }, body: { make_default } });
    await admin.call(api.renameAdminTemplate, { params: { id }, body: { name: 'House style' } });
    expect(await nameOf(person, id)).toBe('House style');
    await toggle(false);
    expect(await nameOf(person, id)).toBeUndefined();
    expect((await create(person, id)).status).toBe(404);
    expect((await admin.call(api.listAdminTemplates, { query: { search: 'house' } })).data.default).toMatchObject([
      { id, is_default: false, is_built_in: true },
    ]);
    await toggle(true);
    expect(await nameOf(person, id)).toBe('House style');
    const refused = await admin.call(api.deleteAdminTemplate, { params: { id } });
    expect(refused).toMatchObject({ status: 409, error: { error: expect.stringContaining('built in') } });
    await admin.call(api.renameAdminTemplate, { params: { id }, body: { name } });
  });

  test('names, strangers and numbers that are none are refused', async () => {
    const [admin, person] = [await signUpAdmin(), await server.signUp()];
    const id = await plant(person.organization_id, 'Theirs', FLOW);
    for (const name of ['', '   ', '\n']) {
      const answer = await admin.call(api.renameAdminTemplate, { params: { id }, body: { name } });
      expect(answer.status).toBe(400);
    }
    for (const call of [
      person.call(api.listAdminTemplates),
      person.call(api.deleteAdminTemplate, { params: { id } }),
      person.call(api.toggleDefaultTemplate, { params: { id }, body: { make_default: true } }),
    ])
      expect((await call).status).toBe(403);
    expect((await admin.call(api.deleteAdminTemplate, { params: { id: 999_999_999 } })).status).toBe(404);
    expect((await admin.call(api.deleteAdminTemplate, { params: { id } })).status).toBe(200);
    expect((await list(person)).organization).toEqual([]);
  });
});
