import { isVariantRules, isWinnerOutcome, isWinnerRule } from '@overture/domain/campaign/stored-rules';
import type { StepContent } from '@overture/domain/flow/flow';
import { parseFormattedTexts } from '@overture/domain/flow/formatted-texts';
import { isConditionType, isStepType, type StepType } from '@overture/domain/flow/step-types';
import { parseMoreVariants, parseStoredFlow } from '@overture/domain/flow/stored-flow';
import { CAMPAIGN_DAILY_LIMITS } from '@overture/domain/limits';
import { isTimeZone } from '@overture/domain/time/timezones';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import type { TableShape } from '../archive-rows.store.ts';
import type { ArchivedTableName } from '../archived-tables.store.ts';
import type { ReadRow } from '../reading/read-rows.service.ts';
import type { ZipEntries } from '../reading/zip-entries.service.ts';
import type { ClaimedImport, TableCount } from './archive-imports.store.ts';
import type * as ids from './import-ids.store.ts';
import { RowError, type Values } from './references.service.ts';

/** Reasons for which rows stay out, as the report says them. */
export const LEFT_OUT = {
  erased: 'Erased here on request',
  no_owner: 'Belongs to something that was left out',
  here: 'Here already',
  unfinished: 'Unfinished work: it starts again here',
  erasures: 'Erased people are recognized only with the passphrase, in an organization without erasures of its own',
  not_understood: 'Not understood by this version',
  no_file: 'Its file is not in the archive',
  elsewhere: 'Has an account in another organization of this installation',
} as const;

const MOVED_IN = 'Moved in with an archive.';

export interface Arrival {
  organization_id: number;
  /** ISO. */
  now: string;
  /** Erased people of the archive are recognized here. */
  knows_erased: boolean;
}

const leaveOut = (reason: keyof typeof LEFT_OUT): never => {
  throw new RowError(LEFT_OUT[reason]);
};

const pausedFrom = (status: unknown): unknown => (status === 'ACTIVE' ? 'PAUSED' : status);

/** What was on its way may have arrived: a person decides. What had not left is planned again when the campaign is resumed. */
function arriveIntent(row: Values): Values {
  if (row.kind !== 'campaign_step' && row.kind !== 'chat_answer') return leaveOut('not_understood');
  if (row.state === 'intent') return { ...row, state: 'cancelled', reason: MOVED_IN, rule: null, settled_by: null };
  if (row.state === 'dispatching' || row.state === 'unknown') return { ...row, state: 'parked', rule: 'unconfirmed' };
  return row;
}

function requireFlow(row: Values): Values {
  const isEmpty = row.flow === null || (Array.isArray(row.flow) && row.flow.length === 0);
  return isEmpty || parseStoredFlow(row.flow) !== null ? row : leaveOut('not_understood');
}

function requireNode(row: Values): Values {
  const type = String(row.type);
  const isKnown = row.kind === 'step' ? isStepType(type) && hasReadVariants(type, row) : isConditionType(type);
  if (!isKnown) return leaveOut('not_understood');
  return row.formatted_texts ? { ...row, formatted_texts: arriveFormattedTexts(type as StepType, row) } : row;
}

/** Formatted texts that can't be read are left out: the message is sent without formatting. */
const arriveFormattedTexts = (type: StepType, row: Values) =>
  parseFormattedTexts(type, row.formatted_texts, row as Partial<StepContent>);

/** The database keeps any JSON there. A send that stumbles over it would hold up those beside it. */
function hasReadVariants(type: StepType, row: Values): boolean {
  const isReadAs = (column: string, isRead: (value: unknown) => boolean) =>
    row[column] === undefined || row[column] === null || isRead(row[column]);
  return (
    parseMoreVariants(type, row.more_variants) !== null &&
    isReadAs('variant_rules', isVariantRules) &&
    isReadAs('winner_rule', isWinnerRule) &&
    isReadAs('winner_outcome', isWinnerOutcome)
  );
}

