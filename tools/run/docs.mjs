// The documentation site. Its builder has its own lockfile: neither the product nor its tests install it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { installPackages } from './prepare.mjs';
import { inRoot, runProgram, say } from './shell.mjs';

/** Builds `docs/` into `.runtime/docs`, or serves it while pages are written (`npm run docs -- dev`). */
export function runDocs(node, [command = 'build']) {
  const lock = readFileSync(inRoot('docs', 'package-lock.json'), 'utf8');
  const stamp = inRoot('docs', 'node_modules', '.installed-from');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
    say('Installing the builder of the documentation site (once) ...');
    installPackages(node, inRoot('docs'), 'The builder of the documentation site');
    writeFileSync(stamp, lock);
  }
  const script = inRoot('docs', 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  const { code } = runProgram(node, [script, command, 'docs']);
  if (code === 0 && command === 'build') say('The site is in .runtime/docs.');
  return code;
}
