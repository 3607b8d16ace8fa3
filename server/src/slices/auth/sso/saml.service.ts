import type { SamlOwn, SamlProvider } from '@overture/adapters/identity/saml.port';
import { isProviderError } from '@overture/adapters/kit/errors';
import type { SystemContext } from '../../../kernel/context.ts';
import { newToken } from '../../../kernel/crypto.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import { FLOW_LIFETIME_IN_MINUTES } from '../identities/google-flow.service.ts';
import { type ConnectionRow, findConnection } from './connection.store.ts';
import { leadOn, loginPage } from './outcome.service.ts';
import * as store from './saml.store.ts';

/** What we are called at an organization's provider, and where it posts its answers to. */
export function ownSaml({ config }: Pick<SystemContext, 'config'>, organizationId: number): SamlOwn {
  const base = `${config.APP_URL}/api/v1/auth/saml/${organizationId}`;
  return { entity_id: `${base}/metadata/`, acs_url: `${base}/acs/` };
}

function toProvider({ issuer, entry_point, certificates }: ConnectionRow): SamlProvider {
  if (entry_point === null) throw new ApiError('sso_failed');
  return { entity_id: issuer, entry_point, certificates };
}

/** A question to the provider; its id takes the place of `state`. */
export async function requestSaml(
  ctx: SystemContext,
  row: ConnectionRow,
  is_test: boolean,
): Promise<{ url: string; state: string }> {
  const { organization_id } = row;
  // An id of XML begins with no digit.
  const id = `_${newToken()}`;
  await ctx.systemTransaction((tx) =>
    store.insertRequest(tx, { id, organization_id, is_test, lifetime_in_minutes: FLOW_LIFETIME_IN_MINUTES }),
  );
  const url = await ctx.ports.saml.createSignInUrl(toProvider(row), ownSaml(ctx, organization_id), id);
  return { url, state: id };
}

/**
 * What a provider had a browser post. Nothing is known of that browser here, since its cookies do not come along from another
 * site: the answer is checked, taken once, and handed to our own page, which has them. It is parsed only where the question that
 * it names is open: the form needs no session, and everybody else costs two reads.
 * @returns our page to lead the browser to
 */
export async function returnFromSaml(ctx: SystemContext, organization_id: number, response: string): Promise<string> {
  const row = await ctx.systemRead((tx) => findConnection(tx, organization_id));
  if (row?.kind !== 'saml') return loginPage(ctx, { error: 'sso_failed' });
  const request_id = ctx.ports.saml.findRequestId(response);
  const isOpen =
    request_id !== null && (await ctx.systemRead((tx) => store.isRequestOpen(tx, organization_id, request_id)));
  if (!isOpen) {
    await recordSecurityEvent(ctx, { event: 'sso_failed', organization_id, reason: 'not_asked' });
    return loginPage(ctx, { error: 'sso_failed' });
  }
  try {
    const question = { provider: toProvider(row), own: ownSaml(ctx, organization_id), request_id };
    const answer = await ctx.ports.saml.readResponse(question, response, organization_id);
    const { request_id: state, assertion_id, ends_at } = answer;
    const request = await ctx.systemTransaction(async (tx) => {
      const taken = await store.consumeRequest(tx, organization_id, state);
      const isNew = await store.insertAssertion(tx, { organization_id, assertion_id, ends_at });
      return isNew ? taken : undefined;
    });
    if (!request) return loginPage(ctx, { error: 'sign_in_expired' });
    return leadOn(ctx, { organization_id, is_test: request.is_test, state }, answer.identity, null);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    ctx.log.info({ organization_id, reason: error.reason }, 'single sign-on failed');
    await recordSecurityEvent(ctx, { event: 'sso_failed', organization_id, reason: error.code ?? error.kind });
    return recordFailure(ctx, { organization_id, request_id, problem: error.reason });
  }
}

/** Deletes expired requests and assertions. */
export async function pruneSaml(ctx: SystemContext): Promise<void> {
  await ctx.systemTransaction(store.deleteExpired);
}

/** Only the tester reads the reason. */
async function recordFailure(
  ctx: SystemContext,
  { organization_id, request_id, problem }: { organization_id: number; request_id: string; problem: string },
): Promise<string> {
  const request = await ctx.systemTransaction((tx) => store.consumeRequest(tx, organization_id, request_id));
  if (!request?.is_test) return loginPage(ctx, { error: 'sso_failed' });
  return leadOn(ctx, { organization_id, is_test: true, state: '' }, null, problem);
}
