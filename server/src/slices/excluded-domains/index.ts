export { excludedDomainsRoutes } from './excluded-domains.routes.ts';
export { loadExclusions } from './excluded-domains.service.ts';
export { isExcludedPerson } from './excluded-domains.store.ts';
