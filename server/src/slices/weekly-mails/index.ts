import type { Slice } from '../../kernel/slice.ts';
import { type StopPage, serveStopPage } from './stop-page.service.ts';
import { STOP_PAGE, writeWeeklyMails } from './weekly-mails.service.ts';
import { isStopKey, stopByKey } from './weekly-mails.store.ts';

export { findDueWeeks } from './due-weeks.service.ts';
export { serveStopPage } from './stop-page.service.ts';
export { weeklyMailsRoutes } from './weekly-mails.routes.ts';

const stopPage: StopPage = {
  path: STOP_PAGE,
  title: 'Monday email',
  question: 'Stop the email with the figures of your week?',
  button: 'Stop the Monday email',
  stopped: 'You no longer get the Monday email. You can turn it on again on the page Goals.',
  isKey: isStopKey,
  stop: stopByKey,
};

export const weeklyMailsSlice: Slice = {
  name: 'weekly-mails',
  loops: [{ name: 'weekly-mails', interval_in_ms: 60_000, run: writeWeeklyMails }],
  pages: (app, ctx) => serveStopPage(app, ctx, stopPage),
};
