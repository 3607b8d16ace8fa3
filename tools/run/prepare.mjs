// Gets what is missing: Node 24, npm, the dependencies, the web application and the server as they are built. A second run finds all of it in place.
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { buildServer, buildWeb } from './builds.mjs';
import { findProgram, IS_WINDOWS, inRoot, loadJson, PlainError, runProgram, say } from './shell.mjs';
import { acquireLock } from './turn.mjs';

const NODE_MAJOR = 24;
const NODE_VERSION = '24.21.0';
const OLDEST_NPM = 10;
const NPM_VERSION = '11';
const RUNTIME = inRoot('.runtime');

/** Installs what is missing and returns the path of Node. Commands that run at the same time wait for each other. */
export function prepare({ web = false, server = false } = {}) {
  const release = acquireLock(join(RUNTIME, 'preparing'));
  try {
    const node = provideNode();
    process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
    provideDependencies(node);
    if (web) buildWeb(node);
    if (server) buildServer(node);
    return node;
  } finally {
    release();
  }
}

const versionOf = (program, ...args) => runProgram(program, [...args, '--version'], { quiet: true }).output.trim();
const majorOf = (version) => Number.parseInt(version.replace(/^v/, ''), 10) || 0;

function provideNode() {
  if (majorOf(process.version) >= NODE_MAJOR) return process.execPath;
  const home = join(RUNTIME, 'node');
  const node = IS_WINDOWS ? join(home, 'bin', 'node.exe') : join(home, 'bin', 'node');
  if (existsSync(node) && majorOf(loadJson(join(home, 'package.json')).version) >= NODE_MAJOR) return node;
  say(`Fetching Node ${NODE_MAJOR} into .runtime (this machine has ${process.version}) ...`);
  const name = `node-${IS_WINDOWS ? 'win' : process.platform}-${process.arch}`;
  const npm = [process.execPath, findNpm()];
  const failure = fetchPackage(npm, name, NODE_VERSION, home) && fetchPackage(npm, name, String(NODE_MAJOR), home);
  if (failure) throw new PlainError(explainNpm(failure, `Node ${NODE_MAJOR} could not be fetched`));
  return node;
}

/** Installs one package apart from the project's and moves it to `home` when it is whole. Answers npm's words on failure. */
function fetchPackage([node, npm], name, version, home) {
  const staging = `${home}.new`;
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  writeFileSync(join(staging, 'package.json'), '{ "private": true }\n');
  const { code, output } = runNpm(
    node,
    npm,
    ['install', '--no-save', '--ignore-scripts', `${name}@${version}`],
    staging,
  );
  if (code !== 0) return output || 'npm failed';
  rmSync(home, { recursive: true, force: true });
  renameSync(join(staging, 'node_modules', name), home);
  rmSync(staging, { recursive: true, force: true });
  return undefined;
}

/** The script of the npm that started us, or else of the one on the PATH or beside Node. */
function findNpm() {
  const isNpm = (path) => path?.endsWith('npm-cli.js') && existsSync(path);
  const onPath = findProgram('npm');
  const beside = dirname(process.execPath);
  const candidates = [
    process.env.npm_execpath,
    onPath && realpathSync(onPath),
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const found = candidates.find(isNpm);
  if (!found) throw new PlainError('npm was not found. Install Node.js 18 or newer together with npm, then try again.');
  return found;
}

/** The machine's npm, or one of our own where the machine's is too old for the lockfile and for Node 24. */
function provideNpm(node) {
  const own = join(RUNTIME, 'npm', 'bin', 'npm-cli.js');
  if (existsSync(own)) return own;
  const machines = findNpm();
  if (majorOf(versionOf(node, machines)) >= OLDEST_NPM) return machines;
  say(`Fetching npm ${NPM_VERSION} into .runtime ...`);
  const failure = fetchPackage([process.execPath, machines], 'npm', NPM_VERSION, join(RUNTIME, 'npm'));
  if (failure) throw new PlainError(explainNpm(failure, `npm ${NPM_VERSION} could not be fetched`));
  return own;
}

function runNpm(node, npm, args, cwd) {
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline', '--yes', '--update-notifier=false'];
  const attempt = (...more) => runProgram(node, [npm, ...args, ...flags, ...more], { cwd, quiet: true });
  const first = attempt();
  // A cache that another user (often root) left behind cannot be written: use one of our own.
  const isForeignCache = first.code !== 0 && /EACCES|EPERM|root-owned/.test(first.output);
  return isForeignCache ? attempt('--cache', join(RUNTIME, 'npm-cache')) : first;
}

function explainNpm(output, what) {
  const isUnreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EIDLETIMEOUT/.test(output);
  const reason = isUnreachable ? 'npm could not be reached. Is this machine online, or behind a proxy?' : 'npm says:';
  return `${what}: ${reason}\n${output.trim()}`;
}

function provideDependencies(node) {
  if (hasDependencies()) return;
  say('Installing the dependencies (once; it takes up to a minute) ...');
  // Development packages too, also with NODE_ENV=production: the web application is built here.
  installPackages(node, inRoot(), 'The dependencies');
}

/** Installs what the lockfile of a folder names. */
export function installPackages(node, folder, what) {
  const scripts = folder === inRoot() ? [] : ['--ignore-scripts', '--workspaces=false'];
  const { code, output } = runNpm(node, provideNpm(node), ['ci', '--include=dev', ...scripts], folder);
  if (code !== 0) throw new PlainError(explainNpm(output, `${what} could not be installed`));
}

/** Compares the lockfile with npm's own record of what it installed last, which it writes when it is done. */
function hasDependencies() {
  const record = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = loadJson(record).packages;
  const wanted = Object.entries(loadJson(inRoot('package-lock.json')).packages);
  return wanted.every(([path, { version, optional, link }]) => {
    if (!path.includes('node_modules/')) return true; // a workspace: a release changes its version and installs nothing
    return installed[path] ? Boolean(link) || installed[path].version === version : Boolean(optional);
  });
}
