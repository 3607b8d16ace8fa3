import { setTimeout as sleep } from 'node:timers/promises';
import type { DebianMachine } from './debian-machine.ts';
import { fillIn, getBlock } from './pages.ts';

/** What the operator of the pages types, with the values of one installation. */
const PAGE = 'debian';
export const URL_HERE = 'http://127.0.0.1:3000';
export const PASSWORD = 'northlight';
const START_LIMIT_IN_MS = 240_000;

/** Step 3 of the page. @param former 1.0.0-rc.1 builds its application there: it was never packed */
export async function installProgram(machine: DebianMachine, version: string, isFormer = false): Promise<void> {
  const block = fillIn(getBlock(PAGE, '## 3. The program'), { VERSION: version });
  await machine.run(isFormer ? fillIn(block, { 'run.mjs server': 'run.mjs web' }) : block);
}

/** Packages, the user and the database. The command asks for a password twice. */
export async function prepareMachine(machine: DebianMachine): Promise<void> {
  await machine.run(getBlock(PAGE, '## 1. Packages and a user'));
  await machine.run(getBlock(PAGE, '## 2. Database'), { input: `${PASSWORD}\n${PASSWORD}\n` });
}

/** Steps 4 and 5. The unit is that of this version: 1.0.0-rc.1 had none. */
export async function configure(machine: DebianMachine, smtp_port: number, unit: string): Promise<void> {
  const values = { PASSWORD, [`smtps://USER:${PASSWORD}@mail.example.com`]: `smtp://127.0.0.1:${smtp_port}` };
  await machine.run(fillIn(getBlock(PAGE, '## 4. Settings'), values));
  // The mail servers of the proof are on this machine, where the program reaches nothing otherwise.
  await setSettings(machine, { OUTBOUND_ALLOW: '127.0.0.1' });
  const block = getBlock(PAGE, '## 5. Start');
  await machine.run(
    fillIn(block, { '/opt/overture/deploy/systemd/overture.service': unit, 'overture -f': 'overture -n 20' }),
  );
}

const SETTINGS = '/etc/overture/overture.env';

export async function setSettings(machine: DebianMachine, settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await machine.run(`sed -i '/^${name}=/d' ${SETTINGS}\necho '${name}="${value}"' >> ${SETTINGS}`);
}

/** A command of another page, as the last lines of step 7 start one: as the user of the program, with its settings. */
export function runAsProgram(machine: DebianMachine, block: string, folder = '/var/lib/overture'): Promise<string> {
  const check = fillIn(getBlock(PAGE, '## 7. Check'), {
    'node tools/run.mjs overture doctor': "sh -eu <<'BLOCK'",
    'DATA_DIR=/var/lib/overture': `DATA_DIR=${folder}`,
  });
  return machine.run(`${check}${block}\nBLOCK`);
}

/** Step 6. No authority gives the machine a certificate, but Caddy runs with the page's settings: it leads visitors of that host to https. */
export async function addProxy(machine: DebianMachine): Promise<void> {
  await machine.run(getBlock(PAGE, '## 6. TLS'));
  const said = await machine.run(`apt-get install -y curl > /dev/null
curl --silent --show-error --include --retry 5 --retry-connrefused --header 'Host: outreach.example.com' http://127.0.0.1/`);
  if (!/^location: https:\/\/outreach\.example\.com\/\s*$/im.test(said))
    throw new Error(`Caddy does not lead to https:\n${said}`);
}

/** Step 7. What it finds is for the operator to judge; that it runs at all is what the page says. */
export const runDoctor = (machine: DebianMachine): Promise<string> =>
  machine.run(`${getBlock(PAGE, '## 7. Check').trimEnd()} || true`);

export async function untilReady(machine: DebianMachine): Promise<void> {
  for (const deadline = performance.now() + START_LIMIT_IN_MS; performance.now() < deadline; await sleep(500)) {
    const answer = await fetch(`${URL_HERE}/readyz`).catch(() => null);
    await answer?.text();
    if (answer?.ok) return;
  }
  const log = await machine.run("journalctl -u 'overture*' -n 60 --no-pager || true");
  throw new Error(`The program did not start:\n${log}`);
}

/** docs/operate/database.md, on the machine of the database. */
export async function addPooler(machine: DebianMachine): Promise<void> {
  const settings = fillIn(getBlock('database', '## PgBouncer'), { 'host=10.0.0.5': 'host=127.0.0.1' });
  await machine.run(`apt-get install -y pgbouncer
cat > /etc/pgbouncer/pgbouncer.ini <<'END'
${settings}END
echo '"pgbouncer" "${PASSWORD}"' > /etc/pgbouncer/userlist.txt`);
  await lookUpLogins(machine, 'overture', getBlock('database', '## PgBouncer', 1));
}

/** Another database behind the same pooler. Its login is there already. */
export async function poolDatabase(machine: DebianMachine, database: string): Promise<void> {
  await machine.run(`sed -i '/^\\[databases]/a ${database} = host=127.0.0.1 port=5432' /etc/pgbouncer/pgbouncer.ini`);
  await lookUpLogins(
    machine,
    database,
    getBlock('database', '## PgBouncer', 1).replace(/^create role pgbouncer .*\n/, ''),
  );
}

async function lookUpLogins(machine: DebianMachine, database: string, statements: string): Promise<void> {
  await machine.run(`runuser -u postgres -- psql -v ON_ERROR_STOP=1 ${database} <<'END'
${statements.replace("'...'", `'${PASSWORD}'`)}END
systemctl restart pgbouncer`);
  const address = `postgres://overture:${PASSWORD}@127.0.0.1`;
  await setSettings(machine, {
    DATABASE_URL: `${address}:6432/${database}`,
    DATABASE_DIRECT_URL: `${address}:5432/${database}`,
  });
}

/** docs/operate/install.md: an installation of its own from settings alone. @returns the key of its API */
export async function installHeadless(machine: DebianMachine): Promise<string> {
  const folder = '/var/lib/overture/headless';
  await machine.run(`runuser -u postgres -- createdb headless --owner overture
install -d -o overture ${folder}`);
  const start = fillIn(getBlock('install', '## Without containers'), {
    'postgres://...': `postgres://overture:${PASSWORD}@127.0.0.1:5432/headless`,
    'SECRET_KEY=...': `SECRET_KEY=$(openssl rand -hex 32) DATA_DIR=${folder} TRUST_PROXY=on HOME=${folder}`,
    'smtp://...': 'smtp://127.0.0.1:25',
    ' npm start\n': '',
  });
  const first = fillIn(getBlock('install', '## Without a browser'), {
    'PASSWORD=...': `PASSWORD='a long word of ${PASSWORD}'`,
    '/data/': `${folder}/`,
  });
  await machine.run(`systemd-run --unit=overture-headless -p User=overture -p WorkingDirectory=/opt/overture sh -euc "$(cat <<'END'
${start} ${first}END
)"`);
  await untilReady(machine);
  return (await machine.run(`cat ${folder}/api-key`)).trim();
}
