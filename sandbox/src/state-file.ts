import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export type StateFile<State> = { read(): State; write(state: State): void; flush(): void };

/** Many changes a second become one file. */
const WRITE_AFTER_IN_MS = 100;

/** A stand-in's memory beyond its own life; without a file nothing outlives the program. What cannot be read is forgotten. */
export function createStateFile<State extends object>(file: string | null, empty: State): StateFile<State> {
  let waiting: { state: State; timer: NodeJS.Timeout } | null = null;
  function flush(): void {
    if (file === null || waiting === null) return;
    clearTimeout(waiting.timer);
    writeFileSync(`${file}.new`, JSON.stringify(waiting.state));
    renameSync(`${file}.new`, file);
    waiting = null;
  }
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
      if (waiting === null) waiting = { state, timer: setTimeout(flush, WRITE_AFTER_IN_MS) };
      else waiting.state = state;
    },
    flush,
  };
}
