import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { SandboxClock } from '../clock.ts';
import { type CrmVendor, type CrmWorld, registerCrm } from './crm-world.ts';
import { HUBSPOT, registerHubspotRoutes } from './hubspot.routes.ts';
import { MONDAY, registerMondayRoutes } from './monday.routes.ts';
import { PIPEDRIVE, registerPipedriveRoutes } from './pipedrive.routes.ts';
import { registerSalesforceRoutes } from './salesforce.routes.ts';
import { SALESFORCE } from './salesforce-account.ts';

export type CrmSandboxOptions = {
  /** A folder in which a restarted sandbox finds what the CRMs knew: `sandbox-<name>.json`. */
  state_folder: string | null;
};

const SERVERS: [CrmVendor, (app: FastifyInstance, world: CrmWorld) => void][] = [
  [HUBSPOT, registerHubspotRoutes],
  [PIPEDRIVE, registerPipedriveRoutes],
  [SALESFORCE, registerSalesforceRoutes],
  [MONDAY, registerMondayRoutes],
];

/** Four CRMs, each below its own name: sign-in, people, notes and deals. */
export async function registerCrmSandbox(
  app: FastifyInstance,
  options: CrmSandboxOptions,
  clock: SandboxClock,
): Promise<void> {
  for (const [vendor, registerRoutes] of SERVERS) {
    const state_file =
      options.state_folder === null ? null : join(options.state_folder, `sandbox-${vendor.prefix.slice(1)}.json`);
    await registerCrm(app, vendor, { state_file, now: () => clock.now() }, registerRoutes);
  }
}
