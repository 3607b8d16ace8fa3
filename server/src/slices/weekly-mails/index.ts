import type { Slice } from '../../kernel/slice.ts';
import { serveStopPage } from './stop-page.service.ts';
import { writeWeeklyMails } from './weekly-mails.service.ts';

export { weeklyMailsRoutes } from './weekly-mails.routes.ts';

export const weeklyMailsSlice: Slice = {
  name: 'weekly-mails',
  loops: [{ name: 'weekly-mails', interval_in_ms: 60_000, run: writeWeeklyMails }],
  pages: serveStopPage,
};
