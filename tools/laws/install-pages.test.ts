import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../docs/operate');
const read = (page: string): string => readFileSync(join(folder, `${page}.md`), 'utf8');

/** Without one of these an installation starts, but mails no codes, has its mail refused, or has no ADMIN. */
const NEEDED = ['SECRET_KEY', 'APP_URL', 'SMTP_URL', 'MAIL_FROM', 'ADMIN_EMAIL'];
/** The chart's own name for it. */
const OTHER_NAMES: Record<string, string> = { APP_URL: 'appUrl' };

const findMissing = (section: string): string[] =>
  NEEDED.filter((name) => !section.includes(name) && !section.includes(OTHER_NAMES[name] ?? name));

function getSection(page: string, heading: string): string {
  const section = read(page)
    .split(/^(?=#{1,3} )/m)
    .find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/operate/${page}.md has no section "${heading}".`);
  return section;
}

test.each([
  ['debian', '## 4. Settings'],
  ['install', '## With containers'],
  ['install', '## Without containers'],
  ['install', '## What production requires'],
  ['docker', '## One container'],
  ['coolify', '# Coolify'],
  ['kubernetes', '## Install'],
])('%s, %s: sets all that an installation needs to send its own mail', (page, heading) => {
  expect(findMissing(getSection(page, heading))).toEqual([]);
});

test('a section without one of them is found', () => {
  const section = getSection('debian', '## 4. Settings');
  expect(findMissing(section.replaceAll(/^.*MAIL_FROM.*$/gm, ''))).toEqual(['MAIL_FROM']);
});

const BLOCK = /^ *```\w*\n([\s\S]+?)^ *```$/gm;
/** Commands that open an editor: a block with one can't be pasted. */
const EDITOR = /\b(?:systemctl edit|crontab -e|visudo|nano|vim?)\b/;

test('no block of a page opens an editor', () => {
  const pages = readdirSync(folder).map((name) => name.replace(/\.md$/, ''));
  const blocks = pages.flatMap((page) => [...read(page).matchAll(BLOCK)].map(([, block]) => ({ page, block: block! })));
  expect(blocks.length).toBeGreaterThan(30);
  expect(blocks.filter(({ block }) => EDITOR.test(block))).toEqual([]);
  expect(EDITOR.test('systemctl edit caddy')).toBe(true);
});
