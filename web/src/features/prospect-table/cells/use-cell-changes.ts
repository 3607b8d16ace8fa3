import { leadCellsEndpoints, type RefusedCell } from '@overture/contract/lead-cells';
import type { Prospect } from '@overture/contract/prospects';
import { searchesEndpoints } from '@overture/contract/searches';
import type { CustomValue } from '@overture/domain/leads/custom-values';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, errorMessage, queryKey } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { leadName } from '../../leads/index.ts';
import type { EditableColumn } from './editable-cells.ts';
import { t } from './texts.ts';

/** A cell that gets another value. */
export interface NewValue {
  lead: Prospect;
  column: string;
  value: CustomValue | null;
}

/** A cell that was changed: what it held before and what it holds now. */
interface Changed extends NewValue {
  before: CustomValue | null;
  /** What an undo takes back: it is compared instead of what the table shows by now, which a teammate may have written. */
  takesBack?: { value: CustomValue | null };
}

type Columns = ReadonlyMap<string, EditableColumn>;

/** Undo goes back this far. */
const keptChanges = 50;
/** Refused cells that a message names. */
const namedCells = 3;
const toastId = 'cell-changes';

/**
 * Changes of cells, one call after the other: they are shown immediately, and a refused cell gets its old value back. Each call is one step
 * of undo.
 */
export function useCellChanges(columns: Columns) {
  const client = useQueryClient();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const past = useRef<Changed[][]>([]);
  const written = useRef<WrittenValues>(new Map());

  /** Answers the cells that were refused. */
  function change(
    values: readonly (NewValue & Pick<Changed, 'takesBack'>)[],
    from: 'table' | 'editor' | 'undo' = 'table',
  ): Promise<RefusedCell[]> {
    const wanted = values.flatMap((given): Changed[] => {
      const before = columns.get(given.column)?.read(given.lead) ?? null;
      return before === given.value ? [] : [{ ...given, before }];
    });
    if (wanted.length === 0) return Promise.resolve([]);
    showValues(client, columns, wanted);
    const sent = queue.current.then(() => send(client, columns, wanted, written.current));
    queue.current = sent;
    return sent.then(({ changed, refused }) => {
      if (changed.length > 0 && from !== 'undo') past.current = [...past.current, changed].slice(-keptChanges);
      if (changed.length > 0) report(columns, changed, from === 'undo', undo);
      // The editor shows what is wrong with its text.
      const shown = from === 'editor' ? refused.filter(({ code }) => code !== 'invalid') : refused;
      if (shown.length > 0) reportRefused(columns, wanted, shown);
      return refused;
    });
  }

  /** Takes back the newest change, also one that is still being sent. */
  function undo() {
    void queue.current.then(undoNewest);
  }

  function undoNewest() {
    const last = past.current.pop();
    if (last === undefined) return;
    const cells = last.map(({ lead, column, value, before }) => ({
      ...{ lead: findLead(client, lead), column, value: before },
      takesBack: { value },
    }));
    void change(cells, 'undo');
  }

  return { change, undo };
}

/** Of cells that were changed here: the value as it was typed, and as the server stored it. */
type WrittenValues = Map<string, { typed: CustomValue | null; stored: CustomValue | null }>;

interface Outcome {
  changed: Changed[];
  refused: RefusedCell[];
}

