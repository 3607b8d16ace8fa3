import { parseOutboundAllow } from '../kit/address-guard.ts';
import { createGuardedHttp, type GuardedHttp } from '../kit/guarded-http.ts';
import { createApollo } from './apollo/apollo.adapter.ts';
import { apolloManifest } from './apollo/apollo.manifest.ts';
import { createHeyreach } from './heyreach/heyreach.adapter.ts';
import { heyreachManifest } from './heyreach/heyreach.manifest.ts';
import { createInstantly } from './instantly/instantly.adapter.ts';
import { instantlyManifest } from './instantly/instantly.manifest.ts';
import { createLemlist } from './lemlist/lemlist.adapter.ts';
import { lemlistManifest } from './lemlist/lemlist.manifest.ts';
import type { OutreachTool, OutreachToolsPort, ToolManifest } from './outreach-tools.port.ts';
import { createSmartlead } from './smartlead/smartlead.adapter.ts';
import { smartleadManifest } from './smartlead/smartlead.manifest.ts';

const TOOLS = {
  instantly: { manifest: instantlyManifest, create: createInstantly },
  smartlead: { manifest: smartleadManifest, create: createSmartlead },
  lemlist: { manifest: lemlistManifest, create: createLemlist },
  heyreach: { manifest: heyreachManifest, create: createHeyreach },
  apollo: { manifest: apolloManifest, create: createApollo },
} as const satisfies Record<
  string,
  { manifest: ToolManifest; create: (http: GuardedHttp, options: { api_url: string }) => OutreachTool }
>;

/** @param options.stand_in address of the sandbox, below which each tool has a folder; null for the real tools */
export function createOutreachTools(options: { outbound_allow: string; stand_in: string | null }): OutreachToolsPort {
  const http = createGuardedHttp({ allow: parseOutboundAllow(options.outbound_allow) });
  const tools = new Map<string, OutreachTool>(
    Object.entries(TOOLS).map(([id, { manifest, create }]) => {
      const api_url = options.stand_in === null ? manifest.address : `${options.stand_in}/${id}`;
      return [id, create(http, { api_url })];
    }),
  );
  return {
    tools: [...tools.values()].map(({ manifest }) => manifest),
    readPage({ tool, ...request }) {
      const found = tools.get(tool);
      if (!found) throw new Error(`there is no tool ${tool}`);
      return found.readPage(request);
    },
    close: () => http.close(),
  };
}
