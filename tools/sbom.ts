// Names every package that the program ships, as CycloneDX 1.6: `npm run sbom [file]` (default: sbom.cdx.json).
// Made from the lockfile, since `npm sbom` leaves out what is a peer of something else (react, zod among them).
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface LockedPackage {
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}
type Packages = Record<string, LockedPackage>;

interface Component {
  type: 'library';
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  scope: 'required' | 'optional';
  licenses?: object[];
  hashes?: { alg: string; content: string }[];
  externalReferences?: object[];
}

export interface Sbom {
  bomFormat: string;
  specVersion: string;
  version: number;
  metadata: object;
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** What runs: the server with what it depends on, and what is bundled into the web application. */
const SHIPPED = ['server', 'web'];

/** @param lock the parsed package-lock.json */
export function makeSbom({ packages }: { packages: Packages }): Sbom {
  const root = packages[''] as LockedPackage;
  const reached = new Map<string, string[]>();
  const open = SHIPPED.slice();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    const targets = dependenciesOf(packages, path);
    reached.set(path, targets);
    open.push(...targets);
  }
  const paths = [...reached.keys()].sort();
  const product = { type: 'application', 'bom-ref': 'overture', name: 'overture', version: root.version };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...product, licenses: [{ license: { id: root.license } }] } },
    components: paths.map((path) => describe(path, packages[path] as LockedPackage)),
    dependencies: [
      { ref: 'overture', dependsOn: SHIPPED },
      ...paths.map((path) => ({ ref: path, dependsOn: [...new Set(reached.get(path) ?? [])].sort() })),
    ],
  };
}

/** Where a package finds its dependencies: next to it, or in a folder above, as Node resolves them. */
function dependenciesOf(packages: Packages, path: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return names.flatMap((name) => {
    const found = find(packages, path, name);
    // Optional packages and unused peers are not installed.
    return found === undefined || packages[found]?.dev === true ? [] : [found];
  });
}

function find(packages: Packages, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const inside = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = packages[inside];
    if (entry) return entry.link ? entry.resolved : inside;
    if (folder === '.') return undefined;
  }
}

function describe(path: string, entry: LockedPackage): Component {
  const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const license = licenseOf(path, entry);
  const [namespace, own] = name.startsWith('@') ? name.split('/') : [null, name];
  const purl = `pkg:npm/${namespace ? `${encodeURIComponent(namespace)}/` : ''}${own}@${entry.version}`;
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version: entry.version ?? '',
    purl,
    scope: entry.optional ? 'optional' : 'required',
    ...(license ? { licenses: [nameLicense(license)] } : {}),
    ...(entry.integrity ? { hashes: [readHash(entry.integrity)] } : {}),
    ...(entry.resolved?.startsWith('https:')
      ? { externalReferences: [{ type: 'distribution', url: entry.resolved }] }
      : {}),
  };
}

/** Of packages that say it in their LICENSE alone: read there, by the version. */
const READ_LICENSES: Record<string, string> = { 'png-js 2.0.0': 'MIT' };

/** The license of a package; undefined when it names none. */
export function licenseOf(
  path: string,
  { license, version }: Pick<LockedPackage, 'license' | 'version'>,
): string | undefined {
  return (
    license ?? READ_LICENSES[`${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version}`]
  );
}

const nameLicense = (license: string): object =>
  license.includes(' ') ? { expression: license } : { license: { id: license } };

function readHash(integrity: string): { alg: string; content: string } {
  const [algorithm = '', value = ''] = integrity.split(' ')[0]?.split('-') ?? [];
  return { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(value, 'base64').toString('hex') };
}

if (import.meta.main) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  const sbom = makeSbom(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const file = process.argv[2] ?? join(root, 'sbom.cdx.json');
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
  process.stdout.write(`${sbom.components.length} packages written to ${file}\n`);
}
