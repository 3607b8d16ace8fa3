import type { Command } from 'commander';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import { findSendingHold, releaseSendingHold } from '../sending-epoch.ts';
import type { CommandLineOptions } from './command-line.ts';
import { withInstallation } from './open-installation.ts';

/** `release-hold`: what an ADMIN does on screen, for the operator of the machine. */
export function addSendingCommands(program: Command, options: CommandLineOptions): void {
  program
    .command('release-hold')
    .description('Let a restored or cloned installation send again, once you are sure that no other one sends')
    .action(() =>
      withInstallation(options, async (system) => {
        const hold = await findSendingHold(system);
        if (hold === null) return options.say('Sending is not held. Nothing was changed.');
        await releaseSendingHold(system);
        await recordSecurityEvent(system, { event: 'hold_released', reason: 'command line' });
        options.say(`Sending resumed. It was held since ${hold.held_since}. ${hold.reason ?? ''}`.trim());
      }),
    );
}
