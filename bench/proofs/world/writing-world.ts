import Fastify from 'fastify';
import { createClock } from '../../../sandbox/src/clock.ts';
import { registerLlmRoutes } from '../../../sandbox/src/llm/llm.routes.ts';
import { registerWebRoutes } from '../../../sandbox/src/web/web.routes.ts';

/** The sandbox's language model, search and websites on a port of their own. */
export interface Writing {
  /** Host and port. */
  http: string;
  /** How the model behaves from now on (sandbox: llm.routes). */
  behave(control: object): Promise<void>;
  close(): Promise<void>;
}

export async function startWriting(): Promise<Writing> {
  const app = Fastify({ forceCloseConnections: true });
  registerLlmRoutes(app);
  registerWebRoutes(app, createClock());
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    http: new URL(url).host,
    async behave(control) {
      const headers = { 'content-type': 'application/json' };
      await fetch(`${url}/__control/llm`, { method: 'POST', headers, body: JSON.stringify(control) });
    },
    close: () => app.close(),
  };
}
