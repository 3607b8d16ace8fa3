import { api } from '@overture/contract';
import type { Campaign } from '@overture/contract/campaigns';
import { ATTACHMENTS } from '@overture/domain/limits';
import { EXAMPLE_LEAD } from '@overture/domain/message/example-lead';
import { VARIABLES, writeToken } from '@overture/domain/message/tokens';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { isFileStored } from '../../../testing/files/stored-files.ts';
import { type TestClient, useTestServer } from '../../../testing/harness.ts';
import { makeCampaign, makeList, makeSender } from '../settings/campaigns.factory.ts';

const server = useTestServer();

type Person = Awaited<ReturnType<typeof server.signUp>>;

async function blank(): Promise<{ person: Person; id: number; add: ReturnType<typeof adder> }> {
  const person = await server.signUp();
  const { id } = (await person.call(api.createCampaign, { body: {} })).data.campaign;
  return { person, id, add: adder(person, id) };
}

const adder = (person: TestClient, id: number) => (body: object) =>
  person.call(api.addStep, { params: { id }, body: body as { step: 'EMAIL' } });

/** The flow as words: 'EMAIL > HAS_PHONE (yes: CALL_PROSPECT; no: EMAIL)'. */
function draw(campaign: Campaign): string {
  const write = (id: number | null | undefined): string => {
    const step = campaign.steps.find((item) => item.id === id);
    if (step) return [step.step_type, write(step.child_step_id ?? step.child_condition_id)].filter(Boolean).join(' > ');
    const condition = campaign.conditions.find((item) => item.id === id);
    if (!condition) return '';
    const [yes, no] = [write(condition.yes_child_step_id), write(condition.no_child_step_id)];
    return `${condition.condition_type} (yes: ${yes}; no: ${no})`;
  };
  return write(campaign.first_step ?? campaign.first_condition);
}

