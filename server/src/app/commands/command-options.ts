import type { ClickhouseLeadDatabase } from '@overture/adapters/lead-database/clickhouse/clickhouse.adapter';
import type { Config } from '../../kernel/config.ts';

/** What the commands need of the lead database. */
export type LeadLoader = Pick<
  ClickhouseLeadDatabase,
  'insertLeads' | 'generateLeads' | 'describe' | 'whenUsable' | 'close'
>;

export type CommandLineOptions = {
  config: Config;
  /** As it was given to the program; what a command shows of it. */
  environment?: NodeJS.ProcessEnv;
  /** Files are named from here. */
  directory: string;
  /** Called with each line; `isPassing` lines may be written over by the next. */
  say(line: string, isPassing?: boolean): void;
  /** Called with each line of a failure, which no script may take for a result; `say` by default. */
  complain?(line: string): void;
  openDatabase?(config: Config, say: CommandLineOptions['say']): LeadLoader;
};
