/** Milliseconds to wait for a part of a screen; without it the step is shown in the middle. */
const PATIENCE_MS = 8000;
const LOOK_EVERY_MS = 60;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** First visible element of a selector: wide and narrow layouts may both contain the part. */
export function shown(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0;
  });
}

/** Waits until it is there and no longer moves. */
export async function waitFor(selector: string): Promise<HTMLElement | undefined> {
  let before = '';
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await pause(LOOK_EVERY_MS)) {
    const element = shown(selector);
    const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
    const now = element ? `${x} ${y} ${width} ${height}` : '';
    if (element && now === before) return element;
    before = now;
  }
  return undefined;
}

/** Clicks what opens `target`, where that is not open yet. */
export async function open(button: string, target: string): Promise<void> {
  if (shown(target)) return;
  (await waitFor(button))?.click();
  await waitFor(target);
}

export const DIALOG = 'section[role="dialog"]';

/** Closes the panel or dialog that a step has opened. */
export async function closeDialogs(closeLabel: string): Promise<void> {
  for (let tries = 0; tries < 3 && shown(DIALOG); tries += 1) {
    shown(`${DIALOG} button[aria-label="${closeLabel}"]`)?.click();
    await pause(250);
  }
}
