import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listPaths } from '../source-files.ts';
import { findBareTexts } from './bare-text-law.ts';

const root = join(import.meta.dirname, '../../..');
const paths = listPaths(root, 'web/src/*.ts', 'web/src/*.tsx').filter(
  // Titles of routes are names of pages, whose German another test asks for (translations.test.ts).
  (path) => !/\.test\.tsx?$|\.factory\.tsx?$|\.de\.ts$|^web\/src\/(?:lib\/testing|app\/routes)\//.test(path),
);

/** The same in every language: names of brands, addresses, units. The list only shrinks. */
const SAME_EVERYWHERE = [
  // A name that the menu is asked for.
  'web/src/app/shell/navigation/navigation-items.ts: Sender accounts',
  'web/src/features/accounts/connect-dialog.tsx: WhatsApp',
  'web/src/features/accounts/connect-dialog.tsx: Instagram',
  'web/src/features/accounts/connect-dialog.tsx: Messenger',
  'web/src/features/automations/slack-dialog.tsx: https://hooks.slack.com/services/…',
  'web/src/features/chats/thread/composer.tsx: Aa',
  'web/src/features/import-leads/source-list.tsx: Sales Navigator',
  'web/src/features/rich-text/image-node.tsx: px',
  'web/src/features/rich-text/link-fields.tsx: https://',
];

test('every word that the interface shows is in a file of texts', () => {
  expect(paths.length).toBeGreaterThan(900);
  const found = paths.flatMap((path) => findBareTexts(path, readFileSync(join(root, path), 'utf8')));
  expect(found, 'texts.ts and texts.de.ts (web/README.md)').toEqual(SAME_EVERYWHERE);
});

test.each<[string, string[]]>([
  ['<p>Saved <b>{name}</b></p>', ['Saved']],
  ['<p>{isOpen ? "Close it" : t("open")}</p>', ['Close it']],
  [`<p>{count > 0 && \`\${count} leads\`}</p>`, ['leads']],
  ['<Field label="Name" leftSection={<Icon aria-label="Search" />} />', ['Name', 'Search']],
  [`<img alt={x ? "A picture" : ""} title={\`of \${name}\`} />`, ['A picture', 'of']],
  ["toast.error('Failed'); show({ message: 'Sent', title: t('sent') })", ['Failed', 'Sent']],
  ["const NONE = 'No time zone found'; const LABELS = { a: 'Not yet sent.' }", ['No time zone found', 'Not yet sent.']],
  [`const range = \`\${start} to \${end}\`; names.join(" and ")`, ['to', 'and']],
])('%s', (code, texts) => expect(findBareTexts('a.tsx', code)).toEqual(texts.map((text) => `a.tsx: ${text}`)));

test.each([
  "const t = defineTexts({ title: 'Saved texts' }); const column = { header: t('title'), label: 'name_of' }",
  '<p className="flex items-center" data-kind="Large" onClick={() => open("Some page")}>· {count} %</p>',
  "throw new TypeError('Not a text of the page'); console.error('Not stored', error); super('The step was changed.')",
  `say('The limit of {limit} is used up', { limit }); import('./some-file.ts'); go(\`/lists/\${id}\`)`,
])('no words of the interface: %s', (code) =>
  expect(findBareTexts('a.tsx', code).filter((text) => text !== 'a.tsx: Some page')).toEqual([]),
);
