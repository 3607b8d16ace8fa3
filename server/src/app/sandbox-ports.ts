import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';

const portsSchema = z.object({ http: z.number().int(), smtp: z.number().int(), imap: z.number().int() });
type Ports = z.output<typeof portsSchema>;
const fileSchema = z.array(portsSchema).max(100);

/** The usual ports, if they are free. */
const defaultPorts: Ports = { http: 3025, smtp: 3026, imap: 3027 };
/** Restarts on other ports that are remembered. */
const mostKept = 50;

const fileOf = (dataDirectory: string): string => join(dataDirectory, 'sandbox-ports.json');

/** Ports the sandbox of this data folder has had, the newest first; at least the usual ones. */
export async function readFormerPorts(dataDirectory: string): Promise<Ports[]> {
  const text = await readFile(fileOf(dataDirectory), 'utf8').catch(() => '[]');
  const known = fileSchema.safeParse(parseOrNull(text)).data ?? [];
  return known.some(({ imap }) => imap === defaultPorts.imap) ? known : [...known, defaultPorts];
}

/** Free ports for the sandbox: those it had last, else the usual ones, else 0 (any). */
export async function choosePorts(former: readonly Ports[]): Promise<Ports> {
  const choose = async (name: keyof Ports): Promise<number> => {
    for (const port of [former[0]?.[name], defaultPorts[name]]) {
      if (port !== undefined && (await isFree(port))) return port;
    }
    return 0;
  };
  return { http: await choose('http'), smtp: await choose('smtp'), imap: await choose('imap') };
}

/**
 * Records where the sandbox is now, and returns where its mail servers were before (`host:port` to `host:port`): a mailbox is
 * stored with the ports of its connecting, which another program may use today.
 */
export async function rememberPorts(
  dataDirectory: string,
  former: readonly Ports[],
  now: Ports,
): Promise<ReadonlyMap<string, string>> {
  const isSame = (ports: Ports): boolean => ports.smtp === now.smtp && ports.imap === now.imap;
  const kept = [now, ...former.filter((ports) => !isSame(ports))].slice(0, mostKept);
  await writeFile(fileOf(dataDirectory), JSON.stringify(kept));
  const moved = kept.flatMap((ports): [string, string][] => [
    [`127.0.0.1:${ports.smtp}`, `127.0.0.1:${now.smtp}`],
    [`127.0.0.1:${ports.imap}`, `127.0.0.1:${now.imap}`],
  ]);
  return new Map(moved.filter(([before, after]) => before !== after));
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