describe('building the flow', () => {
  test('steps and conditions share one id sequence; inserting moves the node below', async () => {
    const { add } = await blank();
    const mail = (await add({ step: 'EMAIL' })).data.new_step;
    expect(mail).toMatchObject({ step_type: 'EMAIL', delay_in_hours: 0, parent_step_id: null, message: null });
    const question = (await add({ step: 'HAS_PHONE', parent: mail.id })).data.new_step;
    expect(question).toMatchObject({ condition_type: 'HAS_PHONE', delay_in_hours: 0, parent_step_id: mail.id });
    expect(question.id).not.toBe(mail.id);
    await add({ step: 'CALL_PROSPECT', parent: question.id, is_yes_child: true });
    const no = await add({ step: 'EMAIL', parent: question.id, is_yes_child: false });
    expect(no.data.new_step).toMatchObject({
      parent_condition_id: question.id,
      is_yes_child: false,
      delay_in_hours: 24,
    });
    const between = await add({
      step: 'VISIT_LINKEDIN_PROFILE',
      parent: question.id,
      child: no.data.new_step.id,
      is_yes_child: false,
    });
    expect(draw(between.data.campaign)).toBe(
      'EMAIL > HAS_PHONE (yes: CALL_PROSPECT; no: VISIT_LINKEDIN_PROFILE > EMAIL)',
    );
    const first = await add({ step: 'EMAIL', child: mail.id });
    expect(draw(first.data.campaign)).toBe(
      'EMAIL > EMAIL > HAS_PHONE (yes: CALL_PROSPECT; no: VISIT_LINKEDIN_PROFILE > EMAIL)',
    );
    expect(first.data.campaign.first_step).toBe(first.data.new_step.id);
    // The former first step is the second now.
    const delays = Object.fromEntries(first.data.campaign.steps.map((step) => [step.id, step.delay_in_hours]));
    expect([delays[first.data.new_step.id], delays[mail.id]]).toEqual([0, 24]);
  });

  test('deleting a step joins its neighbours; a condition keeps its only branch or takes both', async () => {
    const { person, id, add } = await blank();
    const one = (await add({ step: 'EMAIL' })).data.new_step.id;
    const two = (await add({ step: 'EMAIL', parent: one })).data.new_step.id;
    const question = (await add({ step: 'HAS_EMAIL', parent: two })).data.new_step.id;
    const yes = (await add({ step: 'CALL_PROSPECT', parent: question, is_yes_child: true })).data.new_step.id;
    const remove = (stepId: number, query: object = {}) =>
      person.call(api.deleteStep, { params: { id, stepId }, query });
    expect(draw((await remove(one, { step_type: 'EMAIL' })).data.campaign)).toBe(
      'EMAIL > HAS_EMAIL (yes: CALL_PROSPECT; no: )',
    );
    expect((await remove(yes, { step_type: 'EMAIL', is_yes_child: true })).status).toBe(404);
    expect(draw((await remove(question, { step_type: 'HAS_EMAIL', is_yes_child: false })).data.campaign)).toBe(
      'EMAIL > CALL_PROSPECT',
    );
    const again = (await add({ step: 'HAS_PHONE', parent: yes })).data.new_step.id;
    await add({ step: 'EMAIL', parent: again, is_yes_child: true });
    await add({ step: 'EMAIL', parent: again, is_yes_child: false });
    const after = (await remove(again)).data.campaign;
    expect(draw(after)).toBe('EMAIL > CALL_PROSPECT');
    expect([after.steps.length, after.conditions.length]).toEqual([2, 0]);
    expect((await remove(again)).status).toBe(404);
  });

  test.each([
    [
      'a step that may not repeat',
      [{ step: 'CALL_PROSPECT' }],
      { step: 'CALL_PROSPECT' },
      'This step is already used earlier in this branch.',
    ],
    [
      'a condition twice',
      [{ step: 'HAS_EMAIL' }, { step: 'EMAIL', is_yes_child: true }],
      { step: 'HAS_EMAIL' },
      'This condition is already used earlier in this branch.',
    ],
    [
      'a condition under a condition',
      [{ step: 'HAS_EMAIL' }],
      { step: 'HAS_PHONE', is_yes_child: true },
      'Add a step between two conditions.',
    ],
    [
      'an invite after its question',
      [{ step: 'ALREADY_CONNECTED' }],
      { step: 'LINKEDIN_INVITE', is_yes_child: false },
      'An invite cannot follow an Accepted Invite or Already Connected condition.',
    ],
  ])('locked: %s', async (_, before, last, text) => {
    const { add } = await blank();
    let parent: number | undefined;
    for (const step of before) parent = (await add({ ...step, parent })).data.new_step.id;
    const answer = await add({ ...last, parent });
    expect([answer.status, answer.error]).toEqual([400, { error: text, code: 'step_locked' }]);
  });

  test('a condition needs the end of a branch; unknown parents and a changed flow are refused', async () => {
    const { add } = await blank();
    const one = (await add({ step: 'EMAIL' })).data.new_step.id;
    await add({ step: 'EMAIL', parent: one });
    expect((await add({ step: 'HAS_EMAIL', parent: one })).error.error).toBe(
      'A condition can only be added at the end of a branch.',
    );
    expect((await add({ step: 'EMAIL', parent: 2 ** 40 })).error.error).toBe('This step no longer exists.');
    const stale = await add({ step: 'EMAIL', parent: one, child: one });
    expect([stale.status, stale.error.code]).toEqual([409, 'conflict']);
    expect((await add({ step: 'DROP TABLE' })).status).toBe(400);
  });

  test('InMail follows the tier of the chosen LinkedIn account; flags hide types', async () => {
    const { person, id, add } = await blank();
    const linkedin_account_id = await makeSender(server, person.organization_id, {
      account_type: 'LINKEDIN',
      tier: 'CLASSIC',
    });
    await person.call(api.updateCampaign, { params: { id }, body: { linkedin_account_id } });
    expect((await add({ step: 'INMAIL' })).error.error).toBe('InMail needs a Sales Navigator or Recruiter account.');
    await server.program.system
      .forOrganization(person.organization_id)
      .transaction(({ db }) =>
        sql`update organizations set disabled_features = '{phone_steps_enabled}' where organization_id = ${person.organization_id}`.execute(
          db,
        ),
      );
    for (const step of ['CALL_PROSPECT', 'HAS_PHONE'])
      expect((await add({ step })).error.code).toBe('feature_disabled');
    expect((await add({ step: 'EMAIL' })).status).toBe(200);
  });

  test.each([
    ['SALES_NAVIGATOR', 'CLASSIC', 400],
    ['CLASSIC', 'SALES_NAVIGATOR', 400],
    ['SALES_NAVIGATOR', 'RECRUITER', 200],
  ])('a campaign of a %s and a %s account: InMail answers %d', async (first, second, status) => {
    const { person, id, add } = await blank();
    const seat = (tier: string) => makeSender(server, person.organization_id, { account_type: 'LINKEDIN', tier });
    const linkedin_account_ids = [await seat(first), await seat(second)];
    expect((await person.call(api.updateCampaign, { params: { id }, body: { linkedin_account_ids } })).status).toBe(
      200,
    );
    expect((await add({ step: 'INMAIL' })).status).toBe(status);
  });

  test('two users insert at one position in parallel: both steps are in one chain', async () => {
    const { person, id, add } = await blank();
    const one = (await add({ step: 'EMAIL' })).data.new_step.id;
    const answers = await Promise.all(Array.from({ length: 6 }, () => add({ step: 'EMAIL', parent: one })));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 200]);
    const { campaign } = (await person.call(api.getCampaign, { params: { id } })).data;
    expect(draw(campaign)).toBe(Array.from({ length: 7 }, () => 'EMAIL').join(' > '));
  });
});

