import type { Message } from '../message.ts';

// From the root: a path relative to this file would lose the folder that both are in.
const files = import.meta.glob<Record<string, Message>>('/src/**/*.de.ts', { eager: true, import: 'default' });

const sentences = Object.entries(files).filter(([path]) => path.includes('/language/sentences/'));

/** By the name that the build gives to the texts of a file. */
export const german = new Map([
  ...Object.entries(files).map(
    ([path, texts]) => [path.replace(/^\/src\/(?:features\/)?|(?:\/texts)?\.de\.ts$/g, ''), texts] as const,
  ),
  // Sentences of rules, wherever they are from.
  ['sentences', Object.assign({}, ...sentences.map(([, texts]) => texts)) as Record<string, Message>] as const,
]);
