import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../docs/operate');

/** The code blocks of a section of a page of docs/operate, in their order. @throws where the page has no such section */
function listBlocks(page: string, heading: string): string[] {
  const text = readFileSync(join(folder, `${page}.md`), 'utf8');
  const section = text.split(/^(?=#{1,3} )/m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/operate/${page}.md has no section "${heading}".`);
  return [...section.matchAll(/^```\w*\n([\s\S]+?)^```$/gm)].map(([, block]) => block!);
}

export function getBlock(page: string, heading: string, place = 0): string {
  const block = listBlocks(page, heading)[place];
  if (block === undefined) throw new Error(`"${heading}" of docs/operate/${page}.md has no block ${place + 1}.`);
  return block;
}

/** Puts an operator's values where the page has placeholders. @throws where the page does not have one */
export function fillIn(block: string, values: Record<string, string>): string {
  let text = block;
  for (const [placeholder, value] of Object.entries(values)) {
    if (!text.includes(placeholder)) throw new Error(`The page does not say "${placeholder}":\n${block}`);
    text = text.replaceAll(placeholder, value);
  }
  return text;
}
