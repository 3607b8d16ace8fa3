import { createFileScanner } from '@overture/adapters/file-scanner/file-scanner.adapter';
import { api } from '@overture/contract';
import { type ClamdServer, EICAR, startClamdServer } from '@overture/sandbox/clamd/clamd-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { attachment, type Conversation, makeConversation, receiveReply } from '../chats.factory.ts';
import { scanFiles, scanFilesTask } from './scan-files.service.ts';

const server = useTestServer({ is_alone: true });

let clamd: ClamdServer;
const useScanner = async (port = 0): Promise<void> => {
  clamd = await startClamdServer({ port, stream_max_in_bytes: 1000 });
  server.program.system.ports.file_scanner = createFileScanner(`127.0.0.1:${clamd.port}`);
};
let former: typeof server.program.system.ports.file_scanner;
beforeEach(async () => {
  former = server.program.system.ports.file_scanner;
  await useScanner();
});
afterEach(async () => {
  server.program.system.ports.file_scanner = former;
  await clamd.close();
});

const FILES = { 'clean.txt': 'words', 'virus.txt': EICAR, 'large.txt': 'x'.repeat(2000) };
const receive = async (files: Record<string, string> = FILES) => {
  const person = await server.signUp();
  const conversation = await makeConversation(server, person.organization_id);
  const attachments = Object.entries(files).map(([filename, words]) =>
    attachment({ filename, content_type: 'text/plain', content: Buffer.from(words) }),
  );
  await receiveReply(server, conversation, { text: 'See my files.', attachments });
  const show = async () => {
    const { data } = await person.call(api.getChatHistory, { params: { prospectId: conversation.prospect_id } });
    return data.messages[0]!;
  };
  return { person, conversation, show };
};
const scansOf = ({ attachments }: { attachments: { name: string; scan: string }[] }) =>
  Object.fromEntries(attachments.map(({ name, scan }) => [name, scan]));
const scan = ({ context }: Conversation, message_id: number) => scanFiles(context, { message_id });

test('received files wait for the scanner; an infected one is neither downloaded, shown nor sent on', async () => {
  const { person, conversation, show } = await receive();
  const message = await show();
  expect(scansOf(message)).toEqual({ 'clean.txt': 'waiting', 'virus.txt': 'waiting', 'large.txt': 'waiting' });
  const { rows } = await server.owner.query(
    'select count(*)::int as n from graphile_worker.jobs where task_identifier = $1',
    [scanFilesTask],
  );
  expect(rows[0].n).toBe(1);
  await scan(conversation, message.id);
  const scanned = await show();
  expect(scansOf(scanned)).toEqual({ 'clean.txt': 'clean', 'virus.txt': 'infected', 'large.txt': 'not_scanned' });
  const fileOf = (name: string) => ({
    id: conversation.prospect_id,
    attachmentId: scanned.attachments.find((file) => file.name === name)!.id,
  });
  const download = (name: string) => person.call(api.getChatAttachment, { params: fileOf(name) });
  expect((await download('clean.txt')).status).toBe(200);
  expect((await download('large.txt')).status).toBe(200);
  const refused = await download('virus.txt');
  expect([refused.status, refused.error.code, refused.error.error]).toEqual([
    403,
    'file_infected',
    'A virus was found in this file (Win.Test.EICAR_HDB-1). It stays blocked.',
  ]);
  expect((await person.call(api.readAttachmentPreview, { params: fileOf('virus.txt') })).status).toBe(403);
  const params = { id: conversation.prospect_id, messageId: message.id };
  const forward = (attachment_ids?: number[]) =>
    person.call(api.forwardChatMessage, { params, body: { to: ['boss@own.example'], message: '', attachment_ids } });
  expect((await forward()).error.error).toBe('A virus was found in the file virus.txt. Leave it out.');
  expect((await forward([fileOf('clean.txt').attachmentId])).status).toBe(200);
});

test('while the scanner is down mail is received as ever, and its files are scanned later, each once', async () => {
  const { port } = clamd;
  await clamd.close();
  const { conversation, show } = await receive({ 'a.txt': 'words', 'b.txt': 'more words' });
  const { id } = await show();
  await expect(scan(conversation, id)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(scansOf(await show())).toEqual({ 'a.txt': 'waiting', 'b.txt': 'waiting' });
  await useScanner(port);
  await Promise.all([scan(conversation, id), scan(conversation, id)]);
  expect(scansOf(await show())).toEqual({ 'a.txt': 'clean', 'b.txt': 'clean' });
});

test('without a scanner files are not scanned, and no work is queued', async () => {
  server.program.system.ports.file_scanner = former;
  await server.owner.query('delete from graphile_worker._private_jobs');
  const { show } = await receive({ 'virus.txt': EICAR });
  expect(scansOf(await show())).toEqual({ 'virus.txt': 'not_scanned' });
  const { rows } = await server.owner.query('select from graphile_worker.jobs where task_identifier = $1', [
    scanFilesTask,
  ]);
  expect(rows).toEqual([]);
});
