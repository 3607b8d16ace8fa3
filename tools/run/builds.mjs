// What is built before the program starts: the web application, and the server in one file. Each is built again when its sources changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand, inRoot, PlainError, runProgram, say } from './shell.mjs';

export function buildWeb(node) {
  const sources = ['web', 'contract', 'domain', 'package-lock.json'];
  buildOnce('The web application', inRoot('web', 'dist'), sources, () =>
    runProgram(node, [findCommand('vite', 'vite'), 'build', '--logLevel', 'warn'], { cwd: inRoot('web'), quiet: true }),
  );
}

export function buildServer(node) {
  const script = join('tools', 'run', 'build-server.ts');
  const sources = ['server', 'adapters', 'contract', 'domain', 'package-lock.json', script];
  buildOnce('The server', inRoot('server', 'dist'), sources, () =>
    runProgram(node, ['--disable-warning=ExperimentalWarning', inRoot(script)], { quiet: true }),
  );
}

function buildOnce(what, target, sources, build) {
  const stamp = join(target, '.built-from');
  const fingerprint = fingerprintFiles(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  say(`Building ${what[0].toLowerCase()}${what.slice(1)} ...`);
  const { code, output } = build();
  if (code !== 0) throw new PlainError(`${what} could not be built.\n${output.trim()}`);
  writeFileSync(stamp, fingerprint);
}

function fingerprintFiles(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    for (const entry of readdirSync(inRoot(path), { withFileTypes: true })) {
      if (entry.name === 'dist' || entry.name === 'node_modules' || entry.name.startsWith('.')) continue;
      const inner = join(path, entry.name);
      if (entry.isDirectory()) add(inner);
      else if (!/\.test\.tsx?$/.test(entry.name)) hash.update(`${inner}\0`).update(readFileSync(inRoot(inner)));
    }
  };
  for (const path of paths.slice().sort())
    /\.(json|ts)$/.test(path) ? hash.update(readFileSync(inRoot(path))) : add(path);
  return hash.digest('hex');
}