async function send(
  client: QueryClient,
  columns: Columns,
  wanted: readonly Changed[],
  written: WrittenValues,
): Promise<Outcome> {
  const cells = wanted.map((cell) => ({
    ...{ prospect_id: cell.lead.id, column: cell.column, value: cell.value },
    seen: seenOf(cell, written),
  }));
  try {
    const { prospects, refused } = await call(leadCellsEndpoints.updateLeadCells, { body: { cells } });
    const stored = new Map(prospects.map((lead) => [lead.id, lead]));
    patchLeads(client, (lead) => stored.get(lead.id) ?? lead);
    const back = wanted.flatMap((cell) => {
      const refusal = refused.find((one) => isSameCell(one, cell));
      return refusal ? [{ ...cell, value: refusal.code === 'changed' ? refusal.current : cell.before }] : [];
    });
    showValues(client, columns, back);
    const accepted = wanted.filter((cell) => !refused.some((one) => isSameCell(one, cell)));
    const changed = accepted.map((cell) => asStored(columns, cell, stored));
    for (const [index, cell] of accepted.entries())
      written.set(keyOf(cell), { typed: cell.value, stored: changed[index]?.value ?? null });
    return { changed, refused };
  } catch (error) {
    showValues(
      client,
      columns,
      wanted.map((cell) => ({ ...cell, value: cell.before })),
    );
    toast.error(errorMessage(error, t('failed')), { duration: 5000 });
    return { changed: [], refused: [] };
  }
}

function seenOf(cell: Changed, written: WrittenValues): CustomValue | null {
  if (cell.takesBack) return cell.takesBack.value;
  const own = written.get(keyOf(cell));
  // A cell that is changed again before the first answer was shown as it was typed, not as it is stored.
  return own?.typed === cell.before ? own.stored : cell.before;
}

const keyOf = ({ lead, column }: NewValue): string => `${lead.id} ${column}`;

const isSameCell = (refused: RefusedCell, { lead, column }: NewValue): boolean =>
  refused.prospect_id === lead.id && refused.column === column;

/** The server writes a value in the form of its column: undo compares with that. */
function asStored(columns: Columns, cell: Changed, stored: ReadonlyMap<number, Prospect>): Changed {
  const lead = stored.get(cell.lead.id);
  return lead ? { ...cell, lead, value: columns.get(cell.column)?.read(lead) ?? null } : cell;
}

type Page = { prospects: Prospect[]; totalProspects: number };
const pages = { queryKey: queryKey(searchesEndpoints.listSearchProspects) };

function patchLeads(client: QueryClient, patch: (lead: Prospect) => Prospect) {
  client.setQueriesData<Page>(pages, (page) => page && { ...page, prospects: page.prospects.map(patch) });
}

function showValues(client: QueryClient, columns: Columns, cells: readonly NewValue[]) {
  const byLead = Map.groupBy(cells, ({ lead }) => lead.id);
  patchLeads(client, (lead) =>
    (byLead.get(lead.id) ?? []).reduce(
      (shown, { column, value }) => columns.get(column)?.write(shown, value) ?? shown,
      lead,
    ),
  );
}

/** The lead as the table has it now. */
function findLead(client: QueryClient, lead: Prospect): Prospect {
  const shown = client.getQueriesData<Page>(pages).flatMap(([, page]) => page?.prospects ?? []);
  return shown.find(({ id }) => id === lead.id) ?? lead;
}

function report(columns: Columns, changed: readonly Changed[], isUndo: boolean, undo: () => void) {
  const count = changed.length;
  if (isUndo) return toast.info(t('undone', { count }), { replaces: toastId });
  const [first] = changed;
  const message =
    count === 1 && first
      ? t('changed_text', { column: columns.get(first.column)?.label ?? first.column, name: leadName(first.lead) })
      : t('changed', { count });
  toast.success(message, { action: { label: t('undo'), onSelect: undo }, replaces: toastId });
}

function reportRefused(columns: Columns, wanted: readonly Changed[], refused: readonly RefusedCell[]) {
  const named = refused.slice(0, namedCells).map((cell) => {
    const lead = wanted.find((one) => isSameCell(cell, one))?.lead;
    const name = lead ? leadName(lead) : t('unknown_lead');
    return t('refused', { column: columns.get(cell.column)?.label ?? cell.column, name, reason: cell.reason });
  });
  const text = named.join(' ');
  const count = refused.length - named.length;
  toast.error(count > 0 ? t('refused_more', { refused: text, count }) : text, { duration: 8000 });
}
