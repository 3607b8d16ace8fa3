import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SandboxClock } from '../clock.ts';
import { registerApollo } from './apollo.routes.ts';
import { registerHeyreach } from './heyreach.routes.ts';
import { registerInstantly } from './instantly.routes.ts';
import { registerLemlist } from './lemlist.routes.ts';
import { registerSmartlead } from './smartlead.routes.ts';
import { createToolState, type ToolState } from './tool-state.ts';

const count = z.number().int().min(0).max(1_000_000).optional();
const control = z.strictObject({
  world: z.strictObject({ leads: count, campaigns: count, suppressions: count, senders: count }).optional(),
  scopes: z.record(z.string(), z.string()).optional(),
  revoke: z.strictObject({ key: z.string(), after: z.number().int().min(0) }).optional(),
  fail: z
    .strictObject({
      status: z.number().int().min(400).max(599),
      times: z.number().int().min(1),
      after: z.number().int().min(0).default(0),
      retry_after: z.number().int().min(0).optional(),
    })
    .optional(),
});

const TOOLS = {
  instantly: registerInstantly,
  smartlead: registerSmartlead,
  lemlist: registerLemlist,
  heyreach: registerHeyreach,
  apollo: registerApollo,
};

/**
 * Outreach tools that are imported from. Every key but `wrong` is valid. `POST /__control/outreach-tools/<tool>` replaces the size of the
 * workspace, the scopes of keys and the faults; `GET` returns the number of requests.
 */
export function registerOutreachTools(app: FastifyInstance, clock: SandboxClock): void {
  const states = Object.fromEntries(
    Object.entries(TOOLS).map(([id, register]) => {
      const state = createToolState(() => clock.now());
      register(app, state);
      return [id, state];
    }),
  ) as Record<keyof typeof TOOLS, ToolState>;
  const tool = z.object({ tool: z.literal(Object.keys(TOOLS) as (keyof typeof TOOLS)[]) });
  app.get('/__control/outreach-tools/:tool', async ({ params }) => {
    const { world, requests } = states[tool.parse(params).tool];
    return { world, requests };
  });
  app.post('/__control/outreach-tools/:tool', async ({ params, body }) => {
    const { world, ...given } = control.parse(body);
    const known = Object.entries(world ?? {}).filter(([, value]) => value !== undefined);
    const state = states[tool.parse(params).tool];
    state.change({ ...given, world: Object.fromEntries(known) });
    return { world: state.world };
  });
}
