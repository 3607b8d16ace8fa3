import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { supervise } from '@overture/adapters/kit/supervise';
import { z } from 'zod';
import type { Log } from '../kernel/log.ts';
import { choosePorts, readFormerPorts, rememberPorts } from './sandbox-ports.ts';

/** `host:port` of each stand-in server. */
export interface SandboxAddresses {
  http: string;
  smtp: string;
  imap: string;
  dns: string;
  clamd: string;
  /** Where its mail servers were before, and where the same ones are now. */
  moved: ReadonlyMap<string, string>;
}

export interface RunningSandbox {
  addresses: SandboxAddresses;
  /** The simulated prospects live on the installation's clock. */
  moveClock(offsetInMs: number): Promise<void>;
  /** Its process number; null while it is down. */
  pid(): number | null;
  stop(): Promise<void>;
}

const script = join(dirname(fileURLToPath(import.meta.url)), '../../../sandbox/src/main.ts');
const startTimeoutInMs = 20_000;

/** With this seed the first sample leads answer soon: a newcomer sees a reply within a minute or two. */
const livelySeed = '6951';

const readySchema = z.object({
  http_url: z.string(),
  smtp: z.object({ port: z.number() }),
  imap: z.object({ port: z.number() }),
  dns: z.object({ port: z.number() }),
  clamd: z.object({ port: z.number() }),
});

interface SandboxChild {
  child: ChildProcess;
  ports: SandboxPorts;
}
type SandboxPorts = Record<'http' | 'smtp' | 'imap' | 'dns' | 'clamd', number>;

/**
 * Starts the stand-ins as a child process that ends with this one in every case (its stdin closes). If it dies it is restarted
 * on the same ports, with the same clock; its state is in its files.
 */
export async function startSandbox(
  log: Log,
  dataDirectory: string,
  announce: (text: string) => void = () => undefined,
): Promise<RunningSandbox> {
  const former = await readFormerPorts(dataDirectory);
  let ports: SandboxPorts | null = null;
  let offset = 0;
  const supervisor = await supervise<SandboxChild>({
    name: 'The sandbox',
    log,
    announce,
    async start(onEnd) {
      const started = await launchSandbox(ports ?? { ...(await choosePorts(former)), dns: 0, clamd: 0 }, dataDirectory);
      const isFirst = ports === null;
      ports = started.ports;
      if (!isFirst && offset !== 0) await setSandboxClock(log, ports.http, offset);
      started.child.once('exit', (code, signal) => onEnd(`it ended with ${signal ?? `code ${code}`}`));
      if (hasEnded(started.child)) onEnd('it exited immediately');
      return started;
    },
    stop: ({ child }) => endSandbox(child),
    advise: () => `Look at free disk space (df -h ${dataDirectory}) and memory, or switch it off: SANDBOX=off.`,
  });
  const begun = (supervisor.current() as SandboxChild).ports;
  const { http, smtp, imap } = begun;
  const moved = await rememberPorts(dataDirectory, former, { http, smtp, imap });
  return {
    addresses: { ...toAddresses(begun), moved },
    async moveClock(offsetInMs) {
      offset = offsetInMs;
      await setSandboxClock(log, http, offset);
    },
    stop: supervisor.stop,
    pid: () => supervisor.current()?.child.pid ?? null,
  };
}

function toAddresses({ http, smtp, imap, dns, clamd }: SandboxPorts): Omit<SandboxAddresses, 'moved'> {
  return {
    http: `127.0.0.1:${http}`,
    smtp: `127.0.0.1:${smtp}`,
    imap: `127.0.0.1:${imap}`,
    dns: `127.0.0.1:${dns}`,
    clamd: `127.0.0.1:${clamd}`,
  };
}

async function launchSandbox(ports: SandboxPorts, dataDirectory: string): Promise<SandboxChild> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      script,
      `--port=${ports.http}`,
      `--smtp-port=${ports.smtp}`,
      `--imap-port=${ports.imap}`,
      `--dns-port=${ports.dns}`,
      `--clamd-port=${ports.clamd}`,
      `--ledger=${join(dataDirectory, 'sandbox-ledger.jsonl')}`,
      `--journal=${join(dataDirectory, 'sandbox-journal.jsonl')}`,
      `--linkedin-state=${join(dataDirectory, 'sandbox-linkedin.json')}`,
      `--linkedin-ledger=${join(dataDirectory, 'sandbox-linkedin-ledger.jsonl')}`,
      `--google-state=${join(dataDirectory, 'sandbox-google.json')}`,
      `--microsoft-state=${join(dataDirectory, 'sandbox-microsoft.json')}`,
      `--stripe-state=${join(dataDirectory, 'sandbox-stripe.json')}`,
      `--identity-state=${join(dataDirectory, 'sandbox-identity.json')}`,
      `--crm-state=${dataDirectory}`,
      `--seed=${process.env.SANDBOX_SEED ?? livelySeed}`,
      '--end-with-stdin',
    ],
    // A group of its own: Ctrl-C reaches us alone, and we end it after the last mail was handed over.
    { stdio: ['pipe', 'pipe', 'inherit'], detached: true },
  );
  child.stdin?.on('error', () => undefined); // it ended: its exit says so
  try {
    const { http_url, smtp, imap, dns, clamd } = readySchema.parse(await readFirstLine(child));
    const http = Number(new URL(http_url).port);
    return { child, ports: { http, smtp: smtp.port, imap: imap.port, dns: dns.port, clamd: clamd.port } };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

async function setSandboxClock(log: Log, port: number, offsetInMs: number): Promise<void> {
  await fetch(`http://127.0.0.1:${port}/__control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ offset_in_seconds: offsetInMs / 1000 }),
    // A stand-in with a late clock dates everything wrong: it is worth waiting for on a busy machine.
    signal: AbortSignal.timeout(30_000),
  }).catch((error) => log.warn({ reason: String(error) }, 'sandbox clock not moved'));
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function endSandbox(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  child.kill('SIGTERM');
  if (!hasEnded(child)) await new Promise((resolve) => child.once('exit', resolve));
}

/** How a mailbox of the sandbox is connected: for the connect page and the samples. */
export function describeSandboxMail(addresses: SandboxAddresses) {
  const server = (address: string) => {
    const [host = '', port] = address.split(':');
    return { host, port: Number(port), secure: false };
  };
  return { imap: server(addresses.imap), smtp: server(addresses.smtp), password: 'sandbox' };
}

async function readFirstLine(child: ChildProcess): Promise<unknown> {
  if (!child.stdout) throw new Error('the sandbox has no output');
  const lines = createInterface({ input: child.stdout });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the sandbox did not start within 20 s')), startTimeoutInMs);
    lines.once('line', (line) => {
      clearTimeout(timer);
      resolve(JSON.parse(line));
      child.stdout?.resume();
    });
    child.once('exit', (code) => reject(new Error(`the sandbox ended with code ${code}`)));
    child.once('error', reject);
  });
}