describe('messages of a step', () => {
  const edit = (person: TestClient, id: number, stepId: number, body: object) =>
    person.call(api.updateStep, { params: { id, stepId }, body });

  test('null leaves message and subject, clears the others; no message B, nothing of B', async () => {
    const person = await server.signUp();
    const { id, step_id } = await makeCampaign(person);
    const full = { message_b: 'B', subject_line_b: 'SB', placeholder_message: 'P', placeholder_message_b: 'PB' };
    const first = (await edit(person, id, step_id, { ...full, message: 'A\r\nline' })).data.campaign;
    expect(first.ab_testing.enabled).toBe(true);
    expect(first.steps[0]).toMatchObject({ ...full, message: 'A\nline', subject_line: 'Hello', delay_in_hours: 0 });
    expect(first.steps[0]).toMatchObject({ message_template: 'A\nline', message_template_b: 'B' });
    const off = (await edit(person, id, step_id, { message: null, message_b: ' ', placeholder_message: null })).data
      .campaign;
    expect(off.steps[0]).toMatchObject({
      message: 'A\nline',
      message_b: null,
      subject_line_b: null,
      placeholder_message: null,
      placeholder_message_b: null,
    });
    expect(off.ab_testing.enabled).toBe(false);
  });

  test('line breaks in a subject become spaces: nothing after them is a header', async () => {
    const person = await server.signUp();
    const { id, step_id } = await makeCampaign(person);
    const subject_line = 'Hello\r\nBcc: everyone@victim.example\u2028X-Evil: 1';
    const { campaign } = (await edit(person, id, step_id, { subject_line, subject_line_b: 'b\ny', message_b: 'B' }))
      .data;
    expect(campaign.steps[0]).toMatchObject({
      subject_line: 'Hello Bcc: everyone@victim.example X-Evil: 1',
      subject_line_b: 'b y',
    });
  });

  test.each([
    [{ message: 'x'.repeat(8001) }, 'You are above the 8000 character limit!'],
    [{ message_b: 'x'.repeat(8001) }, 'You are above the 8000 character limit!'],
    [{ placeholder_message: 'x'.repeat(8001) }, 'You are above the 8000 character limit!'],
    [{ subject_line: 'x'.repeat(201) }, 'You are above the 200 character limit!'],
    [{ delay_in_hours: -1 }, 'Please check the highlighted fields.'],
    [{ delay_in_hours: 1.5 }, 'Please check the highlighted fields.'],
    [{ message: 'x'.repeat(100_001) }, 'Please check the highlighted fields.'],
  ])('refuses case %#', async (body, text) => {
    const person = await server.signUp();
    const { id, step_id } = await makeCampaign(person);
    const answer = await edit(person, id, step_id, body);
    expect([answer.status, answer.error.error]).toEqual([400, text]);
  });

  test('delays are clamped to 30 days; is_condition must name a condition', async () => {
    const person = await server.signUp();
    const { id, step_id } = await makeCampaign(person);
    const added = await person.call(api.addStep, { params: { id }, body: { step: 'HAS_EMAIL', parent: step_id } });
    const set = (stepId: number, body: { delay_in_hours: number; is_condition?: boolean }) =>
      person.call(api.setDelay, { params: { id, stepId }, body });
    expect((await set(step_id, { delay_in_hours: 72 })).data.campaign.steps[0]?.delay_in_hours).toBe(72);
    expect((await set(step_id, { delay_in_hours: 9999 })).data.campaign.steps[0]?.delay_in_hours).toBe(720);
    expect(
      (await set(added.data.new_step.id, { delay_in_hours: 48, is_condition: true })).data.campaign.conditions[0]
        ?.delay_in_hours,
    ).toBe(48);
    expect((await set(step_id, { delay_in_hours: 1, is_condition: true })).status).toBe(404);
    expect((await edit(person, id, added.data.new_step.id, { message: 'x' })).status).toBe(404);
  });

  test('a condition about clicks asks for a link as it is written, and never for any link instead of a broken one', async () => {
    const person = await server.signUp();
    const { id, step_id } = await makeCampaign(person);
    await person.call(api.updateCampaign, { params: { id }, body: { tracks_clicks: true } });
    const added = await person.call(api.addStep, { params: { id }, body: { step: 'CLICKED', parent: step_id } });
    const set = (link_url: string) =>
      person.call(api.setDelay, {
        params: { id, stepId: added.data.new_step.id },
        body: { delay_in_hours: 72, is_condition: true, link_url },
      });
    const link = 'https://shop.example/prices?a=1&b=2';
    expect((await set(link)).data.campaign.conditions[0]?.link_url).toBe(link);
    // The last one has more bytes than a link may have, and fewer characters.
    const broken = [
      'shop.example/prices',
      'javascript:alert(1)',
      'https://a b',
      `https://shop.example/${'é'.repeat(2000)}`,
    ];
    for (const given of broken) {
      const { status, error } = await set(given);
      expect([status, error.error]).toEqual([
        400,
        'The link must be a whole address, like https://example.com/prices.',
      ]);
    }
    const { campaign } = (await person.call(api.getCampaign, { params: { id } })).data;
    expect(campaign.conditions[0]?.link_url).toBe(link);
    expect((await set('')).data.campaign.conditions[0]?.link_url).toBeNull();
  });

  test('only a draft can be edited', async () => {
    const person = await server.signUp();
    const sender = await makeSender(server, person.organization_id);
    const { id, step_id } = await makeCampaign(person, { email_account_id: sender });
    await person.call(api.activateCampaign, { params: { id }, body: {} });
    const params = { id, stepId: step_id };
    for (const status of ['ACTIVE', 'PAUSED', 'ARCHIVED']) {
      if (status === 'PAUSED') await person.call(api.activateCampaign, { params: { id }, body: {} });
      if (status === 'ARCHIVED')
        await person.call(api.setCampaignsStatus, { body: { campaign_ids: [id], status: 'ARCHIVED' } });
      const answers = await Promise.all([
        edit(person, id, step_id, { message: 'changed' }),
        person.call(api.setDelay, { params, body: { delay_in_hours: 5 } }),
        person.call(api.deleteStep, { params }),
        person.call(api.addStep, { params: { id }, body: { step: 'EMAIL', parent: step_id } }),
      ]);
      expect(answers.map((answer) => answer.error.code)).toEqual(Array.from({ length: 4 }, () => 'campaign_locked'));
    }
    const { campaign } = (await person.call(api.getCampaign, { params: { id } })).data;
    expect([campaign.status, campaign.steps.length, campaign.steps[0]?.message]).toEqual([
      'ARCHIVED',
      1,
      'Hi {{first_name}}',
    ]);
  });
});

