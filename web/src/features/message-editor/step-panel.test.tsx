// @vitest-environment happy-dom
import { type Campaign, campaignsEndpoints } from '@overture/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { $createParagraphNode, $createTextNode, $getRoot, type LexicalEditor } from 'lexical';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryOptions } from '../../lib/api/api-client.ts';
import { isDisabled, press, show } from '../../lib/testing/show.tsx';
import { StepPanel } from './step-panel.tsx';

const step = {
  id: 9,
  step_type: 'EMAIL',
  parent_step_id: null,
  subject_line: '',
  message: '',
  placeholder_message: '',
  subject_line_b: null,
  message_b: null,
  more_variants: [],
  placeholder_message_b: null,
  delay_in_hours: 0,
  attachments: [] as object[],
  attachment_total_size: 0,
};
const campaignOf = (change: object, campaign: object = {}) => ({
  id: 7,
  status: 'DRAFT',
  linkedin_account_id: null,
  linkedin_account_ids: [],
  steps: [{ ...step, ...change }],
  conditions: [],
  ...campaign,
});

let closed: ReturnType<typeof vi.fn<() => void>>;
beforeEach(() => {
  closed = vi.fn<() => void>();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The panel beside the campaign as the cache has it: what is stored of its files is laid over it. */
function Panel() {
  const { data } = useQuery(queryOptions(campaignsEndpoints.getCampaign, { params: { id: 7 } }));
  return data ? <StepPanel campaign={data.campaign as Campaign} nodeId={9} onClose={closed} /> : null;
}

function open(change: object = {}, campaign: object = {}, accounts: object[] = []) {
  return show(
    <Panel />,
    {
      'GET /campaigns/7/': () => ({ campaign: campaignOf(change, campaign) }),
      'PUT /campaigns/7/steps/9/': ({ body }) => ({ campaign: campaignOf(body as object) }),
      'PATCH /campaigns/7/steps/9/': ({ body }) => {
        const { is_condition, ...change } = body as { is_condition: boolean };
        return { campaign: campaignOf(change) };
      },
      'GET /accounts/': { accounts },
      'POST /campaigns/7/unsubscribe-text/': ({ body }) => ({
        unsubscribe_text: (body as { way: string }).way === 'reply' ? '\n\nOr reply “stop”.' : '',
      }),
    },
    { role: 'ADMIN', organization: { email_credits: 100, branding_settings: {} } },
  );
}

const field = (name: string) => screen.findByRole('textbox', { name });
/** Puts a text into the editor, in place of what it holds. */
async function write(name: string, text: string): Promise<void> {
  const { __lexicalEditor: editor } = (await field(name)) as unknown as { __lexicalEditor: LexicalEditor };
  await act(async () => {
    editor.update(
      () =>
        $getRoot()
          .clear()
          .append($createParagraphNode().append($createTextNode(text))),
      {
        discrete: true,
      },
    );
  });
}
const variant = async (name: string) => fireEvent.click(await screen.findByRole('radio', { name }));
const isSaveDisabled = () => isDisabled(screen.getByRole('button', { name: 'Save' }));
const TOO_LONG = 'You are above the 200 character limit!';

test('a subject above its limit says so and cannot be saved until it is shorter', async () => {
  await open({ subject_line: 'x'.repeat(201) });
  expect(await screen.findByText(TOO_LONG)).toBeTruthy();
  expect(isSaveDisabled()).toBe(true);
  await write('Subject', 'x'.repeat(200));
  await waitFor(() => expect(screen.queryByText(TOO_LONG)).toBeNull());
  expect(isSaveDisabled()).toBe(false);
});

test('a second variant is written beside the first, and both are saved', async () => {
  const { sent } = await open({ message: 'A says this' });
  await press(/^A\/B test/, 'switch');
  await variant('Variant B');
  expect(await screen.findByText('Variant B is used once it has a message.')).toBeTruthy();
  await write('Message', 'B says that');
  await variant('Variant A');
  expect((await field('Message')).textContent).toBe('A says this');
  await press('Save');
  await waitFor(() =>
    expect(sent('PUT /campaigns/7/steps/9/')).toMatchObject([{ message: 'A says this', message_b: 'B says that' }]),
  );
  await waitFor(() => expect(closed).toHaveBeenCalled());
});

test('variants C to F are added one by one, saved with the others, and removed', async () => {
  const { sent } = await open({ message: 'A says this', message_b: 'B says that' });
  await press('Add variant');
  expect(await screen.findByText('Variant C is used once it has a message.')).toBeTruthy();
  await write('Message', 'C says more');
  await press('Add variant');
  await write('Message', 'D is not kept');
  await press('Remove variant D');
  expect((await field('Message')).textContent).toBe('A says this');
  await press('Save');
  await waitFor(() =>
    expect(sent('PUT /campaigns/7/steps/9/')).toMatchObject([
      { more_variants: [{ variant: 'c', message: 'C says more', subject_line: null, placeholder_message: null }] },
    ]),
  );
});

test('a variant with another subject and another message has a hint that its result will not say which one matters', async () => {
  const TWO = /^Variant B differs from variant A in subject and message/;
  await open({ message: 'A says this', subject_line: 'Hello', message_b: 'B says that' });
  await variant('Variant B');
  await field('Message');
  expect(screen.queryByText(TWO)).toBeNull();
  await write('Subject', 'Good morning');
  expect(await screen.findByText(TWO)).toBeTruthy();
  await write('Subject', 'Hello');
  await waitFor(() => expect(screen.queryByText(TWO)).toBeNull());
  await variant('Variant A');
  expect(screen.queryByText(TWO)).toBeNull();
});

test('what is too long in the variant that is not shown keeps Save from being pressed, and leads there', async () => {
  await open({ message: 'A', message_b: 'B', subject_line: 'x'.repeat(201) });
  await variant('Variant B');
  await waitFor(() => expect(screen.queryByText(TOO_LONG)).toBeNull());
  expect(isSaveDisabled()).toBe(true);
  expect(screen.getByText('Variant A: The subject is too long to save.')).toBeTruthy();
  await press('Show it');
  expect(await screen.findByText(TOO_LONG)).toBeTruthy();
  await waitFor(async () => expect(document.activeElement).toBe(await field('Subject')));
});

const days = () => screen.findByRole('textbox', { name: 'Days to wait' });
const holdForEver = async (label: string) => {
  fireEvent.click(await screen.findByRole('combobox', { name: label }));
  fireEvent.click(await screen.findByRole('option', { name: 'Wait until there is one' }));
};

test('how long the step waits for an address is chosen, and saved with the texts', async () => {
  const { sent } = await open({ message: 'A', address_wait_in_days: 14 });
  fireEvent.change(await days(), { target: { value: '3' } });
  await press('Save');
  await waitFor(() => expect(sent('PUT /campaigns/7/steps/9/')).toMatchObject([{ address_wait_in_days: 3 }]));
});

test('of a step without a message too, and without an end; a call waits for none', async () => {
  const visit = { step_type: 'VISIT_LINKEDIN_PROFILE', address_wait_in_days: 14 };
  const { sent } = await open(visit);
  await holdForEver('If a lead has no LinkedIn profile');
  expect(screen.queryByRole('textbox', { name: 'Days to wait' })).toBeNull();
  await press('Save');
  await waitFor(() => expect(sent('PATCH /campaigns/7/steps/9/')).toMatchObject([{ address_wait_in_days: null }]));
  cleanup();
  await open({ step_type: 'CALL_PROSPECT', address_wait_in_days: null });
  expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
  expect(screen.queryByText(/If a lead has no/)).toBeNull();
});

test('where nothing can be changed it is said in words', async () => {
  await open({ message: 'A', address_wait_in_days: 1 }, { status: 'ARCHIVED' });
  expect(await screen.findByText('If a lead has no email address: waits 1 day, then skips this step')).toBeTruthy();
});

const choose = (name: string, type: string, size: number) => {
  const file = new File(['%PDF'], name, { type });
  Object.defineProperty(file, 'size', { value: size });
  fireEvent.change(screen.getByLabelText('Add file', { selector: 'input' }), { target: { files: [file] } });
};

/** Answers uploads, which fetch cannot follow. */
function stubUpload(answer: object): object[] {
  const sent: object[] = [];
  class Upload {
    upload = {};
    status = 200;
    responseText = JSON.stringify(answer);
    onload = () => {};
    open() {}
    setRequestHeader() {}
    send(form: FormData) {
      sent.push(form.get('file') as object);
      setTimeout(() => this.onload(), 0);
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload);
  return sent;
}

test('files of other types or over 10 MB in total are refused before the upload', async () => {
  const stored = {};
  await open(stored);
  await field('Subject');
  const offer = { id: 3, name: 'offer.pdf', type: 'application/pdf', size: 14 };
  const files = { attachments: [offer], attachment_total_size: 14 };
  const uploads = stubUpload({ step: { ...step, ...files } });
  choose('notes.txt', 'text/plain', 5);
  expect(await screen.findByText('File type not supported. Supported types: PDF, JPG, PNG, GIF, MP4.')).toBeTruthy();
  choose('big.pdf', 'application/pdf', 10_485_761);
  expect(await screen.findByText('Total attachment size exceeds 10MB limit.')).toBeTruthy();
  expect(uploads).toEqual([]);
  Object.assign(stored, files);
  choose('offer.pdf', 'application/pdf', 14);
  expect(await screen.findByText('offer.pdf')).toBeTruthy();
  expect(uploads).toHaveLength(1);
});

const linkedin = (tier: string) => [{ id: 4, account_type: 'LINKEDIN', name: 'Ada', status: 'OK', tier }];

test('an invite has a note of 200 characters while no account is chosen', async () => {
  await open({ step_type: 'LINKEDIN_INVITE', message: 'x'.repeat(201) }, {}, linkedin('CLASSIC'));
  expect(await field('Note')).toBeTruthy();
  expect(screen.getByText(TOO_LONG)).toBeTruthy();
  expect(isSaveDisabled()).toBe(true);
});

test('of a free account it has none, and says why', async () => {
  await open(
    { step_type: 'LINKEDIN_INVITE' },
    { linkedin_account_id: 4, linkedin_account_ids: [4] },
    linkedin('CLASSIC'),
  );
  expect(await screen.findByText(/which sends invites without a note/)).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
});

test("a teammate's concurrent message is not overwritten", async () => {
  let refusals = 1;
  const { sent } = await show(
    <Panel />,
    {
      'GET /campaigns/7/': { campaign: campaignOf({ message: 'Hello', subject_line: 'Old', version: 1 }) },
      'PUT /campaigns/7/steps/9/': ({ body }) => {
        refusals -= 1;
        if (refusals < 0) return { campaign: campaignOf(body as object) };
        const details = { changed_by: 'Maria', changed_at: '2026-11-20T10:00:00.000Z' };
        const theirs = campaignOf({ message: 'Hers, {{first_name}}', subject_line: 'New', version: 2 });
        const answer = {
          code: 'changed_meanwhile',
          error: 'Maria changed this.',
          details,
          current: { campaign: theirs },
        };
        return Response.json(answer, { status: 409 });
      },
      'GET /accounts/': { accounts: [] },
    },
    { role: 'ADMIN', organization: { email_credits: 100, branding_settings: {} } },
  );
  await field('Message');
  await write('Message', 'Mine');
  await press('Save');
  const dialog = await screen.findByRole('dialog', { name: /^Maria changed this on .+ at/ });
  expect(dialog.textContent).toContain('Hers, [First name]');
  await press('See theirs');
  await waitFor(async () => expect((await field('Message')).textContent).toContain('Hers'));
  expect((await field('Subject')).textContent).toBe('New');
  await press('Back to mine');
  await waitFor(async () => expect((await field('Message')).textContent).toBe('Mine'));
  await press('Save');
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(sent('PUT /campaigns/7/steps/9/')).toMatchObject([
    { message: 'Mine', version: 1 },
    { message: 'Mine', subject_line: 'New', version: 2 },
  ]);
});

test('advice is beside the text and blocks nothing; blockers come first', async () => {
  await open({ subject_line: '', message: 'Hi {{first_name}}, act now!!!' });
  const losses = await screen.findByRole('list', { name: 'What costs points' });
  const said = [...losses.querySelectorAll('li')].map((item) => item.textContent ?? '');
  expect(said[0]).toMatch(/^There is no subject line yet\./);
  expect(said.join('\n')).toContain('3 exclamation marks are a lot. Two at most read calm.');
  expect(said.join('\n')).toContain('Spam filters know these words: act now.');
  await write('Message', 'Hi there, this is fine for a first look at it.');
  expect(isSaveDisabled()).toBe(false);
});

test('an unfinished message is saved as it is; its fault is named once, with what was meant', async () => {
  const { sent } = await open({ subject_line: 'Hello', message: 'Hi' });
  await write('Message', 'Hi {{frist_name}}, as {{nick}}');
  expect(await screen.findByText('There is no variable “frist_name”. Did you mean “first_name”?')).toBeTruthy();
  expect(screen.queryAllByText(/frist_name|isn't a variable|can't be sent/)).toHaveLength(2);
  await press('Save');
  await waitFor(() =>
    expect(sent('PUT /campaigns/7/steps/9/')).toMatchObject([{ message: 'Hi {{frist_name}}, as {{nick}}' }]),
  );
});

test('an unfinished text of the variant out of sight is named, and can be saved', async () => {
  await open({ message: 'A {{nick}}', message_b: 'B', subject_line: 'S' });
  await variant('Variant B');
  expect(await screen.findByText("Variant A: The message can't be sent like this.")).toBeTruthy();
  expect(isSaveDisabled()).toBe(false);
  await press('Show it');
  await waitFor(async () => expect(document.activeElement).toBe(await field('Message')));
  expect((await field('Message')).textContent).toContain('nick');
});

test('one click writes placeholders of another tool as variables', async () => {
  await open({ subject_line: 'Hi [First Name]', message: 'Hi {first_name} of *|COMPANY|*, see {custom_field}' });
  const advice = await screen.findByRole('region', { name: 'Score' });
  expect(advice.textContent).toContain(
    '{first_name} is a placeholder of another tool and would be sent as it is. Here it is {{first_name}}.',
  );
  press('Replace with variables');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Replace with variables' })).toBeNull());
  const textOf = async (label: string) => {
    const { __lexicalEditor: editor } = (await field(label)) as unknown as { __lexicalEditor: LexicalEditor };
    return editor.getEditorState().read(() => $getRoot().getTextContent());
  };
  expect(await textOf('Subject')).toBe('Hi {{first_name}}');
  expect(await textOf('Message')).toBe('Hi {{first_name}} of {{company_name}}, see {custom_field}');
  expect(screen.queryByRole('button', { name: 'Replace with variables' })).toBeNull();
});

test('a condition that is written by hand is a block, whose form says what is missing; what no block says stays', async () => {
  await open({ subject_line: 'Hi', message: 'Dear ' });
  await write('Message', 'A {% if job_title contains "CEO" %}Hi {{first_name}}{% else %}Hello{% endif %}!');
  const words = 'Change: If Job title contains “CEO”: Hi [First name] · otherwise: Hello';
  press(words);
  const value = await screen.findByRole('textbox', { name: 'Value' });
  fireEvent.change(value, { target: { value: ' ' } });
  press('Apply');
  expect(await screen.findByText('Enter a value to compare with.')).toBeTruthy();
  fireEvent.change(value, { target: { value: 'CTO' } });
  await write('Otherwise write', '');
  press('Apply');
  expect(await screen.findByRole('button', { name: /If Job title contains “CTO”.*otherwise: nothing/ })).toBeTruthy();
  const { __lexicalEditor: editor } = (await field('Message')) as unknown as { __lexicalEditor: LexicalEditor };
  const text = () => editor.getEditorState().read(() => $getRoot().getTextContent());
  expect(text()).toBe('A {% if job_title contains "CTO" %}Hi {{first_name}}{% endif %}!');
  const several = '{% if job_title and email %}a{% endif %}';
  await write('Message', several);
  expect(await screen.findByText('If Job title is known and Email is known')).toBeTruthy();
  expect(text()).toBe(several);
});

test('a new condition brings no words: left without applying it is gone, empty it cannot be saved', async () => {
  await open({ subject_line: 'Hi', message: 'Dear reader' });
  const { __lexicalEditor: editor } = (await field('Message')) as unknown as { __lexicalEditor: LexicalEditor };
  const text = () => editor.getEditorState().read(() => $getRoot().getTextContent());
  const insert = async () => {
    fireEvent.click((await screen.findAllByRole('button', { name: /variable/i })).at(-1)!);
    fireEvent.click(await screen.findByRole('option', { name: 'If … then … otherwise' }));
    return field('Then write');
  };
  await insert();
  expect(text()).toBe('Dear reader{% if job_title %}{% endif %}');
  expect(await screen.findByText(/has no text\. Write the text for at least one case/)).toBeTruthy();
  const form = screen.getByRole('button', { name: 'Apply' }).closest('form')!;
  fireEvent.click(within(form).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(text()).toBe('Dear reader'));
  // With the focus on the page, Escape closes the box and not the panel around it.
  await insert();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(text()).toBe('Dear reader'));
  expect(screen.queryByText('Discard your changes?')).toBeNull();
  expect(await field('Message')).toBeTruthy();
});

test('a link in the text is changed by a click; an address that is none is refused, Escape leaves it as it was', async () => {
  await open({
    subject_line: 'Hi',
    message: 'See <{"type":"link","text":"our plan","url":"https://old.example/"}> today',
  });
  const { __lexicalEditor: editor } = (await field('Message')) as unknown as { __lexicalEditor: LexicalEditor };
  const text = () => editor.getEditorState().read(() => $getRoot().getTextContent());
  const before = text();
  expect(before).toContain('https://old.example/');
  await press('Change our plan');
  const address = await screen.findByRole('textbox', { name: 'Address' });
  fireEvent.change(address, { target: { value: 'javascript:alert(1)' } });
  await press('Apply');
  expect(await screen.findByText(/Enter an address that starts with/)).toBeTruthy();
  fireEvent.keyDown(address, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Address' })).toBeNull());
  expect([text(), screen.queryByText('Discard your changes?')]).toEqual([before, null]);
  await press('Change our plan');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Address' }), { target: { value: 'new.example/plan' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Text' }), { target: { value: 'the plan' } });
  await press('Apply');
  await screen.findByRole('button', { name: 'Change the plan' });
  expect(text()).toContain('https://new.example/plan');
  expect(text()).not.toContain('old.example');
});

