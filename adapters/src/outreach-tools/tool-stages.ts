import { setImmediate } from 'node:timers/promises';
import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import { isProviderError, ProviderError } from '../kit/errors.ts';
import type { GuardedHttp } from '../kit/guarded-http.ts';
import type { OutreachTool, ToolLoss, ToolManifest, ToolPageRequest, ToolRow } from './outreach-tools.port.ts';
import { ToolPageTooLargeError, toUnreadable } from './tool-client.ts';

/** A call for one page of a stage. */
export interface PageCall {
  http: GuardedHttp;
  manifest: ToolManifest;
  api_url: string;
  api_key: string;
  signal: AbortSignal;
  /** The campaign or list of a stage that is read for each; else ''. */
  of: string;
  /** Objects to ask for. */
  limit: number;
  /** `next` of the page before, and the same as a number where pages go by offset. */
  after: string | null;
  offset: number;
}

interface PageAnswer {
  items: readonly unknown[];
  /** Cursor or offset of the next page; null at the end. */
  next: string | null;
}

/** A kind of objects. Stages are read one after the other. */
export interface ToolStage {
  name: string;
  /** What people call one of its objects. */
  noun: string;
  /** Objects of a page; fewer are asked for where they are too large together. */
  size: number;
  paging: 'cursor' | 'offset';
  /** Read once for each campaign or list that an earlier stage found. */
  for_each?: 'campaign' | 'list';
  load(call: PageCall): Promise<{ rows: ToolRow[]; next: string | null }>;
}

type StageDefinition<Schema extends z.ZodType> = Omit<ToolStage, 'load'> & {
  /** Of one object. */
  schema: Schema;
  fetch(call: PageCall): Promise<PageAnswer>;
  toRows(item: z.output<Schema>, call: PageCall): ToolRow[] | Promise<ToolRow[]>;
};

/** Then requests get their turn. */
const ITEMS_AT_ONCE = 500;

/** A stage whose objects are parsed one by one: what can't be read is left out with its reason, and the others stay. */
export function defineStage<Schema extends z.ZodType>(definition: StageDefinition<Schema>): ToolStage {
  const { schema, fetch, toRows, ...stage } = definition;
  return {
    ...stage,
    async load(call) {
      const { items, next } = await fetch(call);
      const rows: ToolRow[] = [];
      const errors: z.ZodError[] = [];
      for (const [index, item] of items.entries()) {
        // An export of lemlist has 50,000 leads in one answer.
        if (index % ITEMS_AT_ONCE === 0) await setImmediate();
        const parsed = schema.safeParse(item);
        if (parsed.success) rows.push(...(await toRows(parsed.data, call)));
        else rows.push(toLoss(stage, call, { item, index, error: parsed.error }));
        if (!parsed.success) errors.push(parsed.error);
      }
      // Not an object but the whole kind has another form: leaving everything out would look like an empty tool.
      if (items.length > 1 && errors.length === items.length) throw toUnreadable(call.manifest, errors[0]);
      return { rows, next };
    },
  };
}

/**
 * Where a page by offset ends. @param total of all pages, where the tool counts them; else an empty page is the end. A total that is less
 * than what was found is none: messages behind it would be missed, and their leads greeted again.
 */
export function nextOffset({ offset, limit }: PageCall, found: number, total?: number): string | null {
  const next = offset + (total === undefined ? limit : found);
  return found === 0 || next === total ? null : String(next);
}

const KEY_FIELDS = ['id', '_id', 'stats_id'];
const NAME_FIELDS = ['email', 'lead_email', 'leadEmail', 'email_or_domain', 'bl_value', 'value', 'profileUrl', 'name'];

function toLoss(
  { name, noun }: Pick<ToolStage, 'name' | 'noun'>,
  { of, after, manifest }: PageCall,
  { item, index, error }: { item: unknown; index: number; error: z.ZodError },
): ToolLoss {
  const id = findText(item, KEY_FIELDS) ?? `${after ?? ''} ${index}`;
  const field = error.issues[0]?.path.join('.');
  return {
    kind: 'loss',
    external_id: cutText(`unreadable ${name} ${of} ${id}`, 200),
    name: findText(item, NAME_FIELDS) ?? `One ${noun}`,
    reason: `${manifest.label} sent this ${noun} in a form that can't be read${field ? ` (${cutText(field, 100)})` : ''}.`,
  };
}

/** The first filled field of these, of the object or of one inside it. */
function findText(item: unknown, fields: readonly string[]): string | null {
  if (typeof item !== 'object' || item === null) return null;
  const inside = Object.values(item).filter((value) => typeof value === 'object' && value !== null);
  for (const object of [item, ...inside] as Record<string, unknown>[])
    for (const field of fields) {
      const value = object[field];
      if ((typeof value === 'string' && value !== '') || typeof value === 'number') return cutText(String(value), 100);
    }
  return null;
}

const positionSchema = z.object({
  stage: z.string(),
  after: z.string().max(500).nullable(),
  of: z.string().max(300).optional(),
  /** Smaller than the stage says, because its pages were too large. */
  limit: z.number().int().min(1).optional(),
});
type Position = z.output<typeof positionSchema>;

