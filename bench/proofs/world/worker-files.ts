import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { hasProcess } from '../../../server/src/kernel/db/embedded/postgres-processes.ts';

const SCRIPTS = join(import.meta.dirname, '../workers');
const FOLDERS = join(import.meta.dirname, '../../../.runtime/proof-workers');

/** What looks for files beside its own; and large libraries that are loaded where they are used, which is half of the building. */
const EXTERNAL = [
  'piscina',
  '@node-rs/argon2',
  /^ai$/,
  /^@ai-sdk\//,
  '@node-saml/node-saml',
  'chrono-node',
  /^eld\//,
  'fast-xml-parser',
];

/** Modules stay where they were by their own account: what they read lies beside their source. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform: {
    filter: { code: 'import.meta.' },
    handler: (code, id) => {
      const place = JSON.stringify({ url: pathToFileURL(id).href, dirname: join(id, '..') });
      return `const itsPlace = ${place}; ${code.replaceAll('import.meta.', 'itsPlace.')}`;
    },
  },
};

const WORKERS = [
  'engine-worker',
  'crm-worker',
  'publishing-worker',
  'research-worker',
  'webhook-worker',
  'automation-worker',
] as const;
export type WorkerScript = (typeof WORKERS)[number];

export interface WorkerFiles {
  folder: string;
  /** Where workers keep what they compiled. */
  compiled: string;
}

let built: Promise<WorkerFiles> | null = null;

/**
 * Bundles the scripts of `workers/` with their imports into a few files, for each process that starts workers: a start
 * from some 1,700 modules takes twice as long, and there are hundreds.
 */
export function buildWorkers(): Promise<WorkerFiles> {
  built ??= build();
  return built;
}

async function build(): Promise<WorkerFiles> {
  mkdirSync(FOLDERS, { recursive: true });
  for (const name of readdirSync(FOLDERS)) {
    if (!hasProcess(Number(name))) rmSync(join(FOLDERS, name), { recursive: true, force: true });
  }
  const folder = join(FOLDERS, String(process.pid));
  const bundle = await rolldown({
    input: Object.fromEntries(WORKERS.map((name) => [name, join(SCRIPTS, `${name}.ts`)])),
    platform: 'node',
    external: EXTERNAL,
    plugins: [keepPlaces],
    logLevel: 'silent',
  });
  await bundle.write({ dir: folder, format: 'esm', keepNames: true, cleanDir: true });
  await bundle.close();
  return { folder, compiled: join(folder, 'compiled') };
}
