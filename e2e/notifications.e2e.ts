import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { signUp } from './support/person.ts';

test('new replies are announced by the browser in the background, once a person turned it on', async ({ page }) => {
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript(() => {
    // Chromium shows none without a desktop: what would be shown is kept.
    const shown: { title: string; tag: string; open: () => void }[] = [];
    class Kept {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      onclick: (() => void) | null = null;
      constructor(title: string, { tag }: { tag: string }) {
        shown.push({ title, tag, open: () => this.onclick?.() });
      }
      close(): void {}
    }
    Object.assign(window, { Notification: Kept, shown });
  });
  let send: (message: string) => void = () => {};
  await page.routeWebSocket(/\/ws\//, (socket) => {
    const server = socket.connectToServer();
    send = (message) => socket.send(message);
    server.onMessage((message) => socket.send(message));
    socket.onMessage((message) => server.send(message));
  });
  const reply = (message_id: number) =>
    send(JSON.stringify({ type: 'chat_message', data: { prospect_id: 99_999, message_id, sent_by_prospect: true } }));
  const titles = () =>
    page.evaluate(() => (window as unknown as { shown: { title: string }[] }).shown.map((one) => one.title));
  const hide = (state: string) =>
    page.evaluate((value) => Object.defineProperty(document, 'visibilityState', { value, configurable: true }), state);

  await signUp(page);
  await page.goto('/settings/account');
  await page.getByRole('tab', { name: 'Notifications' }).click();
  await expect(page.getByText('Off in this browser.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Turn on', exact: true }).press('Enter');
  await expect(page.getByText('On in this browser, until you sign out.')).toBeVisible();

  await hide('hidden');
  // Until the live connection is there, a message reaches no tab. The same reply twice is one notification.
  await expect
    .poll(
      async () => {
        reply(1);
        return (await titles())[0];
      },
      { intervals: [1_500] },
    )
    .toBe('New reply');
  const before = await titles();
  await hide('visible');
  reply(2);
  const seen = () =>
    page.evaluate(() => Object.entries(localStorage).find(([name]) => name.includes('seen-reply'))?.[1]);
  await expect.poll(seen).toBe('2');
  expect(await titles()).toEqual(before);
  // No such conversation is there, so the inbox leaves it again.
  const opened = page.waitForURL(/\/inbox\?chat=99999/, { waitUntil: 'commit' });
  await page.evaluate(() => (window as unknown as { shown: { open: () => void }[] }).shown[0]?.open());
  await opened;
});