/** A tool that is read stage by stage. A page is one call of the tool. */
export function createStagedTool(
  manifest: ToolManifest,
  stages: readonly ToolStage[],
  { http, api_url }: { http: GuardedHttp; api_url: string },
): OutreachTool {
  const begin = (index: number): Position | null => {
    const stage = stages[index];
    return stage ? { stage: stage.name, after: null } : null;
  };
  return {
    manifest,
    async readPage(request) {
      const at = request.position === null ? begin(0)! : positionSchema.parse(JSON.parse(request.position));
      const index = stages.findIndex(({ name }) => name === at.stage);
      const stage = stages[index];
      if (!stage) throw new Error(`${manifest.id} has no stage ${at.stage}`);
      const of = await findSubject(stage, at, request);
      if (of === null) return toPage([], begin(index + 1));
      const call = toCall(stage, { ...at, of }, request);
      const follow = async (): Promise<Position | null> => {
        const next = stage.for_each ? await request.findNext(stage.for_each, of) : null;
        return next === null ? begin(index + 1) : { stage: stage.name, after: null, of: next };
      };
      try {
        const { rows, next } = await stage.load(call);
        const known = request.position === null ? listNotRead(manifest) : [];
        const place = next === null ? await follow() : { ...at, of, after: next, ...recover(stage, call, next) };
        return toPage([...known, ...rows], place);
      } catch (error) {
        if (error instanceof ToolPageTooLargeError) return shrink(stage, call, { ...at, of });
        if (stage.for_each && isNotFound(error))
          return toPage([toDeleted(stage.for_each, of, manifest)], await follow());
        throw error;
      }
    },
  } satisfies OutreachTool;

  function toCall({ size, paging }: ToolStage, at: Position & { of: string }, request: ToolPageRequest): PageCall {
    const { api_key, signal } = request;
    const place = { of: at.of, after: at.after, limit: at.limit ?? size };
    return { http, manifest, api_url, api_key, signal, ...place, offset: paging === 'offset' ? Number(at.after) : 0 };
  }
}

const isNotFound = (error: unknown): boolean => isProviderError(error) && error.code === '404';

const listNotRead = ({ not_read = [] }: ToolManifest): ToolLoss[] =>
  not_read.map(({ name, reason }) => ({ kind: 'loss', external_id: `not read ${name}`, name, reason }));

function toPage(rows: ToolRow[], next: Position | null, note?: string) {
  return { rows, next: next && JSON.stringify(next), ...(note !== undefined && { note }) };
}

/** The campaign or list that is read now: '' for a stage that needs none, null where there is none. */
async function findSubject(
  { for_each }: ToolStage,
  { of }: Position,
  request: ToolPageRequest,
): Promise<string | null> {
  return for_each === undefined ? '' : (of ?? request.findNext(for_each, null));
}

/** Full pages again, as soon as offsets allow it. */
function recover({ size, paging }: ToolStage, { limit }: PageCall, next: string): { limit: number | undefined } {
  if (limit === size || (paging === 'offset' && Number(next) % size === 0)) return { limit: undefined };
  return { limit: paging === 'offset' ? limit : Math.min(size, limit * 2) };
}

/** Asks for a smaller page. An object that is too large alone is left out where the tool lets us skip it. @throws ProviderError */
function shrink(stage: ToolStage, { limit, after, offset, of, manifest }: PageCall, at: Position) {
  const megabytes = manifest.limits.max_page_in_bytes / 1_000_000;
  const { noun, name } = stage;
  if (limit > 1) {
    const note = `${manifest.label} sends more than ${megabytes} MB in one page. We read smaller pages.`;
    return toPage([], { ...at, limit: divide(limit) }, note);
  }
  const subject = stage.size > 1 ? `one ${noun}` : stage.for_each ? `one ${stage.for_each}` : `its ${noun}s`;
  const reason = `${manifest.label} sends more than ${megabytes} MB for ${subject}.`;
  if (stage.size === 1 || stage.paging === 'cursor')
    throw new ProviderError('rejected', `${reason} Make it smaller there.`, { concerns: 'service' });
  const loss: ToolLoss = {
    kind: 'loss',
    external_id: cutText(`too large ${name} ${of} ${after ?? ''}`, 200),
    name: `One ${noun}`,
    reason,
  };
  return toPage([loss], { ...at, limit, after: String(offset + 1) });
}

/** The largest smaller page whose borders are borders of the larger ones: tools count pages, or objects. */
function divide(limit: number): number {
  for (let part = 2; part * part <= limit; part += 1) if (limit % part === 0) return limit / part;
  return 1;
}

const toDeleted = (kind: 'campaign' | 'list', id: string, { label }: ToolManifest): ToolLoss => ({
  kind: 'loss',
  external_id: cutText(`gone ${kind} ${id}`, 200),
  name: `${kind === 'campaign' ? 'Campaign' : 'List'} ${id}`,
  reason: `It was deleted in ${label} while we read it.`,
});
