import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A fresh Debian 12 with systemd in a folder, in namespaces of its own: packages, users, services and files of a page leave nothing on this machine. It shares
 * the network, so the ports of the pages must be free.
 */
export interface DebianMachine {
  /** Runs a script as root, as a person types it. @throws with its output if it fails */
  run(script: string, options?: { input?: string }): Promise<string>;
  /** The same file, seen from here. */
  path(inside: string): string;
  stop(): Promise<void>;
}

const RELEASE = 'bookworm';
/** What an installed Debian has besides the smallest set. */
const PACKAGES = 'systemd-sysv,dbus,ca-certificates,adduser,openssl,procps,iproute2,bsdutils';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const BOOT_LIMIT_IN_MS = 60_000;
const COMMAND_LIMIT_IN_MS = 600_000;

/** Null, or why no machine can be made here. */
export function findObstacle(): string | null {
  if (process.getuid?.() !== 0) return 'it needs root';
  const { error } = spawnSync('mmdebstrap', ['--version']);
  return error ? '`mmdebstrap` is not installed (`apt-get install mmdebstrap`)' : null;
}

/** The first process mounts what a machine has, and becomes systemd. */
const BOOT = `set -e
cd "$1"
mount --bind . . && cd "$1"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 dev dev
for name in null zero full random urandom tty; do : > dev/$name && mount --bind /dev/$name dev/$name; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts && ln -s pts/ptmx dev/ptmx
mount -t tmpfs shm dev/shm
ln -s /proc/self/fd dev/fd
mount -t tmpfs -o mode=755 run run
mount -t tmpfs tmp tmp
hostname debian
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot . /lib/systemd/systemd`;

const listChildren = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

function installDebian(root: string): void {
  const words = ['--quiet', '--variant=minbase', `--include=${PACKAGES}`, RELEASE, root];
  execFileSync('mmdebstrap', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  // It need not survive a loss of power, and 700 packages take a minute, not five.
  writeFileSync(join(root, 'etc/dpkg/dpkg.cfg.d/unsafe-io'), 'force-unsafe-io\n');
  for (const name of ['resolv.conf', 'hosts']) copyFileSync(`/etc/${name}`, join(root, 'etc', name));
  // Where this machine reaches its packages through a proxy with an authority of its own.
  if (process.env.NODE_EXTRA_CA_CERTS) copyFileSync(process.env.NODE_EXTRA_CA_CERTS, join(root, CERTIFICATES));
}

/** Commands in the namespaces of the machine's first process. */
function createRunner(folder: string, child: ChildProcess): DebianMachine['run'] {
  return async (script, { input = '' } = {}) => {
    const [pid] = listChildren(child.pid!);
    const inside = [
      '--target',
      String(pid),
      '--mount',
      '--uts',
      '--ipc',
      '--pid',
      '--cgroup',
      '--root',
      '--wdns=/root',
    ];
    const settings = {
      ...{ HOME: '/root', USER: 'root', LANG: 'C.UTF-8', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
      ...{ DEBIAN_FRONTEND: 'noninteractive', SYSTEMD_PAGER: 'cat' },
      ...(process.env.NODE_EXTRA_CA_CERTS ? { NODE_EXTRA_CA_CERTS: CERTIFICATES } : {}),
    };
    const words = [...inside, 'sh', '-euc', script];
    // Not spawnSync: the mail server and the bucket of the proof are in this process.
    const command = spawn('nsenter', words, { env: settings, timeout: COMMAND_LIMIT_IN_MS });
    let said = '';
    for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk) => (said += chunk));
    const ended = once(command, 'close');
    command.stdin.on('error', () => undefined).end(input);
    const [status] = await ended;
    appendFileSync(join(folder, 'machine.log'), `$ ${script}\n${said}\n`);
    if (status !== 0) throw new Error(`This failed on the machine (${status}):\n${script}\n${said}`);
    return said;
  };
}

export async function startDebian(folder: string): Promise<DebianMachine> {
  const root = join(folder, 'debian');
  installDebian(root);
  const group = `/sys/fs/cgroup${existsSync('/sys/fs/cgroup/unified') ? '/unified' : ''}/overture-${process.pid}`;
  mkdirSync(group);
  const namespaces = [
    '--mount',
    '--uts',
    '--ipc',
    '--pid',
    '--cgroup',
    '--fork',
    '--kill-child',
    '--propagation',
    'private',
  ];
  const enter = 'echo $$ > "$0/cgroup.procs" && exec unshare "$@"';
  const child: ChildProcess = spawn('sh', ['-c', enter, group, ...namespaces, 'sh', '-c', BOOT, 'sh', root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const run = createRunner(folder, child);
  const machine: DebianMachine = {
    run,
    path: (inside) => join(root, inside),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      // The end of the first process of a namespace ends all of it.
      for (const pid of listChildren(child.pid!)) process.kill(pid, 'SIGKILL');
      await ended;
      execFileSync('find', [group, '-depth', '-type', 'd', '-delete']);
    },
  };
  try {
    await untilBooted(machine);
  } catch (error) {
    await machine.stop();
    throw error;
  }
  return machine;
}

async function untilBooted({ run }: DebianMachine): Promise<void> {
  for (const deadline = performance.now() + BOOT_LIMIT_IN_MS; ; await sleep(500)) {
    try {
      if (/running|degraded/.test(await run('systemctl is-system-running || true'))) return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    if (performance.now() > deadline) throw new Error('Debian did not start.');
  }
}
