import type { Slice } from '../../kernel/slice.ts';
import { serveStopPage } from '../weekly-mails/index.ts';
import { mailNewLeads, STOP_PAGE } from './new-leads.service.ts';
import { isStopKey, stopByKey } from './readers.store.ts';

export { finderSearchesRoutes } from './finder-searches.routes.ts';

export const finderSearchesSlice: Slice = {
  name: 'finder-searches',
  loops: [{ name: 'finder-searches', interval_in_ms: 60_000, run: mailNewLeads }],
  pages: (app, ctx) =>
    serveStopPage(app, ctx, {
      path: STOP_PAGE,
      title: 'New leads of saved searches',
      question: 'Stop the email about new leads of your saved searches?',
      button: 'Stop the email',
      stopped: 'You no longer get the email about new leads. You can turn it on again on the page Saved searches.',
      isKey: isStopKey,
      stop: stopByKey,
    }),
};
