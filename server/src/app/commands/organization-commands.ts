import { ADMIN_LIMITS } from '@overture/domain/limits';
import { EXTRA_LIMITS } from '@overture/domain/money/pricing';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import type { SystemContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import {
  AT_THE_MACHINE,
  grantOrganizationCredits,
  listOrganizations,
  resume,
  setAgency,
  setPlan,
  suspend,
} from '../../slices/admin/index.ts';
import { endPlan, grantPlan } from '../../slices/plans/index.ts';
import { checkSecurityLogs } from '../../slices/security-log/index.ts';
import { findSendingHold, releaseSendingHold } from '../sending-epoch.ts';
import type { CommandLineOptions } from './command-options.ts';
import { withInstallation } from './open-installation.ts';

const MAX_DAYS = 3650;

/** `plan grant` and `plan end`: who may spend and send on an installation that sells nothing. */
export function addPlanCommands(program: Command, options: CommandLineOptions): void {
  const plan = program.command('plan').description('Which organizations may spend credits and send');
  plan
    .command('grant')
    .description('Let an organization spend and send: for good, or for some days from now')
    .argument('<email>', 'the address of one of its users')
    .option('--days <number>', `1 to ${MAX_DAYS}`)
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
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS)
    throw new Error(`--days is a whole number from 1 to ${MAX_DAYS}.`);
  return days;
}

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

const ID = ['<id>', 'its number, as `organization list` names it', wholeNumber(1, Number.MAX_SAFE_INTEGER)] as const;
const DAY_IN_MS = 24 * 3_600_000;

/** As `withInstallation`, for one organization: the error for a mistyped number says where to find it. */
function withOrganization(options: CommandLineOptions, id: number, work: (system: SystemContext) => Promise<void>) {
  return withInstallation(options, async (system) => {
    try {
      await work(system);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
      throw new Error(`No organization has the number ${id}. \`organization list\` names them.`);
    }
  });
}

/** `organization ...`: what an ADMIN does in the admin area, for the operator of the machine. */
export function addOrganizationCommands(program: Command, options: CommandLineOptions): void {
  const organization = program.command('organization').description('Organizations of the installation');
  addList(organization, options);
  addPlan(organization, options);
  addCredits(organization, options);
  organization
    .command('agency')
    .description('Open the agency area of an organization, or close it: it looks after clients under its own brand')
    .argument(...ID)
    .addArgument(new Argument('<state>', 'whether it is one').choices(['on', 'off']))
    .action((id: number, state: 'on' | 'off') =>
      withOrganization(options, id, async (system) => {
        const { name, is_agency } = await setAgency(system, AT_THE_MACHINE, id, state === 'on');
        options.say(is_agency ? `${name} is an agency.` : `${name} is no agency.`);
      }),
    );
  organization
    .command('suspend')
    .description('Sign out all users of an organization, block sign-in, sending and spending')
    .argument(...ID)
    .option('--reason <words>', 'kept for you')
    .action((id: number, { reason }: { reason?: string }) =>
      withOrganization(options, id, async (system) => {
        const { name } = await suspend(system, AT_THE_MACHINE, id, reason ?? null);
        options.say(
          `${name} is suspended. Its users cannot sign in, and nothing is sent. \`resume ${id}\` opens it again.`,
        );
      }),
    );
  organization
    .command('resume')
    .description('Open a suspended organization again: waiting work continues')
    .argument(...ID)
    .action((id: number) =>
      withOrganization(options, id, async (system) => {
        const { name } = await resume(system, AT_THE_MACHINE, id);
        options.say(`${name} is open again.`);
      }),
    );
}

function addList(organization: Command, options: CommandLineOptions): void {
  organization
    .command('list')
    .description('Organizations, newest first, 25 a page')
    .argument('[search]', 'part of its name, or of the address of one of its users', '')
    .option('--page <number>', 'which page', wholeNumber(1, 10_000_000), 1)
    .action((search: string, { page }: { page: number }) =>
      withInstallation(options, async (system) => {
        const { organizations, total_organizations } = await listOrganizations(system, { search, page });
        for (const { id, name, plan, suspended_at, total_users, total_campaigns, total_prospects } of organizations) {
          const state = suspended_at ? `suspended since ${suspended_at.slice(0, 10)}` : plan;
          options.say(
            `${id}  ${name}  ${state}  people: ${total_users}  campaigns: ${total_campaigns}  leads: ${total_prospects}`,
          );
        }
        options.say(`${total_organizations} in all.`);
      }),
    );
}