/** The database refuses to read clocks of a zone that there is not, also beside campaigns of others. */
const requireZone = (row: Values): Values =>
  row.timezone === undefined || isTimeZone(String(row.timezone)) ? row : leaveOut('not_understood');

/** No sender may do more a day than the type that is given the most. */
function boundLimits(row: Values): Values {
  const bounded = Object.entries(CAMPAIGN_DAILY_LIMITS).map(([name, { max }]) => [
    name,
    Math.min(Number(row[name]), max),
  ]);
  return { ...row, ...Object.fromEntries(bounded.filter(([, limit]) => Number.isFinite(limit))) };
}

const DELIVERIES: Record<string, string> = { SENDING: 'UNCONFIRMED', SCHEDULED: 'PAUSED' };

/** How rows of a table arrive: nothing of them sends, spends or runs before a person says so. */
const ARRIVALS: Partial<Record<ArchivedTableName, (row: Values, arrival: Arrival) => Values>> = {
  // An administrator of the other installation is none of this one.
  users: (row) => ({ ...row, active: false, role: row.role === 'ADMIN' ? 'USER' : row.role }),
  erasure_keys: (row) => (row.secret ? row : leaveOut('erasures')),
  suppressions: (row, { knows_erased }) => (row.erased_key && !knows_erased ? leaveOut('erasures') : row),
  enrichment_answers: (row) => (row.state === 'loading' ? { ...row, state: 'cancelled' } : row),
  ai_segment_texts: (row) =>
    ['wanted', 'queued', 'running'].includes(String(row.state)) ? leaveOut('unfinished') : row,
  campaigns: (row) => ({
    ...requireZone(row),
    status: pausedFrom(row.status),
    archived_from: pausedFrom(row.archived_from ?? null),
  }),
  accounts: boundLimits,
  campaign_nodes: requireNode,
  campaign_templates: requireFlow,
  campaign_revisions: requireFlow,
  campaign_working_copies: (row) => ({ ...requireFlow(row), publish_at: null, publish_choice: null }),
  outbound_intents: arriveIntent,
  chat_messages: (row) => ({ ...row, delivery: DELIVERIES[String(row.delivery)] ?? row.delivery }),
  // Without campaigns, or after they were left out, a rule is for the answers to all of them.
  kanban_rules: (row) => ({ ...row, is_active: false }),
  automations: (row, { now }) =>
    row.is_active === true ? { ...row, is_active: false, off_reason: 'person', off_at: now } : row,
  sending_days: ({ scope_account, ...row }, { organization_id }) => {
    const scope = String(row.scope);
    // A campaign's budget of one sender is named after that sender.
    const own = scope_account ? scope.replace(/^campaign\/\d+/, `campaign/${String(scope_account)}`) : scope;
    return {
      ...row,
      scope: own,
      scope_id: scope.startsWith('domain:') ? organization_id : row.scope_id,
      cap: Math.max(Number(row.cap), Number(row.used)),
    };
  },
};

/** @throws RowError for a row that stays out */
export function arrive(table: ArchivedTableName, row: Values, arrival: Arrival): Values {
  return ARRIVALS[table]?.(row, arrival) ?? row;
}

export interface ImportRun {
  ctx: Context;
  zip: ZipEntries;
  claimed: ClaimedImport;
  shapes: ReadonlyMap<string, TableShape>;
  /** Tables that others name rows of. */
  targets: ReadonlySet<string>;
  /** Of the archive's passphrase. */
  key: Buffer | null;
  arrival: Omit<Arrival, 'knows_erased'>;
  /** Keys of the files that the batch names, by their digests. */
  files: Map<string, string>;
}

/** A row on its way: what it says, and what it will be here. */
export interface Incoming {
  read: ReadRow;
  values: Values;
  /** The id that other rows know it by already. */
  reserved: number | null;
  /** It goes when a row that the import made goes. */
  is_owned: boolean;
}

export interface Batch {
  run: ImportRun;
  tx: TransactionContext;
  shape: TableShape;
  known: Map<string, ids.KnownId>;
  count: TableCount;
  /** Erased people of the archive are recognized here. */
  knows_erased: boolean;
}
