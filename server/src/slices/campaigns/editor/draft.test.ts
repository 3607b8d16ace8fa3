import { startWritingWorld, type WritingWorld } from '@overture/adapters/llm/testing/writing-world';
import { api } from '@overture/contract';
import { LANGUAGES, TONES } from '@overture/domain/message/languages';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerLlmRoutes } from '../../../../../sandbox/src/llm/llm.routes.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../testing/harness.ts';
import { makeCampaign, makeSender } from '../settings/campaigns.factory.ts';
import { draftSchema } from './draft.rules.ts';

let writing: WritingWorld;
let server: TestServer & { stop(): Promise<void> };
let person: TestClient & { organization_id: number };
beforeAll(async () => {
  writing = await startWritingWorld(registerLlmRoutes);
  server = await startTestServer({ llm: writing.llm });
  person = await server.signUp();
});
afterAll(async () => {
  await server?.stop();
  await writing?.close();
});
beforeEach(async () => {
  await writing.behave({ mode: 'normal' });
  await writing.takeRequests();
});

describe('the knowledge base', () => {
  test('is loaded and changed field by field, for its organization only', async () => {
    const body = {
      product_description: ' Planning software ',
      annual_revenue: 1_200_000.5,
      employee_count: 12,
      competitors: 'Paper',
    };
    const { data } = (await person.call(api.updateOrganization, { body })).data;
    expect(data).toMatchObject({ ...body, product_description: 'Planning software', usp_description: null });
    await person.call(api.updateOrganization, { body: { competitors: ' ', name: '' } });
    expect((await person.call(api.getOrganization)).data.data).toMatchObject({
      competitors: null,
      employee_count: 12,
      name: data.name,
    });
    const other = await server.signUp();
    expect(JSON.stringify((await other.call(api.getOrganization)).data)).not.toContain('Planning');
  });

  test.each([
    ['a negative number', { employee_count: -1 }],
    ['half a person', { employee_count: 1.5 }],
    ['an endless text', { objections: 'x'.repeat(20_001) }],
    ['a number that is a text', { annual_revenue: '12' as unknown as number }],
  ])('%s is refused', async (_, body) => {
    expect((await person.call(api.updateOrganization, { body })).status).toBe(400);
  });

  test('changes only fields of the knowledge base', async () => {
    const body = { email_credits: 1_000_000, is_agency: true } as object;
    await person.call(api.updateOrganization, { body });
    expect((await person.call(api.getOrganization)).data.data).toMatchObject({ email_credits: 100, is_agency: false });
  });
});

describe('a draft', () => {
  test.each(LANGUAGES.map((language, index) => [language, TONES[index % TONES.length]!] as const))(
    'in %s, %s: from what the organization says about itself, stored nowhere',
    async (language, tone_of_voice) => {
      const { id, step_id } = await makeCampaign(person, { message: 'Kept', subject_line: 'Kept too' });
      const params = { id, stepId: step_id };
      const answer = await person.call(api.draftMessage, { params, body: { language, tone_of_voice } });
      expect(answer.data.message).toContain('{{first_name}}');
      expect(answer.data.message.split(/\s+/).length).toBeGreaterThanOrEqual(50);
      expect(answer.data.message.split(/\s+/).length).toBeLessThanOrEqual(80);
      expect(answer.data.message).toContain('Planning software');
      expect(answer.data.subject_line).toContain('{{company_name}}');
      const [asked = ''] = await writing.takeRequests();
      expect(asked).toContain(`Tone: ${tone_of_voice}`);
      const { steps } = (await person.call(api.getCampaign, { params: { id } })).data.campaign;
      expect(steps[0]).toMatchObject({ message: 'Kept', subject_line: 'Kept too' });
    },
  );

  test('of an invite is a note; one of a message on LinkedIn has no subject', async () => {
    const { id } = (await person.call(api.createCampaign, { body: {} })).data.campaign;
    const { new_step } = (await person.call(api.addStep, { params: { id }, body: { step: 'LINKEDIN_INVITE' } })).data;
    const { data } = await person.call(api.draftMessage, { params: { id, stepId: new_step.id }, body: {} });
    expect(data.message.length).toBeLessThanOrEqual(200);
    expect(data.subject_line).toBe('');
  });

  test('is refused for steps without a message, foreign campaigns, unknown languages, active ones', async () => {
    const { id, step_id } = await makeCampaign(person);
    const { new_step } = (
      await person.call(api.addStep, { params: { id }, body: { step: 'CALL_PROSPECT', parent: step_id } })
    ).data;
    const draft = (body: object, stepId = step_id, who: TestClient = person) =>
      who.call(api.draftMessage, { params: { id, stepId }, body });
    expect((await draft({}, new_step.id)).error).toMatchObject({ error: 'This step has no message.' });
    expect((await draft({ language: 'xx' })).status).toBe(400);
    expect((await draft({ tone_of_voice: 'angry' })).status).toBe(400);
    expect((await draft({}, step_id, await server.signUp())).status).toBe(404);
    expect(await writing.takeRequests()).toEqual([]);
  });

  test('works in a working copy of a running campaign, new steps included', async () => {
    const email_account_id = await makeSender(server, person.organization_id);
    const { id, step_id } = await makeCampaign(person, { email_account_id });
    await person.call(api.activateCampaign, { params: { id }, body: {} });
    const params = { id, stepId: step_id };
    expect((await person.call(api.draftMessage, { params, body: {} })).error).toMatchObject({
      code: 'campaign_locked',
    });
    const mail = { type: 'EMAIL' as const, branch: null, delay_in_hours: 24, subject_line: 'Hello', message: 'Hi' };
    const nodes = [
      { id: step_id, parent_id: null, ...mail },
      { id: -1, parent_id: step_id, ...mail },
    ];
    const saved = await person.call(api.saveRevision, { params: { id }, body: { version: 0, nodes } });
    const added = saved.data.revision.campaign.steps[1]!.id;
    const { data } = await person.call(api.draftRevisionMessage, { params: { id, stepId: added }, body: {} });
    expect(data.message.length).toBeGreaterThan(0);
    const other = await server.signUp();
    expect((await other.call(api.draftRevisionMessage, { params: { id, stepId: added }, body: {} })).status).toBe(404);
    await writing.takeRequests();
  });

  test('that cannot be written returns a readable error', async () => {
    const { id, step_id } = await makeCampaign(person);
    await writing.behave({ mode: 'error' });
    const answer = await person.call(api.draftMessage, { params: { id, stepId: step_id }, body: {} });
    expect(answer).toMatchObject({
      status: 502,
      error: { error: "Couldn't write the draft. Please try again." },
    });
  });

  test.each([
    ['a link', 'See https://x.example'],
    ['an unknown variable', 'Hi {{name}}'],
    ['a placeholder of its own', 'Hi {name}'],
    ['a token', 'Hi <{"type":"unsubscribe","text":"x"}>'],
    ['markup', 'Hi <b>you</b>'],
    ['nothing', '  '],
    ['more than a message takes', 'x'.repeat(8001)],
  ])('with %s is asked for again', (_, message) => {
    const step = { kind: 'step', type: 'EMAIL' } as Parameters<typeof draftSchema>[0];
    expect(draftSchema(step).safeParse({ subject_line: 'Hello', message }).success).toBe(false);
    expect(draftSchema(step).safeParse({ subject_line: 'Hello', message: 'Hi {{first_name}}' }).success).toBe(true);
  });
});
