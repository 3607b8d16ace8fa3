import { api } from '@overture/contract';
import { beforeAll, expect, test } from 'vitest';
import { isFileStored } from '../../../testing/files/stored-files.ts';
import { type TestClient, useTestServer } from '../../../testing/harness.ts';
import { makeConversation } from '../chats.factory.ts';
import { deleteLeftFiles } from './saved-reply-files.service.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
let stranger: Person;
beforeAll(async () => {
  [person, stranger] = [await server.signUp('Ada Jansen'), await server.signUp()];
});

const PDF = Buffer.from('%PDF-1.7 words');
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
const save = async (is_own = false) => {
  const body = { name: 'Prices', message: 'Our prices are attached.', is_own };
  return (await person.call(api.createSavedReply, { body })).data.saved_reply;
};
const add = (id: number, filename: string, content: Buffer, who: TestClient = person) =>
  who.call(api.addSavedReplyFile, { params: { id } }, [
    { field: 'file', filename, content, content_type: 'application/octet-stream' },
  ]);
const attach = (prospect_id: number, saved_reply_id: number, who: TestClient = person) =>
  who.call(api.attachSavedReplyFiles, { params: { id: prospect_id }, body: { saved_reply_id } });
const uploadsOf = async (id: number) => (await person.call(api.listChatUploads, { params: { id } })).data.uploads;
const filesOf = async (id: number) =>
  (await person.call(api.listSavedReplies)).data.saved_replies.find((reply) => reply.id === id)?.files;
const keysOf = async (id: number): Promise<string[]> =>
  (
    await server.owner.query('select file_key from saved_reply_files where saved_reply_id = $1 order by id', [id])
  ).rows.map(({ file_key }) => file_key);
const isStored = (key: string) => isFileStored(server, key);

test('files are listed, shown, downloaded and deleted with their bytes', async () => {
  const { id } = await save();
  const { file } = (await add(id, 'prices.pdf', PDF)).data;
  expect(await filesOf(id)).toEqual([{ id: file.id, name: 'prices.pdf', type: 'application/pdf', size: PDF.length }]);
  const params = { id, fileId: file.id };
  const shown = await person.call(api.readSavedReplyPreview, { params });
  expect(shown.headers['content-type']).toBe('application/pdf');
  const download = await person.call(api.getSavedReplyFile, { params });
  expect(download.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
  });
  const [key] = await keysOf(id);
  expect((await person.call(api.deleteSavedReplyFile, { params })).status).toBe(200);
  expect((await person.call(api.deleteSavedReplyFile, { params })).status).toBe(404);
  expect(await filesOf(id)).toEqual([]);
  expect(await isStored(key!)).toBe(false);
});

test('the same files are refused as in messages', async () => {
  const { id } = await save();
  expect((await add(id, 'offer.exe', PDF)).error.code).toBe('message_file_type');
  expect((await add(id, 'notes.txt', Buffer.from('a\u0000b'))).error.code).toBe('message_file_type');
  const names = await Promise.all([1, 2, 3].map(async () => (await add(id, 'a.png', PNG)).data.file.name));
  expect(names.sort()).toEqual(['a 2.png', 'a 3.png', 'a.png']);
  for (let n = 4; n <= 10; n += 1) await add(id, `${n}.png`, PNG);
  expect((await add(id, 'eleventh.png', PNG)).error.code).toBe('message_file_count');
  await server.owner.query('update saved_reply_files set size = 25 * 1024 * 1024 where id = $1', [
    (await filesOf(id))![0]!.id,
  ]);
  await person.call(api.deleteSavedReplyFile, { params: { id, fileId: (await filesOf(id))![9]!.id } });
  expect((await add(id, 'more.png', PNG)).error.code).toBe('message_file_size');
});

test('a message gets copies, which stay when the saved reply goes with its files', async () => {
  const { id } = await save();
  await add(id, 'prices.pdf', PDF);
  await add(id, 'chart.png', PNG);
  const { prospect_id } = await makeConversation(server, person.organization_id);
  const { uploads } = (await attach(prospect_id, id)).data;
  expect(uploads.map(({ name }) => name)).toEqual(['prices.pdf', 'chart.png']);
  expect((await attach(prospect_id, id)).data.uploads.map(({ name }) => name)).toEqual(['prices 2.pdf', 'chart 2.png']);
  expect(await uploadsOf(prospect_id)).toHaveLength(4);
  const keys = await keysOf(id);
  expect((await person.call(api.deleteSavedReply, { params: { id } })).status).toBe(200);
  expect(await Promise.all(keys.map(isStored))).toEqual([false, false]);
  const shown = await person.call(api.readUploadPreview, { params: { id: prospect_id, uploadId: uploads[0]!.id } });
  expect(shown.status).toBe(200);
  expect((await attach(prospect_id, id)).status).toBe(404);
});

