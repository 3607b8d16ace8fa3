import { api } from '@overture/contract';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isFileStored } from '../../../testing/files/stored-files.ts';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { makeMailSender, moveClock } from '../../campaigns/run/run.factory.ts';
import { armFailpoints } from '../../failpoints/index.ts';
import { checkEvidence } from '../../outbound/evidence/evidence.job.ts';
import { attachment, type Conversation, makeConversation, receiveReply } from '../chats.factory.ts';
import { chatMessageKind } from '../send-message.service.ts';
import { deleteForgottenUploads } from './uploads.service.ts';

const { server, mail } = useCampaignWorld({ more_kinds: [chatMessageKind] });
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
let stranger: Person;
let sender: number;
beforeAll(async () => {
  [person, stranger] = [await server.signUp('Ada Jansen'), await server.signUp()];
  const ports = { smtp_port: mail.smtp_port, imap_port: mail.imap_port, sent_copy: 'kept_by_server' as const };
  const email = `files${person.organization_id}@acme.example`;
  mail.store.openAccount(email, { keeps_sent_copies: true });
  sender = await makeMailSender(server.program.system, person.organization_id, { email, ...ports });
});
afterEach(() => armFailpoints(undefined, false));

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
const PDF = Buffer.from('%PDF-1.7 words');
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const archive = (...parts: string[]) => Buffer.from(`PK\u0003\u0004[Content_Types].xml${parts.join('')}`, 'latin1');

const answered = async (): Promise<Conversation> => {
  const conversation = await makeConversation(server, person.organization_id);
  await receiveReply(server, conversation, { text: 'Yes, please.' });
  return conversation;
};
const upload = (
  { prospect_id }: Conversation,
  filename: string,
  content: Buffer | string,
  content_type = 'application/octet-stream',
) =>
  person.call(api.addChatUpload, { params: { id: prospect_id } }, [{ field: 'file', filename, content, content_type }]);
const uploaded = async (...given: Parameters<typeof upload>) => (await upload(...given)).data.upload;
type Body = Partial<NonNullable<NonNullable<Parameters<typeof person.call<typeof api.sendChatMessage>>[1]>['body']>>;
const send = ({ prospect_id }: Conversation, body: Body) =>
  person.call(api.sendChatMessage, { params: { id: prospect_id }, body: { message: 'See it', ...body } });
const messageOf = async ({ prospect_id }: Conversation, id: number) => {
  const { messages } = (await person.call(api.getChatHistory, { params: { prospectId: prospect_id } })).data;
  return messages.find((message) => message.id === id);
};
const mailsTo = (address: string) =>
  [...mail.store.mails()].filter(({ recipients }) => recipients.includes(address)).map(({ raw }) => raw.toString());

test('unsent files of a deleted user are deleted from the store', async () => {
  const conversation = await answered();
  const [theirs, own] = [await uploaded(conversation, 'offer.pdf', PDF), await uploaded(conversation, 'own.pdf', PDF)];
  const { rows } = await server.owner.query('select file_key from chat_uploads where id = any($1) order by id', [
    [theirs.id, own.id],
  ]);
  const colleague = await server.owner.query(
    `insert into users (organization_id, name, email, role) select organization_id, 'Eva', $2, role from users where id = $1 returning id::int`,
    [person.user_id, `eva${theirs.id}@sender.example`],
  );
  const { id } = colleague.rows[0];
  await server.owner.query('update chat_uploads set user_id = $2 where id = $1', [theirs.id, id]);
  expect((await person.call(api.deleteMember, { params: { id } })).status).toBe(200);
  await deleteForgottenUploads(server.program.system);
  const found = await Promise.all(rows.map(({ file_key }) => isFileStored(server, file_key)));
  expect(found).toEqual([false, true]);
});