const PLAN_WORDS = {
  subscription: 'subscription',
  trial: 'trial',
  unlimited: 'unlimited',
  none: 'no plan (it can read, export and reply, but not spend or send)',
};

interface PlanOptions {
  days?: number;
  linkedinAccounts?: number;
  emailAccounts?: number;
  monthlyCredits?: number;
}

function addPlan(organization: Command, options: CommandLineOptions): void {
  organization
    .command('plan')
    .description('Set what an organization may do, where no payment provider does')
    .argument(...ID)
    .addArgument(new Argument('[plan]', 'left out: it stays').choices(['subscription', 'trial', 'none']))
    .option('--days <number>', 'of the trial, from now', wholeNumber(1, 3650))
    .option('--linkedin-accounts <number>', 'beyond the plan', wholeNumber(0, EXTRA_LIMITS.linkedin_accounts))
    .option('--email-accounts <number>', 'beyond the plan', wholeNumber(0, EXTRA_LIMITS.email_accounts))
    .option('--monthly-credits <number>', 'given each month', wholeNumber(0, ADMIN_LIMITS.credits))
    .action((id: number, plan: 'subscription' | 'trial' | 'none' | undefined, given: PlanOptions) =>
      withOrganization(options, id, async (system) => {
        if (plan === undefined && Object.keys(given).length === 0)
          throw new Error(
            'Say what is to change: a plan, or one of the options. `organization list` shows what there is.',
          );
        const ends =
          given.days === undefined ? undefined : new Date(system.clock.now().getTime() + given.days * DAY_IN_MS);
        const after = await setPlan(system, AT_THE_MACHINE, id, {
          plan,
          trial_ends_at: ends,
          extra_linkedin_accounts: given.linkedinAccounts,
          extra_email_accounts: given.emailAccounts,
          monthly_credits: given.monthlyCredits,
        });
        options.say(
          `${after.name}: ${PLAN_WORDS[after.plan]}, ${after.extra_linkedin_accounts} LinkedIn and ${after.extra_email_accounts} email accounts on top, ${after.monthly_credits} credits a month.`,
        );
      }),
    );
}

function addCredits(organization: Command, options: CommandLineOptions): void {
  organization
    .command('credits')
    .description('Give credits to an organization, or take unspent ones: `-- -100`')
    .argument(...ID)
    .argument('<amount>', 'how many', wholeNumber(-ADMIN_LIMITS.credits, ADMIN_LIMITS.credits))
    .requiredOption('--note <words>', 'shown in its credit history')
    .action((id: number, amount: number, { note }: { note: string }) =>
      withOrganization(options, id, async (system) => {
        const after = await grantOrganizationCredits(system, AT_THE_MACHINE, id, { amount, note });
        options.say(`${after.name} has ${after.email_credits} credits.`);
      }),
    );
}

function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    const range = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`;
    throw new InvalidArgumentError(`It is a whole number ${range}.`);
  };
}

/** `check-security-log`: holds the log of every organization against its seals. */
export function addSecurityLogCommands(program: Command, options: CommandLineOptions): void {
  program
    .command('check-security-log')
    .description('Hold the security log of every organization against its seals')
    .action(() =>
      withInstallation(options, async (system) => {
        for (const { id, name, sealed_days, unbroken_since, broken } of await checkSecurityLogs(system)) {
          const state =
            broken.length > 0
              ? `CHANGED on ${broken.map(({ day }) => day).join(', ')}`
              : `unbroken since ${unbroken_since ?? 'today'}, ${sealed_days} days`;
          options.say(`${name} (${id}): ${state}`);
        }
      }),
    );
}
