export { excludedDomainsRoutes } from './excluded-domains.routes.ts';
export { insertExclusions, loadExclusions, parseExclusionFile } from './excluded-domains.service.ts';
export { deleteDomains, excludedLeads, isExcludedPerson } from './excluded-domains.store.ts';
export type { EntriesFound } from './read-domains.rules.ts';
