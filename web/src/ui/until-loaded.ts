const FIRST_PAUSE_IN_MS = 1_000;
const LONGEST_PAUSE_IN_MS = 60_000;

/**
 * For parts that nobody opened: toasts, what watches in the background, badges. One whose file can't be loaded is asked for again, and
 * the page goes on without it. `lazy` alone would take the page away.
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
