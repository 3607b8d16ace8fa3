import { readFileSync } from 'node:fs';
import { api } from '@overture/contract';
import { type ErrorCode, errorCatalogue } from '@overture/contract/errors';
import { IDEMPOTENT_CALLS } from '@overture/contract/idempotent-calls';
import { KEY_ACCESS } from '@overture/contract/scopes';
import { escapeHtml } from '@overture/domain/message/html';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { titleOf } from '../../kernel/api-keys/problem.ts';
import { ApiError } from '../../kernel/errors.ts';
import { describeApi } from '../../kernel/http/openapi.ts';
import { version } from '../app-info.ts';
import type { FindBrand } from '../hosts/brand-finder.ts';
import { docsPage, startScript } from './docs-page.ts';

/** Answers that tests recorded, by call (`node tools/run.mjs api-examples`). Read at the first request: few ask for them. */
export function loadExamples(): Record<string, unknown> {
  const lines = readFileSync(new URL('./api-examples.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean);
  return Object.fromEntries(lines.map((line) => JSON.parse(line)).map(({ call, example }) => [call, example]));
}

/** The document of this program, without the name of the installation. */
export const describeOwnApi = (): Description =>
  describeApi(api, version, { access: KEY_ACCESS, idempotent: IDEMPOTENT_CALLS, examples: loadExamples() });

type Description = Record<string, unknown> & { info: Record<string, unknown> };

const scriptType = 'application/javascript; charset=utf-8';

/**
 * The browsable page of the API at `/api/docs`. Its package is one text of 4 MB that costs 40 MB of memory: the first visitor
 * loads it, in a server of its own without a port.
 * @param describe takes half a second, so it runs at the first request
 */
export function serveApiDocs(app: FastifyInstance, describe: () => Description, findBrand: FindBrand): void {
  const titleFor = async (request: FastifyRequest): Promise<string> => `${(await findBrand(request)).name} API`;
  let description: Description | null = null;
  app.get('/api/openapi.json', async (request) => {
    description ??= describe();
    return { ...description, info: { ...description.info, title: await titleFor(request) } };
  });
  app.get('/api/docs', async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(await titleFor(request))),
  );
  app.get('/api/docs/js/start.js', async (request, reply) =>
    reply.type(scriptType).send(startScript(await titleFor(request))),
  );
  let loading: Promise<FastifyInstance> | null = null;
  app.get('/api/docs/js/scalar.js', async (_request, reply) => {
    loading ??= load();
    const script = await (await loading).inject({ method: 'GET', url: '/api/docs/js/scalar.js' });
    return reply.type(scriptType).header('cache-control', 'public, max-age=86400').send(script.rawPayload);
  });
  app.addHook('onClose', async () => (await loading)?.close());
}

async function load(): Promise<FastifyInstance> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  const docs = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await docs.register(apiReference, { routePrefix: '/api/docs', configuration: { url: '/api/openapi.json' } });
  await docs.ready();
  return docs as FastifyInstance;
}

const errorPage = (title: string, code: ErrorCode): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(`${code} - ${title}`)}</title>
  </head>
  <body>
    <h1><code>${code}</code></h1>
    <p>${escapeHtml(titleOf(code))}</p>
    <p>HTTP status ${errorCatalogue[code].status}. Text of the error: <q>${escapeHtml(errorCatalogue[code].text)}</q></p>
    <p><a href="/api/docs">API reference</a></p>
  </body>
</html>
`;

/** Pages that errors of the API link to: what a code means. */
export function serveErrorPages(app: FastifyInstance, findBrand: FindBrand): void {
  app.get<{ Params: { code: string } }>('/api/errors/:code', async (request, reply) => {
    const { code } = request.params;
    if (!Object.hasOwn(errorCatalogue, code)) throw new ApiError('not_found');
    const title = `${(await findBrand(request)).name} API`;
    return reply.type('text/html; charset=utf-8').send(errorPage(title, code as ErrorCode));
  });
}
