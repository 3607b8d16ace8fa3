import { Command } from 'commander';
import { version } from '../app-info.ts';
import { addCallCommand } from './api/call-commands.ts';
import { addCompletionCommand } from './api/completion-command.ts';
import { addProfileCommands } from './api/profile-commands.ts';
import { addCampaignCommands, addExportCommands } from './api/work-commands.ts';
import { addArchiveCommands } from './archive-commands.ts';
import { addBackupCommands } from './backup-commands.ts';
import type { CommandLineOptions } from './command-options.ts';
import { addDoctorCommands } from './doctor-commands.ts';
import { addFilesCommands } from './files-commands.ts';
import { addIdentityCommands } from './identity-commands.ts';
import { addKeyCommands } from './key-commands.ts';
import { addLeadCommands } from './lead-commands.ts';
import {
  addOrganizationCommands,
  addPlanCommands,
  addSecurityLogCommands,
  addSendingCommands,
} from './organization-commands.ts';

/** One file a group of commands; each adds its own. */
const groups: readonly ((program: Command, options: CommandLineOptions) => void)[] = [
  addBackupCommands,
  addArchiveCommands,
  addDoctorCommands,
  addFilesCommands,
  addKeyCommands,
  addLeadCommands,
  addSendingCommands,
  addSecurityLogCommands,
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
  program.version(version).exitOverride().showHelpAfterError();
  for (const add of groups) add(program, options);
  return program;
}
