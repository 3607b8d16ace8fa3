import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The start of a version: `1.0.0-rc.1` is 1, 0, 0 and 1. */
const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-rc\.(\d+))?$/;

/** Has the version of the program it starts, twice. */
const CHART = 'deploy/helm/overture/Chart.yaml';

export class ReleaseError extends Error {}

/** @param wanted `patch`, `minor`, `major` or `rc`, counted as npm counts them, or a version */
export function nextVersion(current: string, wanted: string): string {
  const parsed = VERSION.exec(current);
  if (!parsed) throw new ReleaseError(`"${current}" is not a version such as 1.2.3 or 1.2.3-rc.1.`);
  const [major = 0, minor = 0, patch = 0] = parsed.slice(1, 4).map(Number);
  const candidate = parsed[4] === undefined ? null : Number(parsed[4]);
  // The release that candidates are for is the next one of each kind that ends in as many zeros.
  if (wanted === 'patch') return `${major}.${minor}.${candidate === null ? patch + 1 : patch}`;
  if (wanted === 'minor') return `${major}.${candidate !== null && patch === 0 ? minor : minor + 1}.0`;
  if (wanted === 'major') return `${candidate !== null && minor + patch === 0 ? major : major + 1}.0.0`;
  if (wanted === 'rc')
    return candidate === null ? `${major}.${minor + 1}.0-rc.1` : `${major}.${minor}.${patch}-rc.${candidate + 1}`;
  if (!VERSION.test(wanted))
    throw new ReleaseError(`"${wanted}" is neither patch, minor, major, rc nor a version such as 1.2.3.`);
  if (compareVersions(wanted, current) <= 0)
    throw new ReleaseError(`${wanted} does not come after ${current}, which was released.`);
  return wanted;
}

/** A candidate comes before the version it is for. */
export function compareVersions(one: string, other: string): number {
  const parts = (text: string): number[] => {
    const [, major, minor, patch, candidate = Number.POSITIVE_INFINITY] = VERSION.exec(text) ?? [];
    return [major, minor, patch, candidate].map(Number);
  };
  const [a, b] = [parts(one), parts(other)];
  const place = a.findIndex((number, n) => number !== b[n]);
  return place === -1 ? 0 : a[place]! - b[place]!;
}

interface Locked {
  version?: string;
  dependencies?: Record<string, string>;
}

/** Folders with a package of the product: they all have its version. */
function listPackageFolders(root: string): string[] {
  const { workspaces = [] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces?: string[] };
  const published = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
  return [...new Set(['.', 'docs', ...workspaces, ...published])].sort();
}

/**
 * Writes the version into every package, into what packages of the product say of each other, and into the lockfiles.
 * @returns the files that changed
 */
export function writeVersions(root: string, from: string, to: string): string[] {
  const chart = change(root, CHART, (text) => text.replaceAll(`ersion: ${from}\n`, `ersion: ${to}\n`));
  const packages = listPackageFolders(root).flatMap((folder) => [
    ...change(root, join(folder, 'package.json'), (text) => replaceInManifest(text, from, to)),
    ...change(root, join(folder, 'package-lock.json'), (text) => replaceInLock(text, from, to)),
  ]);
  return [...packages, ...chart];
}

function change(root: string, file: string, edit: (text: string) => string): string[] {
  let text: string;
  try {
    text = readFileSync(join(root, file), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const edited = edit(text);
  if (edited === text) return [];
  writeFileSync(join(root, file), edited);
  return [file];
}

/** As text: what else the file says, and its form, stay as they are. */
const replaceInManifest = (text: string, from: string, to: string): string =>
  text
    .split('\n')
    .map((line) =>
      /^ {2}"version": |^ +"@overture\/[\w-]+": /.test(line) ? line.replace(`"${from}"`, `"${to}"`) : line,
    )
    .join('\n');

/** Packages of others may have the same version, so entries are chosen by their path. */
function replaceInLock(text: string, from: string, to: string): string {
  const lock = JSON.parse(text) as Locked & { packages: Record<string, Locked> };
  const own = Object.entries(lock.packages).filter(([path]) => !path.includes('node_modules/'));
  for (const entry of [lock, ...own.map(([, entry]) => entry)]) {
    if (entry.version === from) entry.version = to;
    for (const name of Object.keys(entry.dependencies ?? {}))
      if (name.startsWith('@overture/') && entry.dependencies![name] === from) entry.dependencies![name] = to;
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}
