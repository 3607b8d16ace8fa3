import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchServer, freePort, startBenchServer, waitUntilAnswers } from '../support/bench-server.ts';

/**
 * A real Prometheus reads the running product: the shipped rules are valid and pass their tests, every expression of the dashboard and of the
 * rules answers, planted faults raise their alerts and no others, and the end of the program raises the last.
 */
const TOKEN = 'a token for the proof';
const source = join(import.meta.dirname, '../../deploy');
const LIMIT_IN_MS = 90_000;

function isInstalled(): boolean {
  try {
    for (const program of ['prometheus', 'promtool']) execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The shipped configuration with this program's address, and without the patience of the rules. */
function configure(folder: string, target: string): void {
  cpSync(join(source, 'prometheus'), folder, { recursive: true });
  const edit = (name: string, change: (text: string) => string): void =>
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
  execFileSync('promtool', ['check', 'rules', 'rules.yml'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('promtool', ['test', 'rules', 'rules.test.yml'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  edit('rules.yml', (text) => text.replace(/for: \d+m/g, 'for: 2s'));
  edit('prometheus.yml', (text) => text.replace('localhost:3000', target).replaceAll('15s', '1s'));
  writeFileSync(join(folder, 'metrics-token'), TOKEN);
}

class Prometheus {
  readonly #url: string;
  constructor(url: string) {
    this.#url = url;
  }

  async query(expression: string): Promise<unknown[]> {
    const response = await fetch(`${this.#url}/api/v1/query?query=${encodeURIComponent(expression)}`);
    const body = (await response.json()) as { status: string; error?: string; data: { result: unknown[] } };
    if (body.status !== 'success') throw new Error(`${expression}: ${body.error}`);
    return body.data.result;
  }

  async firing(): Promise<string[]> {
    const body = (await (await fetch(`${this.#url}/api/v1/alerts`)).json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] };
    };
    const alerts = body.data.alerts.filter(({ state }) => state === 'firing');
    return [...new Set(alerts.map(({ labels }) => labels.alertname))].sort();
  }

  async waitFor(wanted: string[]): Promise<void> {
    const end = performance.now() + LIMIT_IN_MS;
    for (;;) {
      const found = await this.firing();
      if (found.join() === wanted.join()) return;
      if (performance.now() > end) throw new Error(`Alerts are ${found.join(', ')}, not ${wanted.join(', ')}.`);
      await sleep(500);
    }
  }
}

function listExpressions(): string[] {
  const dashboard = JSON.parse(readFileSync(join(source, 'grafana/overture.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const rules = [...readFileSync(join(source, 'prometheus/rules.yml'), 'utf8').matchAll(/expr: '(.*)'/g)];
  return [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...rules.map(([, expr]) => expr!),
  ];
}

/** Rows as a broken installation has them. They are due tomorrow, so no loop takes them away. */
async function plantFaults({ owner }: BenchServer, organizationId: number): Promise<string[]> {
  await owner.query(
    `insert into parked_units (loop, organization_id, key, error, retry_at)
      values ('a trial', $1, 'unit', 'planted', now() + interval '1 day')`,
    [organizationId],
  );
  await owner.query(
    `insert into outbox_events (organization_id, type, payload, retry_at, created_at)
      values ($1, 'a_trial', '{}', now() + interval '1 day', now() - interval '1 hour')`,
    [organizationId],
  );
  return ['OvertureEventsLate', 'OvertureParkedUnits'];
}

async function prove(folder: string): Promise<void> {
  const server = await startBenchServer({ METRICS_TOKEN: TOKEN });
  const prometheus: ChildProcess[] = [];
  let isStopped = false;
  try {
    configure(folder, new URL(server.url).host);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const options = [
      '--config.file=prometheus.yml',
      '--storage.tsdb.path=data',
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    prometheus.push(spawn('prometheus', options, { cwd: folder, stdio: 'ignore' }));
    await waitUntilAnswers(`${url}/-/ready`, prometheus[0]!);
    const asked = new Prometheus(url);
    const person = await server.signUp();
    for (let n = 0; n < 20; n += 1) await person.call('GET', '/app/');
    await sleep(5000);
    const expressions = listExpressions();
    for (const expression of expressions) await asked.query(expression);
    const seen = await asked.query('sum(overture_http_request_seconds_count{route="/api/v1/app/"})');
    if (seen.length !== 1) throw new Error('Prometheus has no requests of the program.');
    await asked.waitFor([]);
    const planted = await plantFaults(server, person.organization_id);
    await asked.waitFor(planted);
    await server.stop();
    isStopped = true;
    await asked.waitFor(['OvertureDown']);
    process.stdout.write(
      `PROVEN: ${expressions.length} expressions answered, planted faults and the end of the program raised their alerts alone.\n`,
    );
  } finally {
    for (const child of prometheus) child.kill('SIGKILL');
    if (!isStopped) await server.stop();
  }
}

if (!isInstalled()) {
  process.stdout.write('SKIPPED: prometheus and promtool are not installed (`apt-get install prometheus`).\n');
} else {
  const folder = await mkdtemp(join(tmpdir(), 'overture-metrics-'));
  try {
    await prove(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
