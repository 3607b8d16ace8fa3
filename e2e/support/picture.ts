import type { Page } from '@playwright/test';

/** Pictures of the page, wide and narrow, light and dark, for review by a person (E2E_PICTURES names a folder). */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_PICTURES;
  if (!folder) return;
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png`, fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}