describe('preview', () => {
  const PERSON = {
    first_name: 'Ada {{last_name}} <b>',
    last_name: 'Lovelace\r\nBcc: x@y.example',
    company_name: 'One',
  };

  async function stage(message: object, people: object[] = [PERSON, { first_name: 'Bob' }]) {
    const person = await server.signUp();
    // These tests are about the message itself, without the link to the privacy notice.
    await person.call(api.changeOrganizationSettings, { body: { adds_privacy_link: false } });
    const { id, step_id } = await makeCampaign(person);
    const { search_id, prospect_ids } = await makeList(server, person.organization_id, people);
    await person.call(api.addToCampaign, { params: { id: search_id }, body: { campaign: id, amount: people.length } });
    await person.call(api.updateStep, { params: { id, stepId: step_id }, body: message });
    return (prospect: number, body: object = {}) =>
      person.call(api.previewStep, {
        params: { id, stepId: step_id },
        body: { prospect_id: prospect_ids[prospect]!, ...body },
      });
  }

  test('without leads an example lead is shown, of whom nothing lacks; nothing is written for it', async () => {
    const person = await server.signUp();
    const { id, step_id } = await makeCampaign(person);
    const all = VARIABLES.map((name) => `{{${name}}}`).join('|');
    const params = { id, stepId: step_id };
    const shown = await person.call(api.previewStep, { params, body: { prospect_id: null, message: all } });
    expect(shown.data).toMatchObject({ missing: [], used_fallback: false, problem: null, snippets: [], variant: 'a' });
    expect(shown.data.message.split('|').every((value) => value !== '' && !value.includes('['))).toBe(true);
    expect(shown.data.message).toContain(EXAMPLE_LEAD.first_name);
    const write = await person.call(api.writeSnippets, { params, body: { prospect_id: null as never } });
    expect(write.status).toBe(400);
  });

  test('the snippets of a message are written ahead for a lead of the campaign, once', async () => {
    const person = await server.signUp();
    const { id, step_id } = await makeCampaign(person);
    const { search_id, prospect_ids } = await makeList(server, person.organization_id, [PERSON, { first_name: 'Bob' }]);
    const body = { name: 'Opening', instructions: 'Open.', amount_of_sentences: 2, enrichment_sources: [11] };
    const segment = (await person.call(api.createAiSegment, { body })).data.segment.id;
    const message = `Hi {{first_name}}, ${writeToken({ kind: 'snippet', id: segment, name: 'Opening' })}`;
    await person.call(api.updateStep, { params: { id, stepId: step_id }, body: { message } });
    const one = { campaign: id, prospect_ids: [prospect_ids[0]!] };
    await person.call(api.addToCampaign, { params: { id: search_id }, body: one });
    const write = (prospect: number) =>
      person.call(api.writeSnippets, {
        params: { id, stepId: step_id },
        body: { prospect_id: prospect_ids[prospect]! },
      });
    const expected = [{ id: segment, name: 'Opening', state: 'wanted', text: null, is_outdated: false }];
    expect((await write(0)).data.snippets).toMatchObject(expected);
    expect((await write(0)).data.snippets).toMatchObject(expected);
    const { rows } = await server.owner.query(
      'select prospect_id, segment_id, state from ai_segment_texts where organization_id = $1',
      [person.organization_id],
    );
    expect(rows).toEqual([{ prospect_id: prospect_ids[0], segment_id: segment, state: 'wanted' }]);
    const outside = await write(1);
    expect([outside.status, outside.error.error]).toEqual([400, 'This lead is not in this campaign.']);
  });

  test('the invite note preview shows the fallback for a too long note, else the reason', async () => {
    const person = await server.signUp();
    const { id } = (await person.call(api.createCampaign, { body: {} })).data.campaign;
    const stepId = (await person.call(api.addStep, { params: { id }, body: { step: 'LINKEDIN_INVITE' } })).data.new_step
      .id;
    const long = { first_name: 'Maximilian Alexander von Habsburg' };
    const { prospect_ids } = await makeList(server, person.organization_id, [long, { first_name: 'Bo' }]);
    const message = `${'x'.repeat(180)} {{first_name}}`;
    const show = async (place: number, body: object = {}) => {
      const given = { prospect_id: prospect_ids[place]!, message, ...body };
      return (await person.call(api.previewStep, { params: { id, stepId }, body: given })).data;
    };
    expect(await show(1)).toMatchObject({ message: `${'x'.repeat(180)} Bo`, problem: null, used_fallback: false });
    const problem = 'The note of the invite is longer than 200 characters for this lead.';
    expect(await show(0)).toMatchObject({ problem, used_fallback: false });
    const placeholder_message = 'Shall we connect?';
    expect(await show(0, { placeholder_message })).toMatchObject({
      message: placeholder_message,
      problem: null,
      used_fallback: true,
    });
    const body = { prospect_id: prospect_ids[1]!, message: 'x'.repeat(201) };
    expect((await person.call(api.previewStep, { params: { id, stepId }, body })).status).toBe(400);
  });

  test('lead data is never expanded, is escaped in HTML and cannot break a subject', async () => {
    const show = await stage({
      message: 'Hi {{first_name}},\n\nAt {{company_name}}?',
      subject_line: '{{last_name}} and you',
    });
    expect((await show(0)).data).toEqual({
      message: 'Hi Ada {{last_name}} <b>,\n\nAt One?',
      gaps: [],
      conditions: [],
      results: [],
      stand_ins: [],
      snippets: [],
      html: '<p>Hi Ada {{last_name}} &lt;b&gt;,</p>\n<p>At One?</p>',
      problem: null,
      is_plain: true,
      subject_line: 'Lovelace Bcc: x@y.example and you',
      variant: 'a',
      used_fallback: false,
      missing: [],
      outcomes: 1,
      others: [],
    });
  });

  test('missing data takes the fallback; without one the gaps are shown and named', async () => {
    const show = await stage({ message: 'Hi {{first_name}} of {{company_name}}', subject_line: 'Hello' });
    expect((await show(1)).data).toMatchObject({
      message: 'Hi Bob of [Company name]',
      missing: ['company_name'],
      used_fallback: false,
    });
    const withFallback = await show(1, { placeholder_message: 'Hi {{first_name}}' });
    expect(withFallback.data).toMatchObject({ message: 'Hi Bob', missing: [], used_fallback: true });
    expect((await show(1, { message: 'Hi {{favourite_colour}}' })).data).toMatchObject({
      message: 'Hi [favourite_colour]',
      missing: ['unknown:favourite_colour'],
    });
  });

  test('variants: the lead has its own, a chosen one wins, and texts of the editor count', async () => {
    // Which of both a lead has goes by its number: of forty some have each.
    const people = Array.from({ length: 40 }, (_, n) => ({ first_name: `Bob ${n}` }));
    const show = await stage({ message: 'A', subject_line: 'SA', message_b: 'B', subject_line_b: 'SB' }, people);
    const seen = new Set<string>();
    for (let n = 0; n < people.length && seen.size < 2; n += 1) {
      const { variant, message, subject_line } = (await show(n)).data;
      seen.add(variant);
      expect([message, subject_line]).toEqual(variant === 'a' ? ['A', 'SA'] : ['B', 'SB']);
    }
    expect([...seen].sort()).toEqual(['a', 'b']);
    expect((await show(0, { variant: 'b', message_b: 'New B' })).data).toMatchObject({
      variant: 'b',
      message: 'New B',
    });
    expect((await show(0, { variant: 'b', message_b: null })).data).toMatchObject({ variant: 'a', message: 'A' });
    expect((await show(0, { message: 'x'.repeat(8001) })).error.error).toBe('You are above the 8000 character limit!');
  });

  test('signature, unsubscribe text and links', async () => {
    const person = await server.signUp();
    const { id, step_id } = await makeCampaign(person);
    const { prospect_ids } = await makeList(server, person.organization_id, [{ first_name: 'Ada' }]);
    const made = await person.call(api.createSignature, {
      body: { name: 'Me', signature: '<b>Ada</b><script>1</script>' },
    });
    const text = (await person.call(api.makeUnsubscribeText, { params: { id }, body: { message: 'Hi' } })).data
      .unsubscribe_text;
    expect(text).toContain('unsubscribe here');
    const message = `Hi${text}\n<{"type":"signature","id":${made.data.signature.id},"name":"Me"}>`;
    const shown = await person.call(api.previewStep, {
      params: { id, stepId: step_id },
      body: { prospect_id: prospect_ids[0]!, message },
    });
    expect(shown.data.missing).toEqual([]);
    expect(shown.data.html).toContain('<b>Ada</b>');
    expect(shown.data.html).not.toContain('script');
    expect(shown.data.html).toMatch(/<a href="http:\/\/localhost\/[^"]*">unsubscribe here<\/a>/);
    const again = await person.call(api.makeUnsubscribeText, { params: { id }, body: { message } });
    expect(again.data.unsubscribe_text).toBe('');
    const toReply = await person.call(api.makeUnsubscribeText, {
      params: { id },
      body: { message: 'Hi', way: 'reply' },
    });
    expect(toReply.data.unsubscribe_text).toBe('\n\nIf you would rather not hear from me again, reply “stop”.');
  });
});

