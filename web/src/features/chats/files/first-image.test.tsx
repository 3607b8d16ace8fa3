// @vitest-environment happy-dom
import { cleanup, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../../lib/testing/show.tsx';
import { account, conversationAnswers, message, messageField, page, prospect } from '../conversation.factory.tsx';

const stored = { id: 4, name: 'image.png', type: 'image/png', size: 1 };
vi.mock('../formatting/answer-editor.tsx', () => new Promise(() => undefined));
vi.mock('../../../lib/api/api-client.ts', async (original) => ({
  ...(await original<object>()),
  upload: async () => ({ upload: stored }),
}));

const user = { id: 1, name: 'Ada Jansen', role: 'ADMIN', organization: { branding_settings: {} } };
afterEach(cleanup);

test('while the editor of a pasted image loads, the field keeps the focus and takes no words', async () => {
  const history = { prospect, account, messages: [message(8)], total_messages: 1 };
  const answers = { 'GET /chats/1/history/': history, 'GET /chats/1/uploads/': { uploads: [] } };
  await show(page, { ...conversationAnswers(), ...answers, 'GET /signatures/': { signatures: [] } }, user);
  const field = (await messageField()) as HTMLTextAreaElement;
  field.focus();
  const file = new File(['x'], 'image.png', { type: 'image/png' });
  fireEvent.paste(field, { clipboardData: { files: [file] } });
  await waitFor(async () => expect((await messageField()) as HTMLTextAreaElement).toHaveProperty('readOnly', true));
  expect(document.activeElement).toBe(await messageField());
  expect((await messageField()) as HTMLTextAreaElement).toHaveProperty('value', '[image]');
});
