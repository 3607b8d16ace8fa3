import type { Message } from '../message.ts';

const files = import.meta.glob<Record<string, Message>>(['../../**/*.de.ts'], { eager: true, import: 'default' });

/** By the name that the build gives to the texts of a file. */
export const german = new Map(
  Object.entries(files).map(([path, texts]) => [
    path.replace(/^(?:\.\.\/)+(?:features\/)?|(?:\/texts)?\.de\.ts$/g, ''),
    texts,
  ]),
);
