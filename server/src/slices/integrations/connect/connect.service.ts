import type { CrmPort } from '@overture/adapters/crm/crm.port';
import { isProviderError } from '@overture/adapters/kit/errors';
import type { Integration } from '@overture/contract/integrations';
import { CRM_TYPES, type CrmType } from '@overture/domain/crm';
import { cutText } from '@overture/domain/text/text-bounds';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from '../../../kernel/config.ts';
import type { Context, SystemContext } from '../../../kernel/context.ts';
import { deleteJobSecret, findJobSecret, storeJobSecret } from '../../../kernel/db/job-secrets.ts';
import { ApiError } from '../../../kernel/errors.ts';
import {
  type ConsentKind,
  consumeConsent,
  findConsentHost as findReturnHost,
  startConsent,
} from '../../../kernel/oauth/consents.ts';
import { getOrigin } from '../../../kernel/security-log/request-origin.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { hostOfRequest } from '../../brand-hosts/index.ts';
import { presentIntegration, requireIntegrations } from '../integrations.service.ts';
import { disconnectIntegration, listByAccount, markExpired, upsertIntegration } from '../integrations.store.ts';
import { parseTokens, sealTokens, tokensPurpose } from './tokens.service.ts';

/**
 * An uninstall is reported to the redirect address, signed with the client's secret. A repeated one changes nothing: the
 * integration has to be connected again already.
 */
export function serveUninstalls(app: FastifyInstance, ctx: SystemContext): void {
  app.delete('/settings/integrations', { bodyLimit: 10_000 }, async (request, reply) => {
    const authorization = request.headers.authorization ?? '';
    for (const type of CRM_TYPES) {
      const account = ctx.ports.crm[type].oauth.readUninstall({ authorization, body: request.body });
      if (account === null) continue;
      for (const { id, organization_id } of await ctx.systemTransaction((tx) => listByAccount(tx, type, account))) {
        await ctx.systemTransaction(async (tx) => {
          const isNew = await markExpired(tx, id, null);
          if (isNew)
            tx.forOrganization(organization_id).live.publish('integration_changed', { integration_type: type });
        });
      }
      return reply.send({ received: true });
    }
    await recordSecurityEvent(ctx, { event: 'webhook_refused', origin: getOrigin(request), reason: 'uninstall' });
    return reply.code(401).send({ received: false });
  });
}

export const consentKind: ConsentKind = { table: 'integration_consents', purpose: 'crm-consent' };
export const revokeTask = 'crm-consent-end';

/** Where vendors send people back to; it is registered with them. Who asked at a brand's host is led there from here. */
export const RETURN_PATH = '/settings/integrations';
const returnPage = (config: Pick<Config, 'APP_URL'>): string => config.APP_URL + RETURN_PATH;

/** See `kernel/oauth/consents`. */
export const findConsentHost = (ctx: SystemContext, state: string): Promise<string | null> =>
  findReturnHost(ctx, consentKind, stateOf(state));

/** The CRM is named before the dot, for the page that comes back; only the rest is verified. */
const stateOf = (state: string): string => state.slice(state.indexOf('.') + 1);

interface ConsentReturn {
  code?: string | null | undefined;
  state?: string | null | undefined;
  redirect_uri?: string | null | undefined;
  error?: string | null | undefined;
}

/** Without an answer of the page of consent, its address; with one, the account connected. */
export async function connectIntegration(
  ctx: SessionContext,
  type: CrmType,
  given: ConsentReturn,
): Promise<{ authorization_url: string | null; integration: Integration | null }> {
  await requireIntegrations(ctx);
  const port = requireConfigured(ctx, type);
  if (given.redirect_uri && given.redirect_uri !== returnPage(ctx.config))
    throw new ApiError('bad_request', { reason: `People come back to ${returnPage(ctx.config)} only.` });
  if (!given.code && !given.error) return { authorization_url: await createPage(ctx, port), integration: null };
  return { authorization_url: null, integration: await finish(ctx, port, given) };
}

function requireConfigured(ctx: Pick<Context, 'ports'>, type: CrmType): CrmPort {
  const port = ctx.ports.crm[type];
  if (port.oauth.is_configured) return port;
  throw new ApiError('not_configured', {
    vendor: port.manifest.label,
    settings: port.oauth.missing_settings.join(' and '),
  });
}

