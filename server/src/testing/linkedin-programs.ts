import { createServer } from 'node:net';
import type { LinkedinWorld } from '@overture/adapters/linkedin/testing/sandbox-world';
import { startTestServer } from './harness.ts';

/** A program whose address is known before it starts: the LinkedIn provider calls back there. */
export async function startWebhookServer(
  world: LinkedinWorld,
  environment: Record<string, string> = {},
): ReturnType<typeof startTestServer> {
  const port = String(await findFreePort());
  return startTestServer({
    roles: ['web', 'live', 'worker'],
    environment: { PORT: port, APP_URL: `http://127.0.0.1:${port}`, ...environment },
    linkedin: world.port,
  });
}

export const findFreePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

/** What `read` answers once it is there. @throws Error when it is not within so many seconds */
export async function until<Value>(
  read: () => Promise<Value | undefined | false>,
  within_in_seconds = 45,
): Promise<Value> {
  for (let tries = 0; tries < within_in_seconds * 20; tries += 1) {
    const value = await read();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`it did not happen within ${within_in_seconds} s`);
}