describe('what may be attached', () => {
  test('documents, tables and texts by their bytes; no macros, no programs, no other names', async () => {
    const conversation = await answered();
    expect(await uploaded(conversation, 'Offer.docx', archive('word/document.xml'), DOCX)).toMatchObject({
      name: 'Offer.docx',
      type: DOCX,
    });
    expect((await uploaded(conversation, 'prices.csv', 'a;b\n1;2', 'application/vnd.ms-excel')).type).toBe('text/csv');
    const refused: Parameters<typeof upload>[] = [
      [conversation, 'Offer.docx', archive('word/document.xml', 'word/vbaProject.bin'), DOCX],
      [conversation, 'Offer.docx', archive('xl/workbook.xml'), DOCX],
      [conversation, 'Offer.docx', 'MZ\u0090', DOCX],
      [conversation, 'offer.exe', PDF, 'application/pdf'],
      [conversation, 'offer.exe.', PDF, 'application/pdf'],
      [conversation, 'offer.png', PDF, 'application/pdf'],
      [conversation, 'notes.txt', 'a\u0000b', 'text/plain'],
      [conversation, 'notes.txt', '<script>', 'text/html'],
      [conversation, 'page.svg', '<svg onload="x()"/>', 'image/svg+xml'],
      [conversation, 'files.zip', archive(), 'application/zip'],
      [conversation, '__proto__', 'words', 'text/plain'],
    ];
    for (const given of refused) expect((await upload(...given)).error.code, given[1]).toBe('message_file_type');
  });

  test('25 MB together and ten files; files of one name get different ones, also when they arrive at the same time', async () => {
    const conversation = await answered();
    const large = Buffer.alloc(24 * 1024 * 1024);
    PDF.copy(large);
    await uploaded(conversation, 'large.pdf', large);
    const more = Buffer.alloc(2 * 1024 * 1024);
    PDF.copy(more);
    expect((await upload(conversation, 'more.pdf', more)).error.error).toBe(
      'The files of one message can have 25 MB together.',
    );
    const names = await Promise.all([1, 2, 3].map(async () => (await uploaded(conversation, 'a.png', PNG)).name));
    expect(names.sort()).toEqual(['a 2.png', 'a 3.png', 'a.png']);
    for (let n = 4; n < 10; n += 1) await uploaded(conversation, `${n}.png`, PNG);
    expect((await upload(conversation, 'eleventh.png', PNG)).error.error).toBe('A message can have up to 10 files.');
  });

  test('other channels take 15 MB', async () => {
    const conversation = await answered();
    const { id } = await uploaded(conversation, 'a.pdf', PDF);
    await server.owner.query('update chat_uploads set size = 15000001 where id = $1', [id]);
    await server.owner.query(`update prospects set linkedin_key = 'linkedin.com/in/grace-files' where id = $1`, [
      conversation.prospect_id,
    ]);
    const { rows } = await server.owner.query(
      `insert into accounts (organization_id, account_type, status, name, provider_account_id)
        values ($1, 'LINKEDIN', 'OK', 'Ada', $2) returning id::int`,
      [person.organization_id, `seat-files-${person.organization_id}`],
    );
    const refusal = await send(conversation, { account_id: rows[0].id, upload_ids: [id] });
    expect(refusal.error.error).toBe(
      'The files of a message on LinkedIn can have 15 MB together. Leave some of them out.',
    );
  });
});

describe('images in the text', () => {
  const RICH = '<p>See <img src="cid:chart.png" alt="Our chart"></p>';

  test('leave inside the mail, and are shown from the file', async () => {
    const conversation = await answered();
    const image = await uploaded(conversation, 'chart.png', PNG);
    const shown = await person.call(api.readUploadPreview, {
      params: { id: conversation.prospect_id, uploadId: image.id },
    });
    expect(shown.headers['content-type']).toBe('image/png');
    const { message } = (
      await send(conversation, {
        account_id: sender,
        message: 'See [Our chart]',
        formatted_text: RICH,
        upload_ids: [image.id],
      })
    ).data;
    const [file] = message.attachments;
    expect(message.html).toBe(
      `<p>See <img src="/api/v1/chats/${conversation.prospect_id}/attachments/${file!.id}/preview/" alt="Our chart"></p>`,
    );
    await expect.poll(() => mailsTo(conversation.lead)).toHaveLength(1);
    const [raw] = mailsTo(conversation.lead);
    const flat = raw!.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(flat).toContain('multipart/related');
    expect(flat).toContain('Content-ID: <chart.png@image>');
    expect(flat).toContain('<img src="cid:chart.png@image" alt="Our chart">');
    expect(flat).toContain('See [Our chart]');
  });

  test('without their file, or with two of the name, do not leave, also where the words are changed later', async () => {
    const conversation = await answered();
    const none = await send(conversation, { formatted_text: RICH });
    expect(none.error.error).toBe(
      'The image “chart.png” is no longer attached. Add it again, or delete it from the text.',
    );
    const image = await uploaded(conversation, 'chart.png', PNG);
    const other = await uploaded(conversation, 'other.png', PNG);
    await server.owner.query(`update chat_uploads set name = 'chart.png' where id = $1`, [other.id]);
    const twice = await send(conversation, { formatted_text: RICH, upload_ids: [image.id, other.id] });
    expect(twice.error.error).toBe('Two files are called “chart.png”. Remove one of them.');
    const waiting = await send(conversation, { formatted_text: RICH, upload_ids: [image.id], undo_in_seconds: 60 });
    const params = { id: conversation.prospect_id, messageId: waiting.data.message.id };
    const change = (formatted_text: string) =>
      person.call(api.updateScheduledMessage, { params, body: { message: 'See', formatted_text } });
    expect((await change(RICH.replace('chart', 'table'))).error.code).toBe('send_refused');
    expect((await change(RICH)).status).toBe(200);
    const { draft } = (await person.call(api.cancelScheduledMessage, { params })).data;
    expect(draft).toMatchObject({ formatted_text: RICH, uploads: [{ name: 'chart.png' }] });
  });
});

