import { inflateRawSync } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { page } from '../linkedin/routes/hosted-page.ts';
import { escapeHtml } from '../mail/mail-page.ts';
import { nameOf } from '../oauth/oauth-server.ts';
import type { SamlKey } from './saml-key.ts';
import { renderSamlMetadata, renderSamlResponse } from './saml-response.ts';

const questionQuery = z.object({ SAMLRequest: z.string().max(20_000), RelayState: z.string().max(500).optional() });
const answerBody = z.object({ email: z.email().max(320) });
const controlBody = z.strictObject({
  /** Requests are answered immediately, as this person; null: the page is shown. */
  auto_approve: z.email().nullable().optional(),
  /** Parts of the next answer that are otherwise than they should be. */
  next: z.record(z.string(), z.unknown()).optional(),
});

/** SAML 2.0 at `prefix`: metadata, a page that asks who to be, and a signed answer by POST. The scope reads forms. */
export function registerSamlRoutes(app: FastifyInstance, prefix: string, getKey: () => SamlKey): void {
  const control: { auto_approve: string | null; next: Record<string, unknown> } = { auto_approve: null, next: {} };
  const entityOf = (request: FastifyRequest): string => `http://${request.headers.host}${prefix}/saml/metadata`;
  const answer = (request: FastifyRequest, email: string): string => {
    const question = parseQuestion(request);
    const { next } = control;
    control.next = {};
    const now = Date.now();
    const xml = renderSamlResponse({
      issuer: entityOf(request),
      audience: question.issuer,
      destination: question.acs_url,
      recipient: question.acs_url,
      in_response_to: question.id,
      name_id: escapeHtml(email),
      attributes: { email, displayName: nameOf(email) },
      issued_at: new Date(now),
      ends_at: new Date(now + 300_000),
      signs: 'assertion',
      key: getKey(),
      ...next,
    });
    return renderPost(question.acs_url, { SAMLResponse: Buffer.from(xml).toString('base64'), ...question.relay });
  };
  app.get('/saml/metadata', async (request, reply) => {
    const sso = `http://${request.headers.host}${prefix}/saml/sso`;
    return reply.type('application/samlmetadata+xml').send(renderSamlMetadata(entityOf(request), sso, getKey()));
  });
  app.get('/saml/sso', async (request, reply) => {
    const { auto_approve } = control;
    return reply.type('text/html').send(auto_approve ? answer(request, auto_approve) : renderChoice());
  });
  app.post('/saml/sso', async (request, reply) =>
    reply.type('text/html').send(answer(request, answerBody.parse(request.body).email)),
  );
  app.post('/__control/saml', async (request) => {
    Object.assign(control, controlBody.parse(request.body));
    return {};
  });
}

function parseQuestion(request: FastifyRequest) {
  const { SAMLRequest, RelayState } = questionQuery.parse(request.query);
  const xml = inflateRawSync(Buffer.from(SAMLRequest, 'base64')).toString('utf8');
  const find = (pattern: RegExp): string => pattern.exec(xml)?.[1] ?? '';
  return {
    id: find(/ ID="([^"]+)"/),
    acs_url: z.url({ protocol: /^https?$/ }).parse(find(/ AssertionConsumerServiceURL="([^"]+)"/)),
    issuer: find(/Issuer[^>]*>([^<]+)</),
    relay: (RelayState === undefined ? {} : { RelayState }) as Record<string, string>,
  };
}

function renderChoice(): string {
  return page(
    'Sign in with your company',
    `<h1>Sign in with your company</h1><p>This is the sandbox: no real sign-in happens. Enter who you are.</p>
    <form method="post"><label>Email address<br><input name="email" type="email" required value="you@corp.example"
      style="width:100%;padding:.6rem;font:inherit;box-sizing:border-box"></label><button>Sign in</button></form>`,
  );
}

function renderPost(address: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return page(
    'Back to the application',
    `<form method="post" action="${escapeHtml(address)}">${inputs.join('')}<button>Continue</button></form><script>document.forms[0].submit()</script>`,
  );
}
