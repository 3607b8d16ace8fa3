import { createClock } from '../../kernel/clock.ts';
import type { Config } from '../../kernel/config.ts';
import type { SystemContext } from '../../kernel/context.ts';
import { createVault } from '../../kernel/crypto.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../../kernel/db/embedded/embedded-postgres.ts';
import { migrate } from '../../kernel/db/migrate.ts';
import { openDatabases } from '../../kernel/db/pools.ts';
import { createGates } from '../../kernel/limits/gates.ts';
import { createLog, type Log } from '../../kernel/log.ts';
import { createRateLimits } from '../../kernel/rate-limits.ts';
import { createRelayWaker } from '../../kernel/relay.ts';
import { createRoundMemory } from '../../kernel/rounds/parked-units.ts';
import { followSecretKeys } from '../../kernel/secret-keys.ts';
import { createContexts } from '../../kernel/transactions.ts';
import { createPorts } from '../adapters.ts';
import { loadClockOffset, version } from '../app-info.ts';
import { backUpBeforeUpgrade } from '../backup/upgrade-backup.service.ts';
import { createFileDeletions } from '../files/deletions.service.ts';
import type { CommandLineOptions } from './command-options.ts';

/** A command works alone and one step at a time. */
const poolSize = 4;

/**
 * Runs `work` on the installation's records: on the server of `DATABASE_URL`, on the embedded database of the program
 * that runs, or on that database started for the command.
 */
export async function withInstallation<Result>(
  { config }: Pick<CommandLineOptions, 'config'>,
  work: (system: SystemContext) => Promise<Result>,
  { is_quiet = false, migrates = true }: { is_quiet?: boolean; migrates?: boolean } = {},
): Promise<Result> {
  // Changes made by a command are in the operator's log like those of the program; a command that only reads logs nothing.
  const log = createLog(is_quiet ? 'silent' : config.LOG_LEVEL, !config.is_production);
  const running = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? findRunningPostgres(config.DATA_DIR);
  const own = running ? null : await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log });
  try {
    const connectionString = running ?? (own as NonNullable<typeof own>).connectionString;
    // No program is running that would do it; a running one is not changed.
    if (own && migrates) await upgrade(config, connectionString, log);
    const databases = openDatabases(connectionString, poolSize, log);
    const relayWaker = createRelayWaker(databases, { log });
    try {
      const vault = createVault(followSecretKeys(config));
      const ports = createPorts(config, null, { log, roles: [] });
      const { files } = createFileDeletions(ports.files, {
        ...{ db: databases.system, log },
        is_shared: config.FILES_S3_BUCKET !== undefined,
      });
      const base = {
        config,
        log,
        ports: { ...ports, files },
        clock: createClock(log),
        vault,
        rate_limits: createRateLimits(databases, vault),
        gates: createGates(),
        rounds: createRoundMemory(),
      };
      const system = createContexts(base, databases, relayWaker.wake);
      base.clock.setOffset(await loadClockOffset(system));
      return await work(system);
    } finally {
      relayWaker.stop();
      await databases.close();
    }
  } finally {
    await own?.stop();
  }
}

function upgrade(config: Config, connectionString: string, log: Log): Promise<void> {
  const announce = (text: string): void => void process.stderr.write(`${text}\n`);
  const beforeUpgrade = () => backUpBeforeUpgrade({ config, connectionString, log, announce });
  return migrate(connectionString, log, { version, beforeUpgrade });
}
