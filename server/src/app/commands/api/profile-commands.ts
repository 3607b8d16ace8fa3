import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { CommandLineOptions } from '../command-options.ts';
import { findProfilesPath, loadProfiles, type Profiles, saveProfiles } from './profiles.ts';

/** `profile add | use | list | remove`: installations that commands call by key. */
export function addProfileCommands(program: Command, options: CommandLineOptions): void {
  const { say, environment = {} } = options;
  const path = findProfilesPath(environment);
  const change = async (work: (profiles: Profiles) => void | Promise<void>, done: string): Promise<void> => {
    const profiles = await loadProfiles(path);
    await work(profiles);
    await saveProfiles(path, profiles);
    say(done);
  };
  const group = program.command('profile').description('Installations that commands call by API key');
  group
    .command('add')
    .description('Store an installation. The key comes from OVERTURE_KEY or the standard input')
    .argument('<name>', 'such as production')
    .requiredOption('--url <address>', 'https://overture.example.com')
    .action(async (name: string, { url }: { url: string }) => {
      const key = (environment.OVERTURE_KEY || (await text(process.stdin))).trim();
      if (!/^ovt_(?:live|test)_\w{20,80}$/.test(key)) throw new Error('This is no API key.');
      if (!/^https?:\/\/[^/\s]/.test(url)) throw new Error('The address begins with https://.');
      await change((profiles) => {
        profiles.profiles[name] = { url, key };
        profiles.current ??= name;
      }, `Stored in ${path}, readable by you alone.`);
    });
  group
    .command('use')
    .description('Choose the installation of commands without --profile')
    .argument('<name>', 'its name')
    .action((name: string) =>
      change((profiles) => {
        requireProfile(profiles, name);
        profiles.current = name;
      }, `Commands call "${name}".`),
    );
  group
    .command('remove')
    .description('Forget an installation and its key')
    .argument('<name>', 'its name')
    .action((name: string) =>
      change((profiles) => {
        requireProfile(profiles, name);
        delete profiles.profiles[name];
        if (profiles.current === name) profiles.current = null;
      }, `"${name}" is removed. Revoke its key in Settings, API if nothing else uses it.`),
    );
  group
    .command('list')
    .description('Stored installations, without their keys')
    .action(async () => {
      const { current, profiles } = await loadProfiles(path);
      for (const [name, { url }] of Object.entries(profiles)) say(`${name === current ? '*' : ' '} ${name}  ${url}`);
    });
}

function requireProfile({ profiles }: Profiles, name: string): void {
  if (!Object.hasOwn(profiles, name)) throw new Error(`There is no profile "${name}". \`profile list\` lists them.`);
}
