export { getProspectVersion, raiseProspectVersion } from './lead-versions.store.ts';
