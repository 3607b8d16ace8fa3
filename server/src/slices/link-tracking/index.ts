import type { Slice } from '../../kernel/slice.ts';
import { serveClickPages } from './click-pages.service.ts';
import { clickPurpose, openPurpose } from './click-token.service.ts';
import { deleteOldClicks, judgeClicks } from './judge-clicks.service.ts';
import { CLICKS_LOOP } from './link-clicks.store.ts';
import { recheckDomains } from './tracking-domains.service.ts';
import { DOMAINS_LOOP } from './tracking-domains.store.ts';

export { linkTrackingRoutes } from './link-tracking.routes.ts';
export { findTargets } from './restore-links.service.ts';
export { type TrackableMail, trackLinks } from './track-links.service.ts';
export { isTrackingHost } from './tracking-domains.store.ts';

export const linkTrackingSlice: Slice = {
  name: 'link-tracking',
  signatures: [clickPurpose, openPurpose],
  loops: [
    { name: CLICKS_LOOP, interval_in_ms: 2000, run: judgeClicks },
    { name: DOMAINS_LOOP, interval_in_ms: 600_000, run: recheckDomains },
    { name: 'old-link-clicks', interval_in_ms: 3_600_000, run: deleteOldClicks },
  ],
  pages: serveClickPages,
};
