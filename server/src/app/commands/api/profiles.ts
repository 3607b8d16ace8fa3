import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const profilesSchema = z.object({
  current: z.string().nullable(),
  profiles: z.record(z.string(), z.object({ url: z.string(), key: z.string() })),
});
export type Profiles = z.output<typeof profilesSchema>;

/** Where the addresses and keys of installations are kept, outside of this tree. */
export function findProfilesPath(environment: NodeJS.ProcessEnv): string {
  const folder = environment.XDG_CONFIG_HOME || join(environment.HOME || homedir(), '.config');
  return join(folder, 'overture', 'profiles.json');
}

/** @throws Error in words, also if other users of the machine can read the keys */
export async function loadProfiles(path: string): Promise<Profiles> {
  let text: string;
  try {
    const { mode } = await stat(path);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new Error(`Other users can read ${path}. Run: chmod 600 ${path}`);
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: null, profiles: {} };
    throw error;
  }
  try {
    return profilesSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`${path} is damaged. Delete it and add the profiles again.`);
  }
}

/** Writes a new file and puts it in place, readable by the user alone. */
export async function saveProfiles(path: string, profiles: Profiles): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  await chmod(temporary, 0o600);
  await rename(temporary, path);
}
