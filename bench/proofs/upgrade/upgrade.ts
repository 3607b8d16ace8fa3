import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MailSandbox } from '../../../sandbox/src/mail/mail-sandbox.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { startServer } from '../workers/part-programs.ts';
import { isClean, show, startProofMail } from '../world/proof-world.ts';
import { listUnexplained, withDatabase } from './content.ts';
import { fillFormer, makePerson } from './former-data.ts';
import { unpackFormerRelease } from './former-release.ts';
import { goBack, isWayBackProven } from './go-back.ts';
import { killUpgrades } from './killed-upgrades.ts';
import { runSideBySide, startVersion, stopVersion } from './side-by-side.ts';

/**
 * The release before becomes this version. Its program fills its own database by its calls and sends; the upgrade is killed at the beginning of
 * each migration and right after the commit, and nothing of the content changes. Then a rolling restart: both versions serve and send side by
 * side, and the mail server's ledger has every mail once. At last the way back of docs/operate/upgrade.md: the former program restores the backup of
 * before and sends nothing; this version restores it too, and sends nothing twice once a person has confirmed.
 */
const KILLS = parseSize('KILLS', 1000);
const SENDERS = parseSize('SENDERS', 20);
const LEADS = parseSize('LEADS', 35);
const OTHER_LEADS = parseSize('OTHER_LEADS', 2000);

const root = join(import.meta.dirname, '../../..');
process.env.METRICS_TOKEN ??= 'a token for the proof';

async function prove(folder: string, connectionString: string, mail: MailSandbox): Promise<boolean> {
  const release = unpackFormerRelease(folder);
  process.stdout.write(
    `upgrade: ${release.version} (${release.name}) to this version; ${release.other_versions.length} packages in other versions than then\n`,
  );
  const directory = join(folder, 'data');
  mkdirSync(directory);
  const installation = { connectionString, directory, mail };
  const former = { ...installation, tree: release.tree };
  const size = { senders: SENDERS, leads_per_sender: LEADS, gap_in_seconds: 4, other_leads: OTHER_LEADS };
  const filling = await startVersion(former, 'filling');
  const caller = await withDatabase(connectionString, (client) => makePerson(client, filling.url));
  const campaigns = await fillFormer(caller, mail, size);
  await stopVersion(filling, 'SIGTERM');
  const killed = await killUpgrades(installation, KILLS);
  const unexplained = listUnexplained(killed.changes);
  process.stdout.write(
    `  ${killed.pending} migrations, killed ${killed.kills} times; half applied: ${killed.half_applied.join(', ') || 'none'}; content of ${killed.rows} rows changed: ${killed.changes.join(', ') || 'none'}\n`,
  );
  const leads = SENDERS * LEADS;
  const isStopped = process.env.STOPPED === 'on';
  const work = { caller, campaigns, leads };
  const result = await runSideBySide(former, { ...installation, tree: root }, work, isStopped);
  const { sent, failed_calls, answers, errors, is_refused, verdict, upgrade_in_ms } = result;
  process.stdout.write(
    `  sent by the former alone ${sent.alone}, by both ${sent.together} (${sent.by_new_together} by this version), after ${sent.after}; upgrade and start ${upgrade_in_ms} ms\n` +
      `  ${show(verdict)}\n  failed calls: ${JSON.stringify(failed_calls.slice(0, 5))} (${failed_calls.length}); answers: ${JSON.stringify(answers)}\n` +
      `  errors: ${JSON.stringify(errors)}; the former release is refused afterwards: ${is_refused}\n`,
  );
  const wayBack = await goBack(former, { ...installation, tree: root }, result.upgrade_log, caller);
  process.stdout.write(`  back to ${release.version}: ${JSON.stringify(wayBack)}\n`);
  const isProven =
    isWayBackProven(wayBack, { leads: leads + OTHER_LEADS, campaigns: SENDERS }) &&
    killed.half_applied.length + unexplained.length + failed_calls.length === 0 &&
    isClean(verdict) &&
    verdict.unknown === 0 &&
    verdict.confirmed + verdict.parked === leads &&
    answers.former.other.length + answers.present.other.length === 0 &&
    Object.keys(errors.former).length + Object.keys(errors.present).length === 0 &&
    (isStopped || sent.together > sent.by_new_together) &&
    sent.by_new_together > 0 &&
    is_refused;
  recordProof('machines/upgrade', isProven, {
    from: release.name,
    ...killed,
    sent,
    upgrade_in_ms,
    verdict,
    is_refused,
    way_back: wayBack,
  });
  return isProven;
}

const folder = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'overture-upgrade-'));
const server = await startServer(folder);
const mail = await startProofMail(folder, { keeps_sent_copies: true });
try {
  const isProven = await prove(folder, server.connectionString, mail);
  process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
  process.exitCode = isProven ? 0 : 1;
} finally {
  await mail.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
