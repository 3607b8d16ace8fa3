import type { FastifyInstance } from 'fastify';
import { createGrants, NO_GRANTS } from '../oauth/grants.ts';
import { registerOauthServer } from '../oauth/oauth-server.ts';
import { registerOpenidIdentity } from '../oauth/openid-identity.ts';
import { createStateFile } from '../state-file.ts';
import { registerSamlRoutes } from './saml.routes.ts';
import { createSamlKey, type SamlKey } from './saml-key.ts';

export type IdentitySandboxOptions = {
  /** A file from which a restarted sandbox knows what it signs with, made at the first sign-in. */
  state_file: string | null;
};

const PREFIX = '/identity';
const SIGN_IN = {
  label: 'your company',
  paths: { authorize: '/authorize', token: '/token', revoke: null, control: '/__control/oauth' },
  client: { id: 'sandbox', secret: 'sandbox' },
  admin_error: { error: 'access_denied', error_description: 'Your administrator does not allow this app.' },
  givesRefreshToken: () => false,
};

/** The identity provider of any company that signs its people in by Single Sign-On; under `/identity`. */
export async function registerIdentitySandbox(app: FastifyInstance, options: IdentitySandboxOptions): Promise<void> {
  const state = createStateFile<{ key: SamlKey | null }>(options.state_file, { key: null });
  let { key = null } = state.read();
  const getSamlKey = (): SamlKey => {
    if (key === null) {
      key = createSamlKey();
      state.write({ key });
    }
    return key;
  };
  await app.register(
    async (scope) => {
      const identity = registerOpenidIdentity(scope, PREFIX, SIGN_IN.paths);
      // As multi-tenant providers do.
      scope.get('/common/.well-known/openid-configuration', async (request) => {
        const own = `http://${request.headers.host}${PREFIX}`;
        const { authorize, token } = SIGN_IN.paths;
        const addresses = {
          authorization_endpoint: own + authorize,
          token_endpoint: own + token,
          jwks_uri: `${own}/jwks`,
        };
        return { issuer: `${own}/{tenantid}`, response_types_supported: ['code'], ...addresses };
      });
      const grants = createGrants(createStateFile(null, NO_GRANTS), false);
      registerOauthServer(scope, { ...SIGN_IN, identity }, grants, () => undefined);
      registerSamlRoutes(scope, PREFIX, getSamlKey);
      scope.addHook('onClose', async () => state.flush());
    },
    { prefix: PREFIX },
  );
}
