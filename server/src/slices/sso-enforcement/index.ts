export {
  endSessionsOutsideSso,
  findSsoOnlyDomain,
  isBreakGlassUser,
  isSsoOnlyDomain,
  requireOwnWay,
} from './sso-enforcement.store.ts';
