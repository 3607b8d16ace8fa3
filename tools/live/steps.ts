import { isProviderError } from '../../adapters/src/kit/errors.ts';

/** A difference from the conformance suites, without contents: step, kind and code of the error. */
export type Difference = { step: string; what: string };

/** A live run: its steps, one after another. */
export type LiveRun = {
  differences: Difference[];
  /** Runs a step. Returns null if it failed, and records the difference. */
  step<Result>(name: string, run: () => Promise<Result>): Promise<Result | null>;
  /** Runs at the end, the last first, even after a failure. */
  cleanUp(name: string, run: () => Promise<void>): void;
  end(): Promise<void>;
};

/** Thrown by a step whose result is not the expected one. */
class DifferenceError extends Error {}

export function expectThat(holds: boolean, otherwise: string): void {
  if (!holds) throw new DifferenceError(otherwise);
}

export function startRun(say: (line: string) => void): LiveRun {
  const differences: Difference[] = [];
  const cleanUps: { name: string; run: () => Promise<void> }[] = [];
  const run: LiveRun = {
    differences,
    async step(step, work) {
      try {
        const result = await work();
        say(`  ok    ${step}`);
        return result;
      } catch (error) {
        const what = describe(error);
        differences.push({ step, what });
        say(`  DIFFERS ${step}: ${what}`);
        return null;
      }
    },
    cleanUp: (name, work) => void cleanUps.push({ name, run: work }),
    async end() {
      for (const { name, run: work } of cleanUps.reverse()) await run.step(name, work);
    },
  };
  return run;
}

function describe(error: unknown): string {
  if (error instanceof DifferenceError) return error.message;
  if (isProviderError(error))
    return `the adapter answered ${error.kind}${error.code === null ? '' : ` (${error.code})`}`;
  return `failed: ${error instanceof Error ? error.name : 'unknown'}`;
}

/** Asks until it holds; search indexes of vendors lag behind by minutes. */
export async function eventually<Result>(
  ask: () => Promise<Result | null>,
  within_in_ms: number,
): Promise<Result | null> {
  const ends_at = Date.now() + within_in_ms;
  for (let wait = 250; ; wait = Math.min(wait * 2, 10_000)) {
    const found = await ask();
    if (found !== null || Date.now() > ends_at) return found;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
