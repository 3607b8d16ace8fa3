import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export type StateFile<State> = { read(): State; write(state: State): void };

/** A stand-in's memory beyond its own life; without a file nothing outlives the program. What cannot be read is forgotten. */
export function createStateFile<State extends object>(file: string | null, empty: State): StateFile<State> {
  return {
    read() {
      if (file === null || !existsSync(file)) return structuredClone(empty);
      try {
        return { ...structuredClone(empty), ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<State>) };
      } catch {
        return structuredClone(empty);
      }
    },
    write(state) {
      if (file === null) return;
      writeFileSync(`${file}.new`, JSON.stringify(state));
      renameSync(`${file}.new`, file);
    },
  };
}
