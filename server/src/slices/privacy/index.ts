import type { Slice } from '../../kernel/slice.ts';
import { serveNoticePage } from './notice-page.service.ts';
import { checkOverdue } from './overdue.service.ts';
import { OVERDUE_LOOP } from './privacy.store.ts';
import { privacyPurpose } from './privacy-link.service.ts';

export { privacyRoutes } from './privacy.routes.ts';
export { findNoticeDate, getLeadBasis, insertNotices } from './privacy.store.ts';
export {
  disarmPrivacyLinks,
  makeInertPrivacyUrl,
  makePrivacyPath,
  makePrivacyUrl,
  withdrawNotices,
} from './privacy-link.service.ts';
export { closeErased, hasEraseRequest, linkErasure } from './privacy-requests.store.ts';

export const privacySlice: Slice = {
  name: 'privacy',
  signatures: [privacyPurpose],
  loops: [{ name: OVERDUE_LOOP, interval_in_ms: 600_000, run: checkOverdue }],
  pages: serveNoticePage,
};
