import type { Slice } from '../../kernel/slice.ts';
import { RECOVERY_PURPOSE } from './factors/recovery-codes.service.ts';
import { totpPurpose } from './factors/totp.service.ts';
import { recheckDomains } from './sso/domain-recheck.service.ts';
import { ssoSecretPurpose } from './sso/provider.service.ts';
import { serveSaml } from './sso/saml.routes.ts';
import { pruneSaml } from './sso/saml.service.ts';

export { createAuthRoutes } from './auth.routes.ts';
export { canMail, sendInvitation } from './auth-mail.service.ts';
export { resetSecondFactor } from './factors/second-factor.service.ts';
export { pruneFactors } from './factors/sign-in.service.ts';
export { SSO_ISSUERS } from './identities/identities.store.ts';
export type { InvitationTo, Invited } from './registration/invited.service.ts';
export { remindToVerify } from './registration/registration.service.ts';
export { deleteRegistrations } from './registration/registration.store.ts';
export { insertResetCode } from './reset-codes.store.ts';
export type { DescribeExtras } from './session.service.ts';
export { relinkOrganization, unlinkMemberSso } from './sso/member-link.service.ts';

export const authSlice: Slice = {
  name: 'auth',
  pages: serveSaml,
  loops: [
    { name: 'saml-prune', interval_in_ms: 600_000, run: pruneSaml },
    { name: 'sso-domains', interval_in_ms: 600_000, run: recheckDomains },
  ],
  sealed: [
    { table: 'user_totp', column: 'sealed_secret', key: 'user_id', purpose: totpPurpose },
    { table: 'sso_connections', column: 'sealed_client_secret', key: 'organization_id', purpose: ssoSecretPurpose },
  ],
  signatures: [RECOVERY_PURPOSE],
};
