import { readFileSync } from 'node:fs';

/** What a process and all below it have used and hold, by Linux. */
export interface Usage {
  cpu_seconds: number;
  /** Pages that are shared are divided among those that share them. */
  memory_in_mb: number;
}

/** Of `USER_HZ`, which is 100 on every Linux that Node.js runs on. */
const TICKS_PER_SECOND = 100;

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
};

function listTree(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(listTree)];
}

/** Fields after the name, which may hold blanks. */
const statOf = (pid: number): string[] => read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];

/** Only a process whose children end has theirs counted with it: PostgreSQL's first one. */
function useOf(pid: number): Usage {
  const [user = 0, system = 0, ofChildren = 0, systemOfChildren = 0] = statOf(pid).slice(11, 15).map(Number);
  const memory = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? '0';
  return {
    cpu_seconds: (user + system + ofChildren + systemOfChildren) / TICKS_PER_SECOND,
    memory_in_mb: Number(memory) / 1024,
  };
}

export function measureUsage(pid: number): Usage {
  const all = listTree(pid).map(useOf);
  return {
    cpu_seconds: all.reduce((sum, { cpu_seconds }) => sum + cpu_seconds, 0),
    memory_in_mb: Math.round(all.reduce((sum, { memory_in_mb }) => sum + memory_in_mb, 0)),
  };
}

export const parentOf = (pid: number): number => Number(statOf(pid)[1]);
