const FIRST_PAUSE_IN_MS = 1_000;
const LONGEST_PAUSE_IN_MS = 60_000;

/** Milliseconds until a file is requested again that failed to load this often. */
export const pauseAfter = (failures: number): number =>
  Math.min(FIRST_PAUSE_IN_MS * 2 ** (failures - 1), LONGEST_PAUSE_IN_MS);

/**
 * Loads a part that was not opened by a user: toasts, badges, background notices. A failed load is repeated without a notice.
 */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseAfter(failures)));
    }
  }
}
