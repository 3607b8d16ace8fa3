/**
 * Releases run side by side during an upgrade (docs/operate/upgrade.md). A migration that takes away what the release before reads, or refuses what
 * it writes, fails the processes of that release. Such a file says since which version no program uses the thing, by a line of its own:
 * `-- takes away: REASON; not read since VERSION`.
 */

export interface MigrationText {
  name: string;
  sql: string;
}

export interface Takeaway {
  file: string;
  /** `campaigns.name (dropped)` */
  what: string;
}

/** What the migrations of this release made themselves. The release before knows none of it. */
interface New {
  tables: Set<string>;
  columns: Set<string>;
  functions: Set<string>;
}

const MARK = /^--\s*takes away:\s*(\S.{9,}?);\s*not read since\s+v?(\d+\.\d+\.\d+(?:-[\w.]+)?)\s*$/m;
/** Together: a comment holds apostrophes, and a text holds what looks like a comment. */
const COMMENT_OR_QUOTED = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$/g;
/** Of a block of code before a statement. */
const LEADING_WORDS = /^(?:.*\b(?:begin|then|else|loop|execute)\b\s*)/i;
const NAME = '(?:public\\.)?"?(\\w+)"?';
/** What is used by its name, and has no rows of its own. */
const CALLED = '(?:function|procedure|view|materialized view|type)';

