import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printCalls } from './print-calls.ts';

const root = join(import.meta.dirname, '../../..');
const own = join(root, 'packages/client');

/** What the published package says of itself: plain JavaScript with types, and no dependency. */
function describePackage(): object {
  const {
    private: _,
    dependencies: __,
    devDependencies: ___,
    ...manifest
  } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  const entry = { types: './index.d.ts', default: './index.js' };
  return { ...manifest, exports: { '.': entry }, types: './index.d.ts', engines: { node: '>=20.3' } };
}

/** Writes the package that is published into a folder: `npm publish FOLDER`. */
export function buildPackage(target: string): void {
  // The compiler writes nothing for sources below node_modules, where tests put the package.
  const stage = mkdtempSync(join(tmpdir(), 'overture-client-build-'));
  rmSync(target, { recursive: true, force: true });
  cpSync(join(own, 'src'), stage, { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
  writeFileSync(join(stage, 'calls.ts'), printCalls());
  const options = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
      types: [],
      rootDir: stage,
      outDir: target,
    },
    files: [join(stage, 'index.ts')],
  };
  try {
    writeFileSync(join(stage, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(stage, 'tsconfig.json'), JSON.stringify(options));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [compiler, '-p', join(stage, 'tsconfig.json')], { encoding: 'utf8' });
  } catch (error) {
    throw new Error(`The client does not compile:\n${(error as { stdout?: string }).stdout ?? error}`);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
  for (const name of readdirSync(target).filter((one) => one.endsWith('.d.ts'))) {
    const types = readFileSync(join(target, name), 'utf8');
    writeFileSync(join(target, name), types.replaceAll(/(from '\.\/\w+)\.ts'/g, "$1.js'"));
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(describePackage(), null, 2)}\n`);
  cpSync(join(own, 'README.md'), join(target, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
}
