import type { LinkedinPort } from '@overture/adapters/linkedin/linkedin.port';
import { createAiSdkLlm } from '@overture/adapters/llm/ai-sdk/ai-sdk.adapter';
import { chooseLlm, llmManifest } from '@overture/adapters/llm/ai-sdk/ai-sdk.manifest';
import type { LlmPort } from '@overture/adapters/llm/llm.port';
import { createSources } from '@overture/adapters/sources/sources.adapter';
import { chooseSources } from '@overture/adapters/sources/sources.manifest';
import type { SourcesPort } from '@overture/adapters/sources/sources.port';
import type { Config } from '../kernel/config.ts';
import { ApiError } from '../kernel/errors.ts';
import { runAdapterWork } from './adapter-threads.ts';
import type { SandboxAddresses } from './sandbox.ts';

type Sandbox = Pick<SandboxAddresses, 'http'> | null;

/** The configured model; the stand-in is used only if none is set. */
export function createLlm(config: Config, sandbox: Sandbox): LlmPort {
  const settings = chooseLlm(config) ?? (sandbox === null ? null : chooseLlm(sandboxModel(sandbox.http)));
  return settings === null ? missingLlm : createAiSdkLlm(settings);
}

/**
 * Search, news and websites. Without a search vendor the stand-in serves all three: its results lead to its own websites, and a
 * real website would know nothing of invented companies.
 */
export function createResearchSources(
  config: Config,
  sandbox: Sandbox,
  outbound_allow: string,
  linkedin: LinkedinPort,
): SourcesPort {
  const settings = chooseSources({ ...config, OUTBOUND_ALLOW: outbound_allow });
  const isSimulated = sandbox !== null && settings.search === null;
  return createSources({
    ...settings,
    ...(isSimulated ? sandboxWeb(sandbox.http, settings.sites_proxy_url) : {}),
    linkedin: linkedin.is_configured ? linkedin : null,
    runWork: runAdapterWork,
  });
}

export function simulatedResearch(config: Config): string[] {
  return [
    ...(chooseLlm(config) === null ? ['Language model'] : []),
    ...(chooseSources(config).search === null ? ['Web search and websites'] : []),
  ];
}

function sandboxModel(http: string) {
  return { LLM_BASE_URL: `http://${http}/llm/v1`, LLM_API_KEY: 'sandbox', LLM_MODEL: 'sandbox' };
}

function sandboxWeb(http: string, sites_proxy_url: string | null) {
  return {
    search: { vendor: 'serper', api_url: `http://${http}/search/serper`, api_key: 'sandbox' } as const,
    news_rss_url: `http://${http}/search/rss`,
    sites_proxy_url: sites_proxy_url ?? `http://${http}/sites`,
  };
}

function refuse(): never {
  throw new ApiError('not_configured', { vendor: llmManifest.label, settings: llmManifest.settings });
}

const missingLlm: LlmPort = {
  generateObject: async () => refuse(),
  generateText: async () => refuse(),
};
