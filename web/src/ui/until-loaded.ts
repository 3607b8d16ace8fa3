const FIRST_PAUSE_IN_MS = 1_000;
const LONGEST_PAUSE_IN_MS = 60_000;

/**
 * Loads a part that was not opened by a user: toasts, badges, background notices. A failed load is repeated, and the page stays. A rejected
 * `lazy` removes the page.
 */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let pause = FIRST_PAUSE_IN_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_IN_MS)) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
