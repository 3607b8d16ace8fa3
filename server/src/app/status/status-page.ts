import type { FastifyInstance } from 'fastify';
import type { SystemContext } from '../../kernel/context.ts';
import { hostOf } from '../../kernel/http/sessions.ts';
import { rememberFor } from '../../kernel/limits/remember.ts';
import type { Loop } from '../../kernel/slice.ts';
import { getBrandOfHost, ownFace, sendBrandPage } from '../../slices/brands/index.ts';
import { describeParts } from './status.rules.ts';
import { listDays } from './status.store.ts';
import { countRequests, measureWorkers } from './status-loops.ts';
import { renderStatus, renderUnavailable, STATUS_TEXTS } from './status-page.rules.ts';

/** The page changes once a minute. A flood of visitors reads the database four times a minute. */
const KEPT_IN_MS = 15_000;
const MAX_HOSTS = 1000;

/** What the setting STATUS_PAGE switches on: the page, and the loops of this process that measure. */
export function serveStatus(app: FastifyInstance, system: SystemContext, roles: readonly string[]): Loop[] {
  if (system.config.STATUS_PAGE === 'off') return [];
  const isWeb = roles.includes('web');
  if (isWeb) serveStatusPage(app, system);
  return [...(isWeb ? [countRequests(app)] : []), ...(roles.includes('cron') ? [measureWorkers()] : [])];
}

/** The public status page, in the brand of its host. It needs no script, no session and no second request. */
function serveStatusPage(app: FastifyInstance, system: SystemContext): void {
  const render = rememberFor(KEPT_IN_MS, 1, async () => {
    const { now, rows } = await system.systemRead(listDays);
    return renderStatus(describeParts(rows, now), now);
  });
  const findBrand = rememberFor(KEPT_IN_MS, MAX_HOSTS, (host) => getBrandOfHost(system, host));
  app.get('/status', async (request, reply) => {
    const brand = await findBrand(hostOf(request) ?? '').catch(() => ownFace(system));
    const page = { title: STATUS_TEXTS.title, is_document: true };
    try {
      const main = await render('');
      return sendBrandPage(reply, brand, { ...page, status: 200, main, max_age_in_seconds: KEPT_IN_MS / 1000 });
    } catch (error) {
      // What is down here is the database. The page says so instead of failing.
      system.log.debug({ err: error }, 'status page without figures');
      return sendBrandPage(reply, brand, { ...page, status: 503, main: renderUnavailable() });
    }
  });
}
