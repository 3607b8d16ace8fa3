import type { SystemMail } from '@overture/adapters/mailer/mailer.port';
import { expect, test } from 'vitest';
import type { Brand } from './brand.service.ts';
import { sendBrandedMail } from './brand-mail.service.ts';

const url = 'https://app.example';

async function write(text: string): Promise<string> {
  const sent: SystemMail[] = [];
  const ports = { mailer: { sendSystemMail: async (mail: SystemMail) => void sent.push(mail) } };
  const ctx = {
    ports,
    clock: { now: () => new Date(0) },
    vault: {},
    systemRead: async () => undefined,
  } as unknown as Parameters<typeof sendBrandedMail>[0];
  const brand = { organization_id: null, name: 'Overture', look: {}, url, mail: null } as unknown as Brand;
  await sendBrandedMail(ctx, brand, { to: 'a@b.example', subject: 'S', paragraphs: [text] });
  return sent[0]?.html ?? '';
}

test.each([
  [`Sign in here: ${url}/login`, `<p>Sign in here: <a href="${url}/login">${url}/login</a></p>`],
  [
    `Reset it (${url}/forgot-password), then go on.`,
    `<p>Reset it (<a href="${url}/forgot-password">${url}/forgot-password</a>), then go on.</p>`,
  ],
  [`See ${url}/a?b=1&c=2.`, `<p>See <a href="${url}/a?b=1&amp;c=2">${url}/a?b=1&amp;c=2</a>.</p>`],
  // Names chosen by users.
  [
    'https://evil.example/"style="font-size:40px invited you',
    '<p>https://evil.example/&quot;style=&quot;font-size:40px invited you</p>',
  ],
  [`${url}/"onclick="x`, `<p><a href="${url}/">${url}/</a>&quot;onclick=&quot;x</p>`],
  [`${url}.evil.example/login`, `<p>${url}.evil.example/login</p>`],
  [`${url}@evil.example/login`, `<p>${url}@evil.example/login</p>`],
  ['<b>https://evil.example</b>', '<p>&lt;b&gt;https://evil.example&lt;/b&gt;</p>'],
])('only addresses of the application become links: %s', async (text, html) => {
  expect(await write(text)).toBe(html);
});