test('a message is scored in three sentences; a fix is one click, and undo brings the text back until more is written', async () => {
  await open({ subject_line: 'Hello', message: 'We plan ships!!! Is that of use?' });
  const score = within(await screen.findByRole('region', { name: 'Score' }));
  expect(within(score.getByRole('list', { name: 'Score in three sentences' })).getAllByRole('listitem')).toHaveLength(
    3,
  );
  const points = score.getByRole('status').textContent;
  await press(/^Use periods: 3 exclamation marks/);
  await waitFor(async () => expect((await field('Message')).textContent).toBe('We plan ships. Is that of use?'));
  await waitFor(() => expect(score.getByRole('status').textContent).not.toBe(points));
  await press('Undo fix');
  await waitFor(async () => expect((await field('Message')).textContent).toBe('We plan ships!!! Is that of use?'));
  expect(screen.queryByRole('button', { name: 'Undo fix' })).toBeNull();
  await press(/^Add greeting: Nothing in it is about this reader/);
  await screen.findByRole('button', { name: 'Undo fix' });
  await write('Message', 'By hand');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo fix' })).toBeNull());
});

test('the text to opt out names the way that is chosen', async () => {
  const { sent } = await open({ message: 'Hello' });
  await press('Unsubscribe text');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'By replying with one word' }));
  await waitFor(async () => expect((await field('Message')).textContent).toContain('HelloOr reply “stop”.'));
  expect(sent('POST /campaigns/7/unsubscribe-text/')).toEqual([{ message: 'Hello', way: 'reply' }]);
});
