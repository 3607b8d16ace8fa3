import type { CrmPort } from '@overture/adapters/crm/crm.port';
import { type CrmWorld, openCrmWorld } from '@overture/adapters/crm/testing/crm-world';
import type { CrmType } from '@overture/domain/crm';
import Fastify from 'fastify';
import { createClock } from '../../../sandbox/src/clock.ts';
import { registerCrmSandbox } from '../../../sandbox/src/crm/crm-sandbox.ts';

/** The sandbox's four CRMs on a port of their own. */
export interface CrmStandIns {
  /** Host and port. */
  http: string;
  open(type: CrmType): CrmWorld;
  close(): Promise<void>;
}

export async function startCrmStandIns(): Promise<CrmStandIns> {
  const app = Fastify({ forceCloseConnections: true });
  await registerCrmSandbox(app, { state_folder: null }, createClock());
  const http_url = await app.listen({ port: 0, host: '127.0.0.1' });
  const ports: CrmPort[] = [];
  return {
    http: new URL(http_url).host,
    open(type) {
      const world = openCrmWorld({ ready: { http_url } }, type);
      ports.push(world.port);
      return world;
    },
    async close() {
      await Promise.all(ports.map((port) => port.close()));
      await app.close();
    },
  };
}
