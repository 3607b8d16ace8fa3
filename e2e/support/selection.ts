import { expect, type Page } from '@playwright/test';

/**
 * Selects the text before the caret by keyboard, letter by letter. The editor writes its own selection back after typing: a key pressed
 * before that moves nothing, so each letter is waited for.
 */
export async function selectBackwards(page: Page, text: string): Promise<void> {
  for (let length = 1; length <= text.length; length += 1) {
    await expect(async () => {
      if ((await getSelected(page)).length < length) await page.keyboard.press('Shift+ArrowLeft');
      expect(await getSelected(page)).toBe(text.slice(-length));
    }).toPass();
  }
}

const getSelected = (page: Page): Promise<string> => page.evaluate(() => getSelection()?.toString() ?? '');