test('copies that find no room, or whose file is gone, leave the message as it was', async () => {
  const { id } = await save();
  for (let n = 1; n <= 6; n += 1) await add(id, `${n}.png`, PNG);
  const { prospect_id } = await makeConversation(server, person.organization_id);
  await attach(prospect_id, id);
  expect((await attach(prospect_id, id)).error.code).toBe('message_file_count');
  expect(await uploadsOf(prospect_id)).toHaveLength(6);
  const other = await makeConversation(server, person.organization_id);
  await server.program.system.ports.files.deleteFile((await keysOf(id))[3]!);
  expect((await attach(other.prospect_id, id)).error.error).toBe('The file 4.png is no longer there. Leave it out.');
  expect(await uploadsOf(other.prospect_id)).toEqual([]);
});

test('a file that two saved replies share stays until both are gone', async () => {
  const [first, second] = [await save(), await save()];
  await add(first.id, 'prices.pdf', PDF);
  await add(second.id, 'prices.pdf', PDF);
  const [key] = await keysOf(first.id);
  // As an imported archive stores them.
  await server.owner.query('update saved_reply_files set file_key = $1 where saved_reply_id = $2', [key, second.id]);
  const [file] = (await filesOf(second.id))!;
  const params = { id: second.id, fileId: file!.id };
  expect((await person.call(api.deleteSavedReplyFile, { params })).status).toBe(200);
  expect(await isStored(key!)).toBe(true);
  expect((await person.call(api.deleteSavedReply, { params: { id: first.id } })).status).toBe(200);
  expect(await isStored(key!)).toBe(false);
});

test('more files than a reply takes, as two imports may leave, do not hide the list', async () => {
  const { id } = await save();
  await add(id, 'prices.pdf', PDF);
  await server.owner.query(
    `insert into saved_reply_files (organization_id, saved_reply_id, name, type, size, file_key)
     select organization_id, saved_reply_id, 'copy ' || n, type, size, file_key from saved_reply_files, generate_series(1, 12) n
     where saved_reply_id = $1`,
    [id],
  );
  expect(await filesOf(id)).toHaveLength(10);
});

test('strangers, and colleagues of a private reply, neither see nor change its files', async () => {
  const { id } = await save(true);
  const { file } = (await add(id, 'prices.pdf', PDF)).data;
  await server.owner.query('update saved_replies set user_id = null where id = $1', [id]);
  const params = { id, fileId: file.id };
  const theirs = await makeConversation(server, stranger.organization_id);
  expect((await add(id, 'b.pdf', PDF, stranger)).status).toBe(404);
  expect((await stranger.call(api.getSavedReplyFile, { params })).status).toBe(404);
  expect((await stranger.call(api.readSavedReplyPreview, { params })).status).toBe(404);
  expect((await stranger.call(api.deleteSavedReplyFile, { params })).status).toBe(404);
  expect((await attach(theirs.prospect_id, id, stranger)).status).toBe(404);
  expect((await attach(theirs.prospect_id, id)).status).toBe(404);
  const colleague = await server.owner.query(
    `insert into users (organization_id, name, email, role) select organization_id, 'Eva', $2, role from users where id = $1 returning id::int`,
    [person.user_id, `eva${id}@sender.example`],
  );
  await server.owner.query('update saved_replies set user_id = $2 where id = $1', [id, colleague.rows[0].id]);
  expect((await person.call(api.getSavedReplyFile, { params })).status).toBe(404);
  expect((await add(id, 'b.pdf', PDF)).status).toBe(404);

  // The files of a user who is deleted go too.
  const [key] = await keysOf(id);
  await server.owner.query('delete from users where id = $1', [colleague.rows[0].id]);
  expect(await isStored(key!)).toBe(true);
  await deleteLeftFiles(server.program.system);
  expect(await isStored(key!)).toBe(false);
});
