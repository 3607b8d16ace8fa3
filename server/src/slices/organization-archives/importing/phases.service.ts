import { ARCHIVED_TABLES, type ArchivedTable, type ArchivedTableName } from '../archived-tables.store.ts';

/** A table that an import reads. */
export interface Phase {
  table: ArchivedTableName;
  /** The table is here already; these columns of it name rows of tables that came after it. */
  patches?: readonly string[];
}

const declared = (name: ArchivedTableName): ArchivedTable => ARCHIVED_TABLES[name];
const names = Object.keys(ARCHIVED_TABLES) as ArchivedTableName[];

/** Who may not be contacted comes before everybody else. */
function listTables(): ArchivedTableName[] {
  const travels = names.filter((name) => declared(name).stays === undefined);
  const isFirst = (name: ArchivedTableName): boolean =>
    name === 'organizations' || name === 'users' || declared(name).group === 'suppressions';
  return [...travels.filter(isFirst), ...travels.filter((name) => !isFirst(name))];
}

const tables = listTables();
const place = new Map<string, number>(tables.map((name, index) => [name, index]));

/** True if rows of the target are read after those of the table, or among them. */
export const comesLater = (table: ArchivedTableName, target: string): boolean =>
  (place.get(target) ?? -1) >= (place.get(table) ?? 0);

/** A row that may be here already has no id before it was looked up: the column is filled when the table has been read. */
export const isPatched = (table: ArchivedTableName, target: string): boolean =>
  table !== target &&
  comesLater(table, target) &&
  (ARCHIVED_TABLES[target as ArchivedTableName] as ArchivedTable).match !== undefined;

function listPatches(target: ArchivedTableName): Phase[] {
  return tables.flatMap((table) => {
    const patches = Object.entries(declared(table).refs ?? {})
      .filter(([, of]) => of === target && isPatched(table, of))
      .map(([column]) => column);
    return patches.length > 0 ? [{ table, patches }] : [];
  });
}

/** What an import reads, in this order. An undo goes through it from its end. */
export const PHASES: readonly Phase[] = tables.flatMap((table) => [{ table }, ...listPatches(table)]);

/** Tables that stay in the archive, with the reason. */
export const LEFT_TABLES = names.flatMap((name) => {
  const { stays } = declared(name);
  return stays === undefined ? [] : [{ table: name, reason: stays }];
});
