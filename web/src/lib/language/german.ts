import type { Message } from '../message.ts';

// From the root: a path relative to this file would lose the folder that both are in.
const files = import.meta.glob<Record<string, Message>>('/src/**/*.de.ts', { eager: true, import: 'default' });

/** By the name that the build gives to the texts of a file. */
export const german = new Map(
  Object.entries(files).map(([path, texts]) => [
    path.replace(/^\/src\/(?:features\/)?|(?:\/texts)?\.de\.ts$/g, ''),
    texts,
  ]),
);
