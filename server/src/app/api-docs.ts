import Fastify, { type FastifyInstance } from 'fastify';

/**
 * The browsable page of the API at `/api/docs`. Its package is one text of 4 MB that costs 40 MB of memory: it is loaded by
 * the first visitor, in a server of its own that no port listens on.
 */
export function serveApiDocs(app: FastifyInstance, description: unknown): void {
  app.get('/api/openapi.json', async () => description);
  let loading: Promise<FastifyInstance> | null = null;
  for (const url of ['/api/docs', '/api/docs/*']) {
    app.get(url, async (request, reply) => {
      loading ??= load();
      const page = await (await loading).inject({ method: 'GET', url: request.url });
      const type = page.headers['content-type'];
      if (page.headers.location) reply.header('location', page.headers.location);
      if (type) reply.type(type);
      return reply.status(page.statusCode).send(page.rawPayload);
    });
  }
  app.addHook('onClose', async () => (await loading)?.close());
}

async function load(): Promise<FastifyInstance> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  const docs = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await docs.register(apiReference, {
    routePrefix: '/api/docs',
    configuration: { url: '/api/openapi.json', pageTitle: 'Overture API' },
  });
  await docs.ready();
  return docs as FastifyInstance;
}
