import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImapConnection } from '../mailbox.port.ts';
import { type HostileImap, type Misbehavior, startHostileImap } from '../testing/hostile-imap.ts';
import { mailTo } from '../testing/mailbox-world.ts';
import { type SandboxWorld, startSandboxWorld } from '../testing/sandbox-world.ts';
import { createPlacement } from './smtp-imap.adapter.ts';

const port = createPlacement({
  outbound_allow: '127.0.0.1',
  connect_timeout_in_ms: 3_000,
  answer_timeout_in_ms: 3_000,
});

describe('in mailboxes of the sandbox', () => {
  let world: SandboxWorld;
  let ann: ImapConnection;
  beforeAll(async () => {
    world = await startSandboxWorld();
    ann = await world.createAccount('ann');
  }, 30_000);
  afterAll(() => world?.close());

  const send = async (to: ImapConnection) => {
    const mail = await world.port.composeMail(mailTo(ann, to.email));
    await world.port.sendMail(ann, mail);
    return mail.message_id;
  };

  test('a mail is found in the inbox or in spam by its own id, and nothing else is', async () => {
    const [inbox, junk] = [await world.createAccount('inbox1'), await world.createAccount('junk1')];
    const [first, second] = [await send(inbox), await send(junk)];
    const searched = [first, second, 'never-sent@corp.test'].map((id, key) => ({ key, message_ids: [id] }));
    expect(await port.findPlaces(inbox.imap, searched)).toEqual({ places: new Map([[0, 'inbox']]), is_full: false });
    expect(await port.findPlaces(junk.imap, searched)).toEqual({ places: new Map([[1, 'spam']]), is_full: false });
  });

  test('a sign-in is checked, and a refused one named', async () => {
    expect(await port.verifyLogin(ann.imap)).toEqual({ ok: true });
    const refused = { ok: false, failed: 'IMAP', is_credentials: true };
    expect(await port.verifyLogin({ ...ann.imap, password: 'wrong' })).toMatchObject(refused);
    await expect(port.findPlaces({ ...ann.imap, password: 'wrong' }, [])).rejects.toMatchObject({
      kind: 'auth_expired',
    });
    await expect(port.findPlaces({ ...ann.imap, port: 1 }, [])).rejects.toMatchObject({ kind: 'unavailable' });
    const strict = createPlacement({ outbound_allow: '' });
    expect(await strict.verifyLogin({ ...ann.imap, host: '10.0.0.1' })).toMatchObject({ ok: false });
  });
});

describe('servers that say more, or misbehave', () => {
  let imap: HostileImap;
  beforeEach(async () => {
    imap = await startHostileImap();
    imap.deliver(Buffer.from('Subject: one\r\n\r\nHello'));
  });
  afterEach(() => imap.close());

  const login = () => ({ host: '127.0.0.1', port: imap.port, secure: false, username: 'ann@corp.test', password: 'x' });
  const find = () => port.findPlaces(login(), [{ key: 1, message_ids: ['id@corp.test'] }]);
  /** Answers to one search after the other; the last one repeats. */
  const answerSearches = (...answers: string[]) => {
    const left = [...answers];
    imap.misbehaviors.set('UID SEARCH', async (say, tag) => {
      const answer = left.length > 1 ? left.shift() : left[0];
      await say(`* SEARCH${answer}\r\n${tag} OK done\r\n`);
    });
  };

  test("Gmail's tabs differ from its main tab", async () => {
    imap.capabilities = 'IMAP4rev1 X-GM-EXT-1';
    answerSearches(' 1', ' 1');
    expect((await find()).places).toEqual(new Map([[1, 'tab']]));
    answerSearches(' 1', '');
    expect((await find()).places).toEqual(new Map([[1, 'inbox']]));
  });

  test('storage that is used up is reported', async () => {
    imap.capabilities = 'IMAP4rev1 QUOTA';
    const quota = (used: number) => {
      imap.misbehaviors.set('GETQUOTAROOT', async (say, tag) => {
        await say(`* QUOTAROOT INBOX ""\r\n* QUOTA "" (STORAGE ${used} 1000)\r\n${tag} OK done\r\n`);
      });
    };
    quota(1000);
    expect((await find()).is_full).toBe(true);
    quota(500);
    expect((await find()).is_full).toBe(false);
  });

  test('other folders are searched after inbox and spam, and only a few', async () => {
    imap.misbehaviors.set('LIST', async (say, tag) => {
      for (let n = 0; n < 40; n += 1) await say(`* LIST () "/" "Folder ${n}"\r\n`);
      await say(
        `* LIST (\\Junk) "/" "Spam"\r\n* LIST (\\Sent) "/" "Sent"\r\n* LIST () "/" "INBOX"\r\n${tag} OK done\r\n`,
      );
    });
    // Not by either header in the inbox and in spam, then in the first other folder.
    answerSearches('', '', '', '', ' 1');
    expect((await find()).places).toEqual(new Map([[1, 'elsewhere']]));
    let searches = 0;
    imap.misbehaviors.set('UID SEARCH', async (say, tag) => {
      searches += 1;
      await say(`* SEARCH\r\n${tag} OK done\r\n`);
    });
    expect((await find()).places).toEqual(new Map());
    expect(searches).toBe(2 * 12);
  });

  test.each<[string, string, Misbehavior]>([
    ['refuses to search', 'UID SEARCH', (say, tag) => say(`${tag} NO not now\r\n`)],
    ['never answers', 'UID SEARCH', async () => {}],
    [
      'sends endless lines',
      'LIST',
      async (say) => {
        for (let n = 0; n < 60; n += 1) await say(Buffer.alloc(1_000_000, 'a'));
      },
    ],
  ])('a server that %s says nothing about the mail', async (_, command, misbehavior) => {
    imap.misbehaviors.set(command, misbehavior);
    await expect(find()).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('an id that could end the command is refused', async () => {
    const bad = port.findPlaces(login(), [{ key: 1, message_ids: ['a> BODY\r\nb@x'] }]);
    await expect(bad).rejects.toMatchObject({ kind: 'rejected' });
  });
});
