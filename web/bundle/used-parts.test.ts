import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mentionedParts, withoutUnusedParts } from './used-parts.ts';

const MENU = 'Menu.displayName = "Menu";\nMenu.Item = MenuItem;\nMenu.Search = MenuSearch;\n';

test('a part that nothing mentions is not hung on its component', () => {
  const mentioned = new Set(mentionedParts('<Menu.Item>Copy</Menu.Item>'));
  expect(withoutUnusedParts(MENU, mentioned)).toBe('Menu.displayName = "Menu";\nMenu.Item = MenuItem;\n\n');
});

test('a part of a part is mentioned by both of its names', () => {
  expect(mentionedParts('<Menu.Sub.Item />')).toEqual(['Menu.Sub', 'MenuSub.Item']);
});

/** The build finds parts by their names in the text: a part reached in another way would be missing in a browser alone. */
test('screens name the parts of a component in full', () => {
  const source = join(import.meta.dirname, '../src');
  const compound =
    /(?<![\w.$])(?:const|let) \{[^}]*\} = (?:Menu|Modal|Drawer|Popover|Combobox|Tabs|Input|Radio|Checkbox|Table)\b|(?<![\w.$<])(?:Menu|Modal|Drawer|Popover|Combobox|Tabs|Input|Radio|Checkbox|Table)\[/;
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .filter((path) => compound.test(readFileSync(join(source, path), 'utf8')));
  expect(found).toEqual([]);
  expect(compound.test('const { Item } = Menu;')).toBe(true);
  expect(compound.test("Menu['Item']")).toBe(true);
});
