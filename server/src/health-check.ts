/**
 * What the image asks of a container: `node server/src/health-check.ts` ends with 0 when the process answers, on the
 * port of its roles. Which that is, is not known out here: only one of the two is open.
 */
const { PORT = '3000', HEALTH_PORT, HOST = '' } = process.env;
const host = ['', '::', '0.0.0.0'].includes(HOST) ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
const ports = [...new Set([PORT, ...(HEALTH_PORT ? [HEALTH_PORT] : [])])];

async function isHealthy(port: string): Promise<boolean> {
  const answer = await fetch(`http://${host}:${port}/healthz`, { signal: AbortSignal.timeout(4000) }).catch(() => null);
  return answer?.ok === true;
}

const answers = await Promise.all(ports.map(isHealthy));
process.exitCode = answers.includes(true) ? 0 : 1;

export {};
