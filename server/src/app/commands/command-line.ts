import { Command } from 'commander';
import type { Config } from '../../kernel/config.ts';
import { addCallCommand } from './api/call-commands.ts';
import { addCompletionCommand } from './api/completion-command.ts';
import { addProfileCommands } from './api/profile-commands.ts';
import { addCampaignCommands, addExportCommands } from './api/work-commands.ts';
import { addArchiveCommands } from './archive-commands.ts';
import { addBackupCommands } from './backup-commands.ts';
import { addDoctorCommands } from './doctor-commands.ts';
import { addIdentityCommands } from './identity-commands.ts';
import { addKeyCommands } from './key-commands.ts';
import { addLeadCommands, type LeadLoader } from './lead-commands.ts';
import { addOrganizationCommands, addPlanCommands, addSendingCommands } from './organization-commands.ts';

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

/** One file a group of commands; each adds its own. */
const groups: readonly ((program: Command, options: CommandLineOptions) => void)[] = [
  addBackupCommands,
  addArchiveCommands,
  addDoctorCommands,
  addKeyCommands,
  addLeadCommands,
  addSendingCommands,
  addIdentityCommands,
  addPlanCommands,
  addOrganizationCommands,
  addProfileCommands,
  addCallCommand,
  addCampaignCommands,
  addExportCommands,
  addCompletionCommand,
];

/** The commands of `npm run overture -- ...`. @throws Error in words; the caller shows the message and ends with 1 */
export function createCommandLine(options: CommandLineOptions): Command {
  const program = new Command('npm run overture --').description('Works on an Overture installation.');
  program.exitOverride().showHelpAfterError();
  for (const add of groups) add(program, options);
  return program;
}
