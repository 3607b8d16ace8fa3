import type { Command } from 'commander';
import { endSessionsOf, resetSecondFactor } from '../../slices/auth/index.ts';
import type { CommandLineOptions } from './command-line.ts';
import { withInstallation } from './open-installation.ts';

/** `user reset-second-factor` and `sessions end`: for whoever runs the machine, when somebody must be out now. */
export function addIdentityCommands(program: Command, options: CommandLineOptions): void {
  program
    .command('user')
    .description('People of the installation')
    .command('reset-second-factor')
    .description(
      'Remove the second factor, passkeys and recovery codes of somebody who lost them, once you know it is them',
    )
    .argument('<email>', 'the address they sign in with')
    .action((email: string) =>
      withInstallation(options, async (system) => {
        await resetSecondFactor(system, email);
        options.say(`${email} signs in with the password alone again, and was signed out everywhere.`);
      }),
    );
  program
    .command('sessions')
    .description('Where people are signed in')
    .command('end')
    .description('Sign somebody out everywhere; their live connections end with it')
    .argument('<email>', 'the address they sign in with')
    .action((email: string) =>
      withInstallation(options, async (system) => {
        const ended = await endSessionsOf(system, email);
        options.say(`${email} was signed out of ${ended} ${ended === 1 ? 'session' : 'sessions'}.`);
      }),
    );
}
