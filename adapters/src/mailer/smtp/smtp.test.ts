import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxWorld, startSandboxWorld } from '../../mailbox/testing/sandbox-world.ts';
import { createSmtpMailer } from './smtp.adapter.ts';

let world: SandboxWorld;

beforeAll(async () => {
  world = await startSandboxWorld();
}, 30_000);
afterAll(() => world?.close());

const MAIL = {
  to: 'new@user.test',
  subject: 'Your code',
  text: '12345678',
  html: null,
  date: new Date('2026-05-04T08:00:00Z'),
};

describe('system mail', () => {
  test('leaves with the configured sender, or under an agency’s name', async () => {
    const mailer = createSmtpMailer({ smtp_url: world.smtp_url, mail_from: 'Overture <noreply@overture.test>' });
    await mailer.sendSystemMail(MAIL);
    await mailer.sendSystemMail({ ...MAIL, from_name: 'Agency "A"\r\nBcc: x@y.test' });
    await mailer.close();
    const { mails } = await world.get<{
      mails: { from: string; to: string[]; subject: string; text: string; is_system: boolean }[];
    }>('/api/mails?to=new@user.test');
    expect(
      mails.map(({ from, to, subject, text, is_system }) => ({ from, to, subject, text: text.trim(), is_system })),
    ).toEqual([
      {
        from: expect.stringMatching(/^"?Agency.*<noreply@overture\.test>$/),
        to: ['new@user.test'],
        subject: 'Your code',
        text: '12345678',
        is_system: true,
      },
      {
        from: '"Overture" <noreply@overture.test>',
        to: ['new@user.test'],
        subject: 'Your code',
        text: '12345678',
        is_system: true,
      },
    ]);
  });

  test('the signature covers what makes one click possible', async () => {
    const mailer = createSmtpMailer({ smtp_url: world.smtp_url, mail_from: 'noreply@overture.test' });
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await mailer.sendSystemMail({
      ...{ ...MAIL, to: 'reader@user.test', list_unsubscribe: { url: 'https://app.test/stop/key' } },
      dkim: { domain: 'overture.test', selector: 'k', private_key },
    });
    await mailer.close();
    const { mails } = await world.get<{ mails: { id: number }[] }>('/api/mails?to=reader@user.test');
    const { raw } = await world.get<{ raw: string }>(`/api/mails/${mails[0]?.id}`);
    expect(raw).toContain('List-Unsubscribe: <https://app.test/stop/key>');
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const signed = /\bh=([^;]*)/.exec(raw)?.[1]?.replace(/\s/g, '').split(':');
    expect(signed).toEqual(expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post']));
  });

  test('the server owns no mail whose sender says no before the last dot, over a kept connection either', async () => {
    const mailer = createSmtpMailer({ smtp_url: world.smtp_url, mail_from: 'noreply@overture.test' });
    const to = 'asked@user.test';
    const got = async () =>
      (await world.get<{ mails: { subject: string }[] }>(`/api/mails?to=${to}`)).mails.map(({ subject }) => subject);
    const send = (subject: string, before_handover: () => Promise<void>) =>
      mailer.sendSystemMail({ ...MAIL, to, subject, text: 'long '.repeat(20_000), before_handover });
    await send('first', async () => expect(await got()).toEqual([]));
    await expect(send('second', () => Promise.reject(new Error('Somebody else has it.')))).rejects.toMatchObject({
      kind: 'unavailable',
    });
    await send('third', async () => undefined);
    await mailer.close();
    expect((await got()).toSorted()).toEqual(['first', 'third']);
  });

  test('logs in where SMTP_URL carries a login, with its characters decoded', async () => {
    await world.control('/accounts', { email: 'post+1@overture.test', password: 'p@ss/w:rd' });
    const [scheme, host] = world.smtp_url.split('//');
    const smtp_url = `${scheme}//post%2B1%40overture.test:p%40ss%2Fw%3Ard@${host}`;
    const mailer = createSmtpMailer({ smtp_url, mail_from: 'noreply@overture.test' });
    await mailer.sendSystemMail(MAIL);
    await mailer.close();
    const wrong = createSmtpMailer({ smtp_url: smtp_url.replace('w%3A', ''), mail_from: 'noreply@overture.test' });
    await expect(wrong.sendSystemMail(MAIL)).rejects.toMatchObject({ kind: 'auth_expired' });
    await wrong.close();
  });

  test.each([
    ['http://x', 'a@b.test', 'SMTP_URL'],
    ['mail.test:25', 'a@b.test', 'SMTP_URL'],
    ['smtp://', 'a@b.test', 'SMTP_URL'],
    ['smtp://x', 'nobody', 'MAIL_FROM'],
    ['smtp://x', 'A <a@b> c', 'MAIL_FROM'],
  ])('%s with %s names the setting that is wrong', (smtp_url, mail_from, setting) => {
    expect(() => createSmtpMailer({ smtp_url, mail_from })).toThrow(setting);
  });
});
