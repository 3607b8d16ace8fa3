import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { makeCampaign, makeList, makeSender } from '../settings/campaigns.factory.ts';

const server = useTestServer();

const HTML = '<p>Hi <b>{{first_name}}</b>, see <a href="https://acme.example/">this</a></p>';
const TEXT = 'Hi {{first_name}}, see this (https://acme.example/)';

async function stage() {
  const person = await server.signUp();
  const { id, step_id } = await makeCampaign(person);
  const params = { id, stepId: step_id };
  const save = (body: Record<string, unknown>) => person.call(api.updateStep, { params, body });
  const stored = async () =>
    (await person.call(api.getCampaign, { params: { id } })).data.campaign.steps.find((step) => step.id === step_id)!;
  return { person, id, step_id, params, save, stored };
}

test('formatted texts are stored clean, beside the message they belong to', async () => {
  const { save, stored } = await stage();
  const hostile = `${HTML}<script>alert(1)</script><p onclick="x()"><img src="https://tracker.example/x.gif">Bye</p>`;
  const { data } = await save({ subject_line: 'S', message: `${TEXT}\n\nBye`, formatted_texts: { a: hostile } });
  expect(data.campaign.steps[0]!.formatted_texts).toEqual({ a: `${HTML}\n<p>Bye</p>` });
  const before = await stored();
  expect(before.message).toBe(`${TEXT}\n\nBye`);
  // A client that knows messages only: another delay keeps the formatting, another message has none.
  await save({ delay_in_hours: 48 });
  expect((await stored()).formatted_texts).toEqual(before.formatted_texts);
  expect((await stored()).version).toBeGreaterThan(before.version);
  await save({ message: 'Something else' });
  expect((await stored()).formatted_texts).toBeNull();
});

test('text without formatting has none, and neither have steps on LinkedIn', async () => {
  const { person, id, save, stored } = await stage();
  await save({ message: 'Hi', formatted_texts: { a: '<p>Hi</p>', b: '<p><b>Hi</b></p>' } });
  expect((await stored()).formatted_texts).toBeNull();
  const added = await person.call(api.addStep, { params: { id }, body: { step: 'LINKEDIN_MESSAGE' } });
  const stepId = added.data.new_step.id;
  const body = { message: 'Hi', formatted_texts: { a: '<p><b>Hi</b></p>' } };
  const { data } = await person.call(api.updateStep, { params: { id, stepId }, body });
  expect(data.campaign.steps.find((step) => step.id === stepId)!.formatted_texts).toBeNull();
});

test.each([
  [
    'a name that the text part lacks',
    { message: 'Hi', formatted_texts: { a: '<p><b>{{job_title}}</b></p>' } },
    'lacks “job_title”',
  ],
  [
    'a broken condition',
    { message: 'Hi', formatted_texts: { a: '<p>{% if x %}<b>a</b></p>' } },
    'Formatted text of variant A',
  ],
])('a draft keeps %s, and can not start with it', async (_, body, words) => {
  const { person, id, save, stored } = await stage();
  expect((await save({ subject_line: 'S', ...body })).status).toBe(200);
  expect((await stored()).formatted_texts).not.toBeNull();
  const { search_id } = await makeList(server, person.organization_id, [{ first_name: 'Ada' }]);
  await person.call(api.addToCampaign, { params: { id: search_id }, body: { campaign: id, amount: 1 } });
  const sender = await makeSender(server, person.organization_id);
  await person.call(api.updateCampaign, { params: { id }, body: { email_account_id: sender } });
  const answer = await person.call(api.activateCampaign, { params: { id }, body: {} });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.error)).toContain(words);
});

test('refuses more HTML than an email needs', async () => {
  const { save } = await stage();
  expect((await save({ message: 'Hi', formatted_texts: { a: `<b>${'x'.repeat(50_000)}</b>` } })).status).toBe(400);
});

test('a preview, a copy and a template have the formatting', async () => {
  const { person, id, params, save } = await stage();
  await save({ subject_line: 'S', message: TEXT, message_b: 'B', formatted_texts: { a: HTML, b: '<p><i>B</i></p>' } });
  const { prospect_ids } = await makeList(server, person.organization_id, [{ first_name: '<Ada>' }]);
  const show = async (body: object) =>
    (await person.call(api.previewStep, { params, body: { prospect_id: prospect_ids[0]!, ...body } })).data;
  expect((await show({ variant: 'a' })).html).toContain(
    'Hi <b>&lt;Ada&gt;</b>, see <a href="https://acme.example/">this</a>',
  );
  expect((await show({ variant: 'b' })).html).toContain('<p><i>B</i></p>');
  expect((await show({ variant: 'b', message_b: 'New' })).html).toContain('<p>New</p>');
  const copy = (await person.call(api.duplicateCampaign, { params: { id } })).data.campaign;
  expect(copy.steps[0]!.formatted_texts).toEqual({ a: HTML, b: '<p><i>B</i></p>' });
});

test('plain text only is a setting of the campaign that its copies have', async () => {
  const { person, id } = await stage();
  const params = { id };
  expect((await person.call(api.getCampaign, { params })).data.campaign.plain_text_only).toBe(false);
  await person.call(api.updateCampaign, { params, body: { plain_text_only: true } });
  await person.call(api.updateCampaign, { params, body: { name: 'Other' } });
  expect((await person.call(api.getCampaign, { params })).data.campaign.plain_text_only).toBe(true);
  expect((await person.call(api.duplicateCampaign, { params })).data.campaign.plain_text_only).toBe(true);
});

test('a new campaign sends its first email as plain text; the preview says so, and the copy has the setting', async () => {
  const { person, id, step_id, save } = await stage();
  const params = { id };
  await save({ subject_line: 'Hi', message: 'Hi' });
  const added = await person.call(api.addStep, { params, body: { step: 'EMAIL', parent: step_id } });
  expect((await person.call(api.getCampaign, { params })).data.campaign.plain_first_email).toBe(true);
  const isPlain = async (stepId: number) => {
    const body = { prospect_id: null, message: 'Hi' };
    return (await person.call(api.previewStep, { params: { ...params, stepId }, body })).data.is_plain;
  };
  expect([await isPlain(step_id), await isPlain(added.data.new_step.id)]).toEqual([true, false]);
  await person.call(api.updateCampaign, { params, body: { plain_first_email: false } });
  expect(await isPlain(step_id)).toBe(false);
  const copy = (await person.call(api.duplicateCampaign, { params })).data.campaign;
  expect(copy.plain_first_email).toBe(false);
});
