import { parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from '../source-files.ts';

/**
 * What may be answered by a read replica, and what its readers learn there. Everything else reads the primary: what decides about sending, locks,
 * credits, limits, suppressions, rights and sessions, and what another transaction writes.
 */
const INFORMING: Readonly<Record<string, string>> = {
  'server/src/slices/activities/activities.service.ts': 'the list of what campaigns did',
  'server/src/slices/activities/activities.store.ts': 'the list of what campaigns did',
  'server/src/slices/agency/agency.routes.ts': 'the overview of clients',
  'server/src/slices/agency/overview/overview.store.ts': 'the overview of clients',
  'server/src/slices/agency/report/report.service.ts': 'the report of a month, on screen and as a PDF',
  'server/src/slices/agency/report/report.store.ts': 'the report of a month, on screen and as a PDF',
  'server/src/slices/campaign-sums/campaign-sums.store.ts': 'the days of a page of figures',
  'server/src/slices/campaigns/leads/campaign-files.service.ts': 'the leads and messages of a campaign as a file',
  'server/src/slices/campaigns/leads/campaign-files.store.ts': 'the leads and messages of a campaign as a file',
  'server/src/slices/credit-history/credit-history.service.ts': 'used credits by month, and as a file',
  'server/src/slices/credit-history/credit-history.store.ts': 'used credits by month, and as a file',
  'server/src/slices/dashboard/analytics.service.ts': 'figures of campaigns and senders',
  'server/src/slices/dashboard/analytics.store.ts': 'figures of campaigns and senders',
  'server/src/slices/dashboard/call-figures.store.ts': 'figures of calls',
  'server/src/slices/dashboard/meeting-figures.store.ts': 'figures of meetings',
  'server/src/slices/dashboard/people-counts.store.ts': 'the people behind a figure',
  'server/src/slices/dashboard/people.service.ts': 'the people behind a figure, as pages and as a file',
  'server/src/slices/dashboard/people.store.ts': 'the people behind a figure, as pages and as a file',
  'server/src/slices/dashboard/reply-types.store.ts': 'what leads replied',
  'server/src/slices/prospects/prospects.store.ts': 'the fields of leads that a table shows',
  'server/src/slices/quick-search/quick-search.routes.ts': 'leads and companies by the beginning of their name',
  'server/src/slices/quick-search/quick-search.store.ts': 'leads and companies by the beginning of their name',
  'server/src/slices/searches/column-values.store.ts': 'values of a column to choose from',
  'server/src/slices/searches/list-table.service.ts': 'pages of a lead list, filtered and sorted',
  'server/src/slices/searches/search-prospects.store.ts': 'pages of a lead list, filtered and sorted',
};

/** Slices and rooms whose every read may decide. */
const DECIDING =
  /\/slices\/(?:outbound|campaigns\/(?:run|start|lookups)|suppressions|suppression-rules|touch-locks|lead-holds|sending-\w+|guard|senders|plans|payments|billing|sessions|auth|members|api-keys|sso-enforcement|step-up|live-tickets|erasures|erased-people|excluded-domains|approvals)\//;

const READS = /\breplica(?:Read|Snapshot)\b/;
const NAMES = /\b(?:replicaRead|replicaSnapshot|ReplicaReadContext|ReadableDatabase)\b/;
const WRITES = /\.(?:transaction|systemTransaction)\(/;

const isProduct = (path: string): boolean =>
  path.startsWith('server/src/') && !/^server\/src\/(?:kernel|testing)\/|\.(?:test|factory)\.ts$/.test(path);

/** Reads by a replica outside the list, in what decides, or beside a transaction that could decide by them; unnecessary lines of the list. */
export function findReplicaProblems(
  files: readonly SourceFile[],
  informing: Readonly<Record<string, string>> = INFORMING,
): string[] {
  const readers = files.filter(({ path, text }) => isProduct(path) && NAMES.test(text));
  const strange = readers.filter(({ path }) => !(path in informing)).map(({ path }) => `${path}: not in INFORMING`);
  const deciding = Object.keys(informing).filter((path) => DECIDING.test(path));
  const unused = Object.keys(informing).filter((path) => !readers.some((file) => file.path === path));
  return [
    ...strange,
    ...readers.flatMap(findDecisions),
    ...deciding.map((path) => `${path}: what decides reads the primary`),
    ...unused.map((path) => `${path}: reads no replica, take it out of INFORMING`),
  ];
}

/** Functions that read the replica and begin a transaction: it could write what the replica said. */
function findDecisions({ path, text }: SourceFile): string[] {
  if (!READS.test(text)) return [];
  const found: string[] = [];
  const check = ({ start, end }: { start: number; end: number }): void => {
    const body = text.slice(start, end);
    if (READS.test(body) && WRITES.test(body))
      found.push(
        `${path}: a function reads the replica and begins a transaction, at ${text.slice(0, start).split('\n').length}`,
      );
  };
  new Visitor({
    ArrowFunctionExpression: check,
    FunctionDeclaration: check,
    FunctionExpression: check,
  }).visit(parseSync(path, text).program);
  return found;
}
