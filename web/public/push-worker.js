// Shows notifications of new replies while the application is closed. It has no `fetch` and keeps no files: pages and scripts always
// come from the server, so an old build is never shown.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  let news = {};
  try {
    news = event.data?.json() ?? {};
  } catch {
    // Shown without details: browsers end the subscription of a site that shows nothing.
  }
  event.waitUntil(showNews(news));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path ?? '/inbox'));
});

const listWindows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

async function showNews({ title, tag, path, must_show }) {
  const windows = await listWindows();
  if (!must_show && windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
  await self.registration.showNotification(title ?? 'New reply', {
    tag: tag ?? 'replies',
    data: { path: path ?? '/inbox' },
  });
}

async function openPage(path) {
  // Only pages of this site: the address comes with the message.
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  // Any other page may hold words that are not saved.
  const window = (await listWindows()).find((open) => new URL(open.url).pathname === url.pathname);
  if (!window) return void (await self.clients.openWindow(url.href));
  await window.focus().catch(() => undefined);
  await window.navigate(url.href).catch(() => self.clients.openWindow(url.href));
}
