import { Readable } from 'node:stream';
import { createFileScanner } from '@overture/adapters/file-scanner/file-scanner.adapter';
import { ProviderError } from '@overture/adapters/kit/errors';
import { api } from '@overture/contract';
import { type ClamdServer, EICAR, startClamdServer } from '@overture/sandbox/clamd/clamd-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { attachment, type Conversation, makeConversation, receiveReply } from '../chats.factory.ts';
import { chatForwardKind } from '../send-message.service.ts';
import { scanFile, scanFileTask } from './scan-files.service.ts';

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
/** The tasks of all files of a conversation; throws what the first one throws. */
const scan = async ({ context, prospect_id }: Conversation) => {
  const { rows } = await server.owner.query<{ id: number }>(
    `select a.id::int from chat_attachments a join chat_messages m on m.id = a.message_id where m.prospect_id = $1 order by a.id`,
    [prospect_id],
  );
  const ends = await Promise.allSettled(rows.map(({ id }) => scanFile(context, { file_id: id })));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
};

test('received files wait for the scanner; an infected one is neither downloaded, shown nor sent on', async () => {
  const { person, conversation, show } = await receive();
  const message = await show();
  expect(scansOf(message)).toEqual({ 'clean.txt': 'waiting', 'virus.txt': 'waiting', 'large.txt': 'waiting' });
  const { rows } = await server.owner.query(
    'select count(*)::int as n from graphile_worker.jobs where task_identifier = $1',
    [scanFileTask],
  );
  expect(rows[0].n).toBe(3);
  await scan(conversation);
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
  await expect(scan(conversation)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(scansOf(await show())).toEqual({ 'a.txt': 'waiting', 'b.txt': 'waiting' });
  await useScanner(port);
  await Promise.all([scan(conversation), scan(conversation)]);
  expect(scansOf(await show())).toEqual({ 'a.txt': 'clean', 'b.txt': 'clean' });
});

test('a file that the scanner fails at holds up no other of its message', async () => {
  const { conversation, show } = await receive({ 'bomb.zip': 'a bomb', 'virus.txt': EICAR });
  const { scanFile: shown } = server.program.system.ports.file_scanner;
  server.program.system.ports.file_scanner.scanFile = async (content, signal) => {
    const words = (await content.toArray()).join('');
    if (words === 'a bomb') throw new ProviderError('unavailable', 'It took too long.', { concerns: 'service' });
    return shown(Readable.from([Buffer.from(words)]), signal);
  };
  await expect(scan(conversation)).rejects.toThrow('It took too long.');
  expect(scansOf(await show())).toEqual({ 'bomb.zip': 'waiting', 'virus.txt': 'infected' });
});

test('a file that is sent on before its scan is scanned with its copy, which does not leave and is not taken back', async () => {
  const { person, conversation, show } = await receive({ 'clean.txt': 'words', 'virus.txt': EICAR });
  const source = await show();
  const params = { id: conversation.prospect_id, messageId: source.id };
  const send_at = new Date(Date.now() + 3_600_000).toISOString();
  const body = { to: ['boss@own.example'], message: 'Look.', send_at };
  const { message } = (await person.call(api.forwardChatMessage, { params, body })).data;
  expect(scansOf(message)).toEqual({ 'clean.txt': 'waiting', 'virus.txt': 'waiting' });
  await scan(conversation);
  const { data } = await person.call(api.getChatHistory, { params: { prospectId: conversation.prospect_id } });
  const sent = data.messages.find(({ id }) => id === message.id)!;
  expect(scansOf(sent)).toEqual({ 'clean.txt': 'clean', 'virus.txt': 'infected' });
  const file = {
    id: conversation.prospect_id,
    attachmentId: sent.attachments.find(({ scan }) => scan === 'infected')!.id,
  };
  expect((await person.call(api.getChatAttachment, { params: file })).status).toBe(403);
  const { rows } = await server.owner.query(
    `select *, id::int, ref_id::int, organization_id::int from outbound_intents where kind = 'chat_forward' and ref_id = $1`,
    [message.id],
  );
  const verdicts = await server.program.system.systemTransaction((tx) => chatForwardKind.check(tx, rows, new Date()));
  expect(verdicts.get(rows[0].id)).toEqual({
    verdict: 'fail',
    reason: 'A virus was found in the file virus.txt. Leave it out.',
  });
  const back = await person.call(api.cancelScheduledMessage, { params: { ...params, messageId: message.id } });
  expect(back.data.draft.uploads.map(({ name }) => name)).toEqual(['clean.txt']);
  // A clean file is not scanned again with its copy.
  const clean = source.attachments.find(({ name }) => name === 'clean.txt')!.id;
  const again = await person.call(api.forwardChatMessage, { params, body: { ...body, attachment_ids: [clean] } });
  expect(scansOf(again.data.message)).toEqual({ 'clean.txt': 'clean' });
});

test('without a scanner files are not scanned, and no work is queued', async () => {
  server.program.system.ports.file_scanner = former;
  await server.owner.query('delete from graphile_worker._private_jobs');
  const { show } = await receive({ 'virus.txt': EICAR });
  expect(scansOf(await show())).toEqual({ 'virus.txt': 'not_scanned' });
  const { rows } = await server.owner.query('select from graphile_worker.jobs where task_identifier = $1', [
    scanFileTask,
  ]);
  expect(rows).toEqual([]);
});
