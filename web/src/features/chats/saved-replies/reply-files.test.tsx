// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, press, refusal, show } from '../../../lib/testing/show.tsx';
import { account, conversationAnswers, message, messageField, page, prospect } from '../conversation.factory.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const user = { id: 1, name: 'Ada Jansen', role: 'ADMIN', organization: { branding_settings: {} } };
const file = (id: number, name: string) => ({ id, name, type: 'application/pdf', size: 2048 });
const reply = {
  id: 1,
  name: 'Prices',
  message: 'Our prices are attached.',
  is_own: false,
  use_count: 2,
  language: null,
  files: [file(4, 'prices.pdf'), file(5, 'terms.pdf')],
};
const attach = 'POST /chats/1/uploads/saved-reply/';
const answers = (change: Answers = {}): Answers => ({
  ...conversationAnswers(),
  'GET /chats/1/history/': { prospect, account, messages: [message(8)], total_messages: 1 },
  'GET /saved-replies/': { saved_replies: [reply], figures: [] },
  'POST /saved-replies/1/use/': { success: true },
  ...change,
});
const open = async () => {
  fireEvent.keyDown(await messageField(), { key: '/' });
  return screen.findByRole('dialog', { name: 'Saved replies' });
};

/** The upload of a file, which no fetch does. */
function stubUpload(answer: () => { status: number; body: object }): string[] {
  const sent: string[] = [];
  class Upload {
    upload = {};
    status = 0;
    responseText = '';
    onload = () => undefined;
    open(_: string, address: string) {
      sent.push(address);
    }
    setRequestHeader() {
      // No header matters here.
    }
    send() {
      const { status, body } = answer();
      Object.assign(this, { status, responseText: JSON.stringify(body) });
      setTimeout(() => this.onload(), 0);
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload);
  return sent;
}

test('copies of its files are in the message before its words are', async () => {
  let uploads: object[] = [];
  const { sent } = await show(
    page,
    answers({
      'GET /chats/1/uploads/': () => ({ uploads }),
      [attach]: () => {
        uploads = [file(11, 'prices.pdf'), file(12, 'terms.pdf')];
        return { uploads };
      },
    }),
    user,
  );
  const dialog = await open();
  await within(dialog).findByText('2 files');
  fireEvent.click(within(dialog).getByRole('button', { name: /^Prices/ }));
  await waitFor(async () =>
    expect((await messageField()) as HTMLTextAreaElement).toHaveProperty('value', 'Our prices are attached.'),
  );
  expect(sent(attach)).toEqual([{ saved_reply_id: 1 }]);
  await screen.findByText('prices.pdf');
  await screen.findByText('terms.pdf');
  expect(sent('POST /saved-replies/1/use/')).toHaveLength(1);
});

test('files that find no room are said, and no words are put in', async () => {
  const problem = 'The files of one message can have 25 MB together.';
  const { sent } = await show(page, answers({ [attach]: refusal(400, 'message_file_size', problem) }), user);
  const dialog = await open();
  fireEvent.click(await within(dialog).findByRole('button', { name: /^Prices/ }));
  await within(dialog).findByText(problem);
  expect((await messageField()) as HTMLTextAreaElement).toHaveProperty('value', '');
  expect(sent('POST /saved-replies/1/use/')).toEqual([]);
});

test('files are added and removed when the saved reply is saved, and what was done is not repeated', async () => {
  let isBroken = true;
  const { sent } = await show(
    page,
    answers({ 'PUT /saved-replies/1/': { saved_reply: reply }, 'DELETE /saved-replies/1/files/4/': { success: true } }),
    user,
  );
  const uploads = stubUpload(() =>
    isBroken
      ? { status: 400, body: { error: 'The disk is full.', code: 'no_room_for_file' } }
      : { status: 200, body: { file: file(9, 'new.pdf') } },
  );
  await open();
  await press('Edit Prices');
  const dialog = await screen.findByRole('dialog', { name: 'Edit saved reply' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove prices.pdf' }));
  const input = within(dialog).getByLabelText('Add files');
  const pdf = new File(['%PDF-1.7'], 'new.pdf', { type: 'application/pdf' });
  const program = new File(['MZ'], 'setup.exe', { type: 'application/x-msdownload' });
  fireEvent.change(input, { target: { files: [pdf, program] } });
  await within(dialog).findByText(
    "This type of file can't be sent. Send PDF, JPG, PNG, GIF, WEBP, MP4, DOCX, XLSX, PPTX, TXT or CSV files.",
  );
  expect(within(dialog).queryByText('setup.exe')).toBeNull();
  expect(sent('DELETE /saved-replies/1/files/4/')).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('The disk is full.');
  expect(sent('DELETE /saved-replies/1/files/4/')).toHaveLength(1);
  isBroken = false;
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByRole('dialog', { name: 'Saved replies' });
  expect(sent('DELETE /saved-replies/1/files/4/')).toHaveLength(1);
  expect(uploads).toHaveLength(2);
  expect(uploads[0]).toContain('/saved-replies/1/files/');
});
