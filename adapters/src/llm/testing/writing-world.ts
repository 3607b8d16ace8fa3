import Fastify, { type FastifyInstance } from 'fastify';
import { createSources } from '../../sources/sources.adapter.ts';
import type { SourcesPort } from '../../sources/sources.port.ts';
import { createAiSdkLlm } from '../ai-sdk/ai-sdk.adapter.ts';
import type { LlmPort } from '../llm.port.ts';

/** A model and websites for tests that write snippets. */
export interface WritingWorld {
  llm: LlmPort;
  sources: SourcesPort;
  /** Websites `poison-{n}.example`, each with one of the given poisons between two true paragraphs. */
  poisoned: SourcesPort;
  behave(control: object): Promise<void>;
  /** What the model was asked since the last call of this. */
  takeRequests(): Promise<string[]>;
  close(): Promise<void>;
}

/** The model and the web that `register` serves (the sandbox's), on a port of their own. */
export async function startWritingWorld(
  register: (app: FastifyInstance) => void,
  poisons: readonly string[] = [],
): Promise<WritingWorld> {
  const vendors = Fastify({ forceCloseConnections: true });
  register(vendors);
  vendors.get('/poison/*', async (request, reply) => reply.type('text/html').send(poisonedPage(poisons, request.url)));
  const url = await vendors.listen({ port: 0, host: '127.0.0.1' });
  const openWeb = (sites_proxy_url: string) =>
    createSources({
      search: { vendor: 'serper', api_url: `${url}/search/serper`, api_key: 'k' },
      news_rss_url: `${url}/search/rss`,
      sites_proxy_url,
      outbound_allow: new URL(url).host,
      linkedin: null,
      lookup: async () => [],
    });
  const sources = openWeb(`${url}/sites`);
  const poisoned = openWeb(`${url}/poison`);
  return {
    llm: createAiSdkLlm({
      vendor: 'openai-compatible',
      base_url: `${url}/llm/v1`,
      api_key: 'k',
      model: 'sandbox',
      has_structured_outputs: false,
    }),
    sources,
    poisoned,
    async behave(control) {
      const headers = { 'content-type': 'application/json' };
      await fetch(`${url}/__control/llm`, { method: 'POST', headers, body: JSON.stringify(control) });
    },
    async takeRequests() {
      const answer = await fetch(`${url}/__control/llm/requests`, { method: 'DELETE' });
      const { requests } = (await answer.json()) as { requests: unknown[] };
      return requests.map((request) => JSON.stringify(request));
    },
    async close() {
      await sources.close();
      await poisoned.close();
      await vendors.close();
    },
  };
}

function poisonedPage(poisons: readonly string[], path: string): string {
  const poison = poisons[Number(/poison-(\d+)/.exec(path)?.[1])] ?? '';
  return `<html><head><title>Kanaal</title></head><body><p>Kanaal Software makes planning software for inland shipping companies.</p>
    ${poison}<p>Its customers are 250 shipping companies along the Rhine.</p></body></html>`;
}