describe('attachments', () => {
  const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
  const file = (content: Buffer | string, content_type: string, filename = 'a.bin') => ({
    field: 'file',
    filename,
    content,
    content_type,
  });
  const attach = (person: TestClient, id: number, stepId: number, given: ReturnType<typeof file>) =>
    person.call(api.addAttachment, { params: { id, stepId } }, [given]);

  test('stored under a harmless name, told by its bytes, removed with its file', async () => {
    const person = await server.signUp();
    const { id, step_id } = await makeCampaign(person);
    const added = await attach(person, id, step_id, file(PNG, 'image/png', '..\\..\\etc/pass;wd\u2028.png'));
    expect(added.data.step).toMatchObject({
      id: step_id,
      attachment_total_size: 10,
      attachments: [{ name: 'pass;wd .png', type: 'image/png', size: 10 }],
    });
    const key = await server.program.system.forOrganization(person.organization_id).transaction(
      async ({ db }) =>
        (
          await sql<{
            file_key: string;
          }>`select file_key from campaign_attachments where node_id = ${step_id}`.execute(db)
        ).rows[0]!.file_key,
    );
    const { files } = server.program.system.ports;
    expect(await files.readFile(key, 100)).toEqual(PNG);
    const copy = (await person.call(api.duplicateCampaign, { params: { id } })).data.campaign;
    expect((await person.call(api.deleteStep, { params: { id, stepId: step_id } })).status).toBe(200);
    expect(await files.readFile(key, 100)).toEqual(PNG);
    const step = copy.steps[0]!;
    const place = { id: copy.id, stepId: step.id, attachmentId: step.attachments[0]!.id };
    expect((await person.call(api.deleteAttachment, { params: { ...place, id } })).status).toBe(404);
    expect((await person.call(api.deleteAttachment, { params: place })).status).toBe(200);
    expect(await isFileStored(server, key)).toBe(false);
    expect((await person.call(api.deleteAttachment, { params: place })).status).toBe(404);
  });

  test.each([
    ['a program called PDF', 'MZ\x90\x00', 'application/pdf'],
    ['a page called PNG', '<svg onload=alert(1)>', 'image/png'],
    ['a PNG called GIF', PNG, 'image/gif'],
    ['a PNG called a page', PNG, 'text/html'],
    ['nothing', '', 'application/pdf'],
    ['a real zip', 'PK\x03\x04', 'application/zip'],
  ])('refuses %s', async (_, content, type) => {
    const person = await server.signUp();
    const { id, step_id } = await makeCampaign(person);
    const answer = await attach(person, id, step_id, file(content, type));
    expect([answer.status, answer.error.error]).toEqual([400, ATTACHMENTS.unsupported_text]);
  });

  test('ten megabytes per step in all; parallel uploads cannot exceed it', async () => {
    const person = await server.signUp();
    const { id, step_id } = await makeCampaign(person);
    const pdf = (size: number) =>
      file(Buffer.concat([Buffer.from('%PDF'), Buffer.alloc(size - 4)]), 'application/pdf', 'a.pdf');
    const limit = 10 * 1024 * 1024;
    expect((await attach(person, id, step_id, pdf(limit + 1))).error.error).toBe(ATTACHMENTS.too_large_text);
    expect((await attach(person, id, step_id, pdf(limit - 1000))).status).toBe(200);
    const race = await Promise.all(Array.from({ length: 6 }, () => attach(person, id, step_id, pdf(300))));
    expect(race.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 400, 400, 400]);
    expect((await attach(person, id, step_id, pdf(100))).status).toBe(200);
    expect((await attach(person, id, step_id, pdf(5))).error.error).toBe(ATTACHMENTS.too_large_text);
  });

  test('only steps that carry a message take files', async () => {
    const { person, id, add } = await blank();
    const call = (await add({ step: 'CALL_PROSPECT' })).data.new_step.id;
    expect((await attach(person, id, call, file(PNG, 'image/png'))).status).toBe(404);
    expect((await attach(person, id, 2 ** 40, file(PNG, 'image/png'))).status).toBe(404);
  });
});