test('the same words with other files are another message; with the same files they are one', async () => {
  const conversation = await answered();
  const sent = async (...ids: number[]) =>
    (await send(conversation, { account_id: sender, upload_ids: ids, undo_in_seconds: 60 })).data.message;
  const [one, two] = [await uploaded(conversation, 'one.pdf', PDF), await uploaded(conversation, 'two.pdf', PDF)];
  const first = await sent(one.id);
  expect((await sent(one.id)).id).toBe(first.id);
  const second = await sent(two.id);
  expect(second.id).not.toBe(first.id);
  expect(second.attachments).toMatchObject([{ name: 'two.pdf' }]);
});

test('a process that ends before or after its call sends one mail with all its files', async () => {
  for (const place of ['before_call', 'after_call']) {
    const conversation = await answered();
    const files = [await uploaded(conversation, 'a.pdf', PDF), await uploaded(conversation, 'b.png', PNG)];
    armFailpoints(`${place}:throw:1`, false);
    const { message } = (
      await send(conversation, { account_id: sender, upload_ids: files.map(({ id }) => id), message: place })
    ).data;
    await expect
      .poll(async () => (await messageOf(conversation, message.id))?.error, { timeout: 10_000 })
      .not.toBeNull();
    armFailpoints(undefined, false);
    await moveClock(server.program.system, 120);
    const delivery = async () => {
      await checkEvidence(server.program.system, new Map([[chatMessageKind.name, chatMessageKind]]));
      return (await messageOf(conversation, message.id))?.delivery;
    };
    await expect.poll(delivery, { timeout: 15_000 }).toBe('SENT');
    const mails = mailsTo(conversation.lead);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('filename=a.pdf');
    expect(mails[0]).toContain('filename=b.png');
  }
});

describe('previews of received files', () => {
  test('show what the bytes are, and nothing that could run', async () => {
    const conversation = await makeConversation(server, person.organization_id);
    const page = Buffer.from('<html><script>alert(1)</script>');
    await receiveReply(server, conversation, {
      text: 'Files',
      attachments: [
        attachment({ filename: 'photo.png', content_type: 'text/html', content: PNG }),
        attachment({ filename: 'photo.png', content_type: 'image/png', content: page }),
        attachment({ filename: 'page.html', content_type: 'text/html', content: page }),
        attachment({ filename: 'notes.txt', content_type: 'text/html', content: page }),
        attachment({ filename: 'offer.pdf', content: PDF }),
        attachment({
          filename: 'umlaut.txt',
          content_type: 'text/plain',
          content: Buffer.from('Gr\u00fc\u00dfe', 'latin1'),
        }),
      ],
    });
    const { messages } = (await person.call(api.getChatHistory, { params: { prospectId: conversation.prospect_id } }))
      .data;
    const files = messages.find(({ attachments }) => attachments.length > 0)!.attachments;
    const paramsOf = (attachmentId: number) => ({ params: { id: conversation.prospect_id, attachmentId } });
    const answers = await Promise.all(
      files.map(async ({ id }) => person.call(api.readAttachmentPreview, paramsOf(id))),
    );
    const policyOf = (place: number) => answers[place]!.headers['content-security-policy'];
    expect(answers.map(({ status, headers }) => [status, status === 200 ? headers['content-type'] : null])).toEqual([
      [200, 'image/png'],
      [415, null],
      [415, null],
      [200, 'text/plain; charset=utf-8'],
      [200, 'application/pdf'],
      [200, 'text/plain; charset=utf-8'],
    ]);
    for (const place of [0, 3, 5]) expect(policyOf(place)).toContain('sandbox');
    expect(policyOf(4)).toContain("frame-ancestors 'self'");
    for (const { status, headers } of answers)
      if (status === 200) expect(headers['x-content-type-options']).toBe('nosniff');
    expect((await stranger.call(api.readAttachmentPreview, paramsOf(files[0]!.id))).status).toBe(404);
  });
});
