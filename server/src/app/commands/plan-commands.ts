import type { Command } from 'commander';
import { endPlan, grantPlan } from '../../slices/organization/index.ts';
import type { CommandLineOptions } from './command-line.ts';
import { withInstallation } from './open-installation.ts';

const MOST_DAYS = 3650;

/** `plan grant` and `plan end`: who may spend and send on an installation that sells nothing. */
export function addPlanCommands(program: Command, options: CommandLineOptions): void {
  const plan = program.command('plan').description('Which organizations may spend credits and send');
  plan
    .command('grant')
    .description('Let an organization spend and send: for good, or for some days from now')
    .argument('<email>', 'the address of one of its users')
    .option('--days <number>', `1 to ${MOST_DAYS}`)
    .action((email: string, { days }: { days?: string }) =>
      withInstallation(options, async (system) => {
        const name = await grantPlan(system, email, days === undefined ? null : listDays(days));
        options.say(`${name} may spend and send ${days === undefined ? 'from now on' : `for ${days} days`}.`);
      }),
    );
  plan
    .command('end')
    .description('Stop an organization from spending and sending; reading, exporting and answering stay open')
    .argument('<email>', 'the address of one of its users')
    .action((email: string) =>
      withInstallation(options, async (system) => {
        options.say(`${await endPlan(system, email)} no longer spends or sends.`);
      }),
    );
}

function listDays(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS)
    throw new Error(`--days is a whole number from 1 to ${MOST_DAYS}.`);
  return days;
}
