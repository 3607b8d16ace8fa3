import type { Command } from 'commander';
import type { SystemContext } from '../../kernel/context.ts';
import { loadGeneratedKeys, newSecretKey, writeGeneratedKeys } from '../../kernel/secret-keys.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import { countFormerSeals, resealEverything, storeSigningKeys } from '../keys/rotate-key.service.ts';
import { formatCount } from '../load-leads/report.rules.ts';
import type { CommandLineOptions } from './command-options.ts';
import { withInstallation } from './open-installation.ts';

/** A running program loads a generated key immediately; what it sealed just before may be stored a little later. */
const SETTLED_AFTER_MS = 10 * 60_000;
const MAX_ROUNDS = 5;

/** `rotate-key`: replaces SECRET_KEY while the program runs. */
export function addKeyCommands(program: Command, options: CommandLineOptions): void {
  program
    .command('rotate-key')
    .description('Seal everything with the SECRET_KEY in use; run it again to resume after an interruption')
    .option('--check', 'only say how many values are still sealed with a former key')
    .action((given: { check?: boolean }) => (given.check ? checkSeals(options) : rotateKey(options)));
}

async function checkSeals(options: CommandLineOptions): Promise<void> {
  await withInstallation(options, async (system) => {
    const count = await countFormerSeals(system);
    options.say(`Sealed with a former key: ${formatCount(count)}.`);
  });
}

async function rotateKey(options: CommandLineOptions): Promise<void> {
  const { config, say } = options;
  if (config.has_generated_key) beginWithGenerated(options);
  else if (config.SECRET_KEY_PREVIOUS.length === 0) {
    say('SECRET_KEY_PREVIOUS is not set: values sealed with another key than SECRET_KEY cannot be opened.');
  }
  await withInstallation(options, async (system) => {
    // First of all: from here on the former key may be lost without a link in a mail being lost.
    await storeSigningKeys(system);
    const left = await resealInRounds(system, options);
    if (left > 0) {
      throw new Error(
        `${formatCount(left)} values are sealed with a key that was not given, or are damaged. Set it as SECRET_KEY_PREVIOUS and run this again.`,
      );
    }
    await recordSecurityEvent(system, { event: 'key_rotated' });
  });
  if (config.has_generated_key) finishWithGenerated(options);
  else if (config.SECRET_KEY_PREVIOUS.length > 0) say(describeRest(options));
}

/** The program may seal with a former key until its processes restart: another round covers what came in until then. */
async function resealInRounds(system: SystemContext, { say }: CommandLineOptions): Promise<number> {
  let resealed = 0;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const done = await resealEverything(system, (count) => say(`${formatCount(resealed + count)} resealed`, true));
    resealed += done.resealed;
    if (done.resealed > 0) continue;
    for (const { table, column, count } of done.unreadable) say(`${table}.${column}: ${count} cannot be opened.`);
    break;
  }
  say(`${formatCount(resealed)} resealed.`);
  return countFormerSeals(system);
}

function describeRest({ config }: CommandLineOptions): string {
  const derivesWebhooks = Boolean(config.UNIPILE_API_KEY) && !config.UNIPILE_WEBHOOK_SECRET;
  const lines = [
    'Nothing is sealed with a former key. When every process was started with the new SECRET_KEY, run this once more,',
    'then take SECRET_KEY_PREVIOUS out of the settings and start again.',
  ];
  if (derivesWebhooks)
    lines.push('First delete our webhooks at Unipile: they are registered again with the new secret.');
  return lines.join('\n');
}

/** A rotation that was begun is gone on with; else a new key is made. */
function beginWithGenerated({ config, say }: CommandLineOptions): void {
  const stored = loadGeneratedKeys(config.DATA_DIR);
  if (stored.previous.length > 0) {
    say('Going on with the rotation that was begun.');
    return;
  }
  const retired = { secret_key: stored.secret_key, retired_at: new Date().toISOString() };
  writeGeneratedKeys(config.DATA_DIR, { secret_key: newSecretKey(), previous: [retired] });
  say('A new key was made in secrets.json.');
}

function finishWithGenerated({ config, say }: CommandLineOptions): void {
  const stored = loadGeneratedKeys(config.DATA_DIR);
  const isSettled = ({ retired_at }: { retired_at: string }) => Date.now() - Date.parse(retired_at) > SETTLED_AFTER_MS;
  const kept = stored.previous.filter((former) => !isSettled(former));
  writeGeneratedKeys(config.DATA_DIR, { ...stored, previous: kept });
  say(
    kept.length === 0
      ? 'The former key was dropped. It is not needed any longer.'
      : 'The former key stays in secrets.json for ten minutes, for what a running program is just storing. Run this again then.',
  );
}
