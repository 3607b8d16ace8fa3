import { type Client, createClient, OvertureError } from '@overture/client';
import { type Command, CommanderError } from 'commander';
import type { CommandLineOptions } from '../command-options.ts';
import { findProfilesPath, loadProfiles } from './profiles.ts';

/** What a command ends with, for scripts (docs/api/command-line.md). */
const EXIT_CODES = { local: 1, refused: 2, no_access: 3, unreachable: 4, limited: 5 } as const;

export interface Given {
  profile?: string;
  json?: boolean;
}

/** Options of every command that calls an installation. */
export const withConnection = (command: Command): Command =>
  command
    .option('--profile <name>', 'an installation of `profile list`; OVERTURE_URL and OVERTURE_KEY come first')
    .option('--json', 'as JSON, for programs');

/**
 * Calls an installation by key, and ends with a code that says why it failed. The key comes from the environment or a profile: arguments
 * are seen by every user of the machine.
 */
export async function callInstallation(
  options: CommandLineOptions,
  given: Given,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = createClient(await findInstallation(options, given));
  try {
    await work(client);
  } catch (error) {
    if (!(error instanceof OvertureError)) throw error;
    report(options, given, error);
    throw new CommanderError(toExitCode(error), 'overture.api', error.message);
  }
}

async function findInstallation(
  { environment = {} }: CommandLineOptions,
  { profile }: Given,
): Promise<{ url: string; key: string }> {
  const { OVERTURE_URL: url, OVERTURE_KEY: key } = environment;
  if (url && key && profile === undefined) return { url, key };
  const { current, profiles } = await loadProfiles(findProfilesPath(environment));
  const name = profile ?? environment.OVERTURE_PROFILE ?? current;
  const found = name ? profiles[name] : undefined;
  if (found) return found;
  if (name) throw new Error(`There is no profile "${name}". \`profile list\` lists them.`);
  throw new Error('Set OVERTURE_URL and OVERTURE_KEY, or add a profile: `profile add NAME --url https://...`.');
}

function report({ say, complain = say }: CommandLineOptions, { json }: Given, error: OvertureError): void {
  const { status, code, message, details, type, instance } = error;
  if (json) {
    say(JSON.stringify({ error: message, code, status, details, type, instance }));
    return;
  }
  complain(`${message} (${code})`);
  for (const [field, problem] of Object.entries(details))
    complain(`  ${field.replace(/^(body|query)\./, '')}: ${problem}`);
}

function toExitCode({ status }: OvertureError): number {
  if (status === 401 || status === 403) return EXIT_CODES.no_access;
  if (status === 429) return EXIT_CODES.limited;
  return status === 0 || status >= 500 ? EXIT_CODES.unreachable : EXIT_CODES.refused;
}
