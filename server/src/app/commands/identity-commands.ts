import { ROLES, type Role } from '@overture/domain/access/permissions';
import { type Command, Option } from 'commander';
import { relinkOrganization, resetSecondFactor } from '../../slices/auth/index.ts';
import {
  confirmAddress,
  createPerson,
  endUserSessions,
  HANDED_LINK_LIFETIME_IN_HOURS,
  issueResetLink,
  setActive,
} from '../../slices/user-commands/index.ts';
import type { CommandLineOptions } from './command-options.ts';
import { withInstallation } from './open-installation.ts';

const ADDRESS = ['<email>', 'the address they sign in with'] as const;
const LINK_WORDS = `It works once, for ${HANDED_LINK_LIFETIME_IN_HOURS} hours. Give it only to this person:`;

/** `user ...` and `sessions end`: for the operator of the machine. */
export function addIdentityCommands(program: Command, options: CommandLineOptions): void {
  const user = program.command('user').description('People of the installation');
  addCreate(user, options);
  user
    .command('reset-password')
    .description('Print a link to choose a new password with, for who gets no mail, once you know it is them')
    .argument(...ADDRESS)
    .action((email: string) =>
      withInstallation(options, async (system) => {
        const link = await issueResetLink(system, email);
        options.say(`A link for ${email} to choose a new password. ${LINK_WORDS}`);
        options.say(link);
      }),
    );
  addConfirmAddress(user, options);
  addDeactivate(user, options);
  addResetSecondFactor(user, options);
  addSessions(program, options);
  addRelink(program, options);
}

function addCreate(user: Command, options: CommandLineOptions): void {
  user
    .command('create')
    .description('Create a person and print the link to choose a password with')
    .argument(...ADDRESS)
    .requiredOption('--name <name>', 'first and last name')
    .option('--with <email>', 'a user of the organization they join; without it they get one of their own')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).default('USER'))
    .action((email: string, given: { name: string; with?: string; role: Role }) =>
      withInstallation(options, async (system) => {
        const { name, role, with: colleague } = given;
        const link = await createPerson(system, { email, name, role, colleague });
        options.say(`${email} has an account. A link to choose a password with. ${LINK_WORDS}`);
        options.say(link);
      }),
    );
}

function addConfirmAddress(user: Command, options: CommandLineOptions): void {
  user
    .command('confirm-address')
    .description('Confirm the address of a user made by `user create` whose mailbox does not receive mail')
    .argument(...ADDRESS)
    .action((email: string) =>
      withInstallation(options, async (system) => {
        const isNew = await confirmAddress(system, email);
        options.say(
          isNew
            ? `${email} counts as confirmed: no code is asked for. Password resets and notices still go to that mailbox.`
            : `${email} was confirmed before: nothing was changed.`,
        );
      }),
    );
}

function addDeactivate(user: Command, options: CommandLineOptions): void {
  user
    .command('deactivate')
    .description('Sign a user out everywhere and block sign-in; their data stays')
    .argument(...ADDRESS)
    .action((email: string) =>
      withInstallation(options, async (system) => {
        const isNew = await setActive(system, email, false);
        options.say(
          isNew
            ? `${email} was signed out everywhere and can no longer sign in.`
            : `${email} was deactivated before: nothing was changed.`,
        );
      }),
    );
  user
    .command('activate')
    .description('Reactivate a user who was deactivated')
    .argument(...ADDRESS)
    .action((email: string) =>
      withInstallation(options, async (system) => {
        const isNew = await setActive(system, email, true);
        options.say(isNew ? `${email} can sign in again.` : `${email} can sign in already: nothing was changed.`);
      }),
    );
}

function addResetSecondFactor(user: Command, options: CommandLineOptions): void {
  user
    .command('reset-second-factor')
    .description(
      'Remove the second factor, passkeys and recovery codes of a user who lost them, once you have verified who they are',
    )
    .argument(...ADDRESS)
    .action((email: string) =>
      withInstallation(options, async (system) => {
        await resetSecondFactor(system, email);
        options.say(`${email} signs in with the password alone again, and was signed out everywhere.`);
      }),
    );
}

function addSessions(program: Command, options: CommandLineOptions): void {
  program
    .command('sessions')
    .description('Where people are signed in')
    .command('end')
    .description('Sign a user out everywhere and close their live connections')
    .argument(...ADDRESS)
    .action((email: string) =>
      withInstallation(options, async (system) => {
        const ended = await endUserSessions(system, email);
        options.say(`${email} was signed out of ${ended} ${ended === 1 ? 'session' : 'sessions'}.`);
      }),
    );
}

function addRelink(program: Command, options: CommandLineOptions): void {
  program
    .command('sso')
    .description('Single Sign-On of organizations')
    .command('relink')
    .description(
      'Link every user of an organization again, after its application at the identity provider was recreated',
    )
    .argument('<email>', 'a user of the organization')
    .option('--yes', 'do it; without it the people are listed only')
    .action((email: string, { yes = false }: { yes?: boolean }) =>
      withInstallation(options, async (system) => {
        const people = await relinkOrganization(system, email, yes);
        const amount = people.length === 1 ? '1 person' : `${people.length} people`;
        for (const address of people) options.say(`  ${address}`);
        options.say(
          yes
            ? `Unlinked and signed out ${amount}. Each is linked to the account that the provider names by their address at their next sign-in.`
            : `Would unlink and sign out ${amount}, managers included. Everyone signs in as the user whose address the provider reports: run it again with --yes once you know the provider is theirs.`,
        );
      }),
    );
}
