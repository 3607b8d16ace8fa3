import type { FastifyRequest } from 'fastify';
import type { SystemContext } from '../../kernel/context.ts';
import { type FindSession, getToken, hostOf, type SessionCookies } from '../../kernel/http/sessions.ts';
import { rememberFor } from '../../kernel/limits/remember.ts';
import { type Brand, getBrandOfHost, getOrganizationBrand, ownFace } from '../../slices/brands/index.ts';
import { findInvitingOrganization } from '../../slices/members/index.ts';

/** Pages are opened anonymously and often: their brand is loaded once in this time. */
const KEPT_IN_MS = 3000;
const MAX_KEPT = 1000;
const MAX_CODE_LENGTH = 200;

export type FindBrand = (request: FastifyRequest) => Promise<Brand>;

/** The code of an invitation's link, or ''. */
function invitationCode({ url, query }: FastifyRequest): string {
  const { code, resetting } = query as Record<string, unknown>;
  const isInvitation = url.startsWith('/create-password?') && resetting === undefined;
  return isInvitation && typeof code === 'string' && code.length <= MAX_CODE_LENGTH ? code : '';
}

/**
 * The brand of a page: that of its host, and on the installation's own addresses that of the organization an invitation is for, or of
 * the signed-in user. A page must open
 * even while the database restarts; the client corrects the colors later.
 */
export function createBrandFinder(system: SystemContext, cookies: SessionCookies, findSession: FindSession): FindBrand {
  const ofHost = rememberFor(KEPT_IN_MS, MAX_KEPT, (host) => getBrandOfHost(system, host));
  const ofOrganization = rememberFor(KEPT_IN_MS, MAX_KEPT, (id) => getOrganizationBrand(system, Number(id)));
  const ofInvitation = rememberFor(KEPT_IN_MS, MAX_KEPT, async (code) =>
    code === '' ? null : findInvitingOrganization(system, code),
  );
  const find: FindBrand = async (request) => {
    const host = hostOf(request);
    const atHome = host === null ? null : await ofHost(host);
    if (atHome && atHome.organization_id !== null) return atHome;
    const inviting = await ofInvitation(invitationCode(request));
    const given = inviting ? null : getToken(request, cookies);
    const session = given ? await findSession(given.token, host) : null;
    const organization_id = inviting ?? session?.organization_id;
    if (organization_id === undefined) return ownFace(system);
    const brand = await ofOrganization(String(organization_id));
    // The host has no owner: its settings (hidden ways to sign in) do not apply.
    return { ...brand, look: { ...brand.look, domain: null } };
  };
  return (request) => find(request).catch(() => ownFace(system));
}