async function createPage(ctx: SessionContext, { manifest, oauth }: CrmPort): Promise<string> {
  const subject = { integration_type: manifest.id };
  const { state, code_challenge } = await startConsent(ctx, consentKind, subject, await hostOfRequest(ctx.system));
  return oauth.createAuthorizationUrl({
    state: `${manifest.id}.${state}`,
    code_challenge,
    redirect_uri: returnPage(ctx.config),
  });
}

/** Turns the redirect into an integration, or an error in words. The state is used up in every case. */
async function finish(ctx: SessionContext, port: CrmPort, given: ConsentReturn): Promise<Integration> {
  const { id: type, label: name } = port.manifest;
  const consent = await consumeConsent(ctx, consentKind, stateOf(given.state ?? ''), { integration_type: type });
  if (consent === null) throw new ApiError('crm_consent_expired');
  if (given.error === 'access_denied') throw new ApiError('crm_consent_denied', { name });
  if (!given.code) throw new ApiError('crm_connect_failed', { name, reason: cutText(given.error ?? '', 200) });
  try {
    return await connect(ctx, port, { code: given.code, code_verifier: consent.code_verifier });
  } catch (error) {
    if (!isProviderError(error)) throw error;
    ctx.log.info({ crm: type, reason: error.reason }, 'CRM not connected');
    throw new ApiError('crm_connect_failed', { name, reason: cutText(error.reason, 300) });
  }
}

async function connect(
  ctx: SessionContext,
  port: CrmPort,
  given: { code: string; code_verifier: string },
): Promise<Integration> {
  const { id: type, label: name } = port.manifest;
  const tokens = await port.oauth.exchangeCode({ ...given, redirect_uri: returnPage(ctx.config) });
  const { access_token } = tokens;
  const connection = { api_url: tokens.api_url, tokens: { getAccessToken: async () => access_token } };
  const account = await port.readAccount(connection);
  return ctx.transaction(async (tx) => {
    const row = await upsertIntegration(tx, {
      integration_type: type,
      sealed_tokens: sealTokens(ctx, tokens),
      api_url: tokens.api_url,
      account_id: cutText(account.id, 200),
      account_name: cutText(account.name, 200),
      account_url: account.url,
      connected_by: ctx.user.id,
    });
    tx.live.publish('integration_changed', { integration_type: type });
    tx.jobs.add('crm-work', { integration_id: row.id }, { key: `crm-work:${row.id}` });
    await recordSecurityEvent(tx, {
      event: 'setting_changed',
      subject: { kind: 'setting', label: `${name} connected` },
    });
    return presentIntegration(port, row);
  });
}

/** Forgets the tokens, and gives the consent back afterwards. What was written to the CRM stays, and who is whose. */
export async function disconnect(ctx: SessionContext, type: CrmType): Promise<void> {
  await requireIntegrations(ctx);
  await ctx.transaction(async (tx) => {
    const sealed = await disconnectIntegration(tx, type);
    if (sealed === null) return;
    tx.live.publish('integration_changed', { integration_type: type });
    const secret_id = await storeJobSecret(tx, { purpose: tokensPurpose, sealed });
    if (secret_id !== null) tx.jobs.add(revokeTask, { integration_type: type, secret_id });
    await recordSecurityEvent(tx, {
      event: 'setting_changed',
      subject: { kind: 'setting', label: `${tx.ports.crm[type].manifest.label} disconnected` },
    });
  });
}

const integration_type = z.enum(CRM_TYPES);
const revokeSchema = z.union([
  z.object({ integration_type, secret_id: z.number().int() }),
  // Of jobs that a version before 0154 added.
  z.object({ integration_type, sealed: z.base64() }),
]);

export async function revokeConsent(ctx: SystemContext, payload: Record<string, unknown>): Promise<void> {
  const given = revokeSchema.parse(payload);
  const secret =
    'sealed' in given
      ? ctx.vault.open(tokensPurpose, Buffer.from(given.sealed, 'base64'))
      : await findJobSecret(ctx, given.secret_id);
  const refresh_token = secret === null ? '' : parseTokens(secret).refresh_token;
  if (refresh_token !== '') await ctx.ports.crm[given.integration_type].oauth.revokeTokens(refresh_token);
  if ('secret_id' in given) await deleteJobSecret(ctx, given.secret_id);
}
