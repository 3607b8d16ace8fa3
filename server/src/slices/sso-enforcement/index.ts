export {
  endSessionsOutsideSso,
  findSsoOnlyDomain,
  isBreakGlassUser,
  isSsoOnlyDomain,
  listSsoOnlyUsers,
  requireOwnWay,
} from './sso-enforcement.store.ts';