/** Comments removed, cut at the semicolons that end a statement. Bodies of functions are empty: they run later. Those of `do` stay. */
function listStatements(sql: string): string[] {
  const bodies: string[] = [];
  const plain = sql.replace(COMMENT_OR_QUOTED, (text) =>
    /^(?:--|\/\*)/.test(text) ? ' ' : `'${bodies.push(text) - 1}'`,
  );
  return plain
    .split(';')
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .flatMap((text) => {
      const body = /^do\b.*'(\d+)'/i.exec(text)?.[1];
      if (body === undefined) return [text];
      const inner = (bodies[Number(body)] ?? '').replace(/^\$\w*\$|\$\w*\$$|'/g, '');
      return listStatements(inner).map((one) => one.replace(LEADING_WORDS, ''));
    });
}

/** The actions of `alter table`, cut at commas outside of parentheses. */
function listActions(text: string): string[] {
  const actions: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    else if (text[at] === ',' && depth === 0) {
      actions.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...actions, text.slice(start).trim()];
}

const findName = (text: string, before: string): string | undefined =>
  new RegExp(`^${before}\\s+${NAME}`, 'i').exec(text)?.[1]?.toLowerCase();

/** Of `drop table a, b`. */
function findNames(text: string, before: string): string[] {
  const [head] = new RegExp(`^${before}\\s+`, 'i').exec(text) ?? [];
  const rest = head === undefined ? [] : listActions(text.slice(head.length));
  return rest.flatMap((one) => new RegExp(`^${NAME}`, 'i').exec(one)?.[1]?.toLowerCase() ?? []);
}

const ALTER = 'alter table(?: if exists)?(?: only)?';

/** The table and the actions of `alter table`. */
function parseAlter(text: string): { table: string; actions: string[] } | null {
  const [head, table] = new RegExp(`^${ALTER}\\s+${NAME}`, 'i').exec(text) ?? [];
  if (head === undefined || table === undefined) return null;
  return { table: table.toLowerCase(), actions: listActions(text.slice(head.length)) };
}

function recordNew(text: string, made: New): void {
  const table = findName(text, 'create (?:unlogged )?table(?: if not exists)?');
  if (table) made.tables.add(table);
  const called = findName(text, `create ${CALLED}`);
  if (called) made.functions.add(called);
  const altered = parseAlter(text);
  for (const action of altered?.actions ?? []) {
    const column = findName(action, 'add(?: column)?(?: if not exists)?');
    if (column) made.columns.add(`${altered?.table}.${column}`);
  }
}

/** What one action does to a column that the release before knows; null where it does no harm. */
function judgeAction(action: string): string | null {
  const dropped = findName(action, 'drop(?: column)?(?: if exists)?');
  if (dropped && !/^drop (?:constraint|expression)/i.test(action)) return `${dropped} (dropped)`;
  const renamed = /^rename (?:column )?"?(\w+)"? to/i.exec(action)?.[1];
  if (renamed) return `${renamed.toLowerCase()} (renamed)`;
  if (/^rename to/i.test(action)) return '* (renamed)';
  const altered = findName(action, 'alter(?: column)?');
  if (altered && /\b(?:set data )?type\b/i.test(action)) return `${altered} (another type)`;
  if (altered && /\bset not null\b/i.test(action)) return `${altered} (not null)`;
  if (altered && /\bdrop default\b/i.test(action)) return `${altered} (no default)`;
  const added = /^add (?:constraint|unique|primary|foreign|check|exclude)/i.test(action)
    ? undefined
    : findName(action, 'add(?: column)?(?: if not exists)?');
  const isNeeded = /\bnot null\b/i.test(action) && !/\bdefault\b|\bgenerated\b|serial\b/i.test(action);
  if (added && isNeeded) return `${added} (new, not null, without a default)`;
  if (/^add (?:constraint \w+ )?(?:unique|primary key|exclude)\b/i.test(action)) return '* (unique)';
  return null;
}

function judgeAlter(text: string, made: New): string[] {
  const altered = parseAlter(text);
  if (!altered || made.tables.has(altered.table)) return [];
  const { table, actions } = altered;
  return actions
    .map(judgeAction)
    .filter((what) => what !== null)
    .filter((what) => {
      const column = `${table}.${what.split(' ')[0]}`;
      return what.includes('(new,') || !made.columns.has(column);
    })
    .map((what) => `${table}.${what}`);
}

function judgeStatement(text: string, made: New): string[] {
  const dropped = [
    ...findNames(text, 'drop table(?: if exists)?').filter((name) => !made.tables.has(name)),
    ...findNames(text, `drop ${CALLED}(?: if exists)?`).filter((name) => !made.functions.has(name)),
  ];
  if (dropped.length > 0) return dropped.map((name) => `${name} (dropped)`);
  const renamed = findName(text, 'alter (?:function|procedure|view|type)');
  if (renamed && /\brename\b/i.test(text)) return made.functions.has(renamed) ? [] : [`${renamed} (renamed)`];
  const unique = /^create unique index\b.*? on (?:only )?(?:public\.)?"?(\w+)"?/i.exec(text)?.[1]?.toLowerCase();
  if (unique && !made.tables.has(unique)) return [`${unique}.* (unique)`];
  return judgeAlter(text, made);
}

/** A function or view of that name follows in the same file, and so in the same transaction. */
const isMadeAgain = (text: string, what: string, following: readonly string[]): boolean =>
  new RegExp(`^(?:drop|alter) ${CALLED}`, 'i').test(text) &&
  following.some((next) => {
    const called = findName(next, `create (?:or replace )?${CALLED}`);
    return called !== undefined && what.startsWith(`${called} (`);
  });

/** @param fresh the migrations after the last release, in their order */
export function findTakeaways(fresh: readonly MigrationText[]): Takeaway[] {
  const made: New = { tables: new Set(), columns: new Set(), functions: new Set() };
  return fresh.flatMap(({ name, sql }) =>
    listStatements(sql).flatMap((text, place, all) => {
      const found = judgeStatement(text, made).filter((what) => !isMadeAgain(text, what, all.slice(place + 1)));
      recordNew(text, made);
      return found.map((what) => ({ file: name, what }));
    }),
  );
}

/** A mark counts from the release after the one that stopped reading. @returns why it doesn't, null where it does */
export function judgeMark(sql: string, releases: readonly string[]): string | null {
  const [, , version] = MARK.exec(sql) ?? [];
  if (version === undefined) return 'has no line `-- takes away: REASON; not read since VERSION`';
  return releases.includes(version)
    ? null
    : `names ${version}, which is not released: the release before still reads it`;
}
