import type { Slice } from '../../kernel/slice.ts';
import { checkDueDomains } from './sender-domains.service.ts';

export { senderDomainsRoutes } from './sender-domains.routes.ts';
export { checkDueDomains, checkSendingDomains, lookUpSpf, rememberDkimSelector } from './sender-domains.service.ts';

export const senderDomainsSlice: Slice = {
  name: 'sender-domains',
  loops: [{ name: 'sender-domains', interval_in_ms: 10_000, run: checkDueDomains }],
};
