import type { Endpoint } from '@overture/contract/endpoint';
import type { Tag } from '@overture/contract/tags';
import { listWrites } from './roles-law.ts';

type Endpoints = Record<string, Endpoint>;

/** Tags of writes and of reads that do not fit together: the screens would show old data after an action. */
export function findTagProblems(endpoints: Endpoints): string[] {
  const writes = listWrites(endpoints);
  const isWrite = new Set(writes.map(([name]) => name));
  const reads = Object.entries(endpoints).filter(([name]) => !isWrite.has(name));
  const shown = new Set<Tag>(reads.flatMap(([, { shows }]) => shows ?? []));
  const touched = new Set<Tag>(writes.flatMap(([, endpoint]) => touchedBy(endpoint)));
  return [
    ...writes.filter(([, { touches }]) => !touches?.length).map(([name]) => `${name}: a write without \`touches\``),
    ...writes.filter(([, { shows }]) => shows).map(([name]) => `${name}: a write that \`shows\``),
    ...reads.filter(([, { touches }]) => touches).map(([name]) => `${name}: a reading call that \`touches\``),
    ...[...touched].filter((tag) => !shown.has(tag)).map((tag) => `${tag}: touched, shown by no call`),
    ...[...shown].filter((tag) => !touched.has(tag)).map((tag) => `${tag}: shown, touched by no write`),
    ...reads.filter(isUntagged).map(([name]) => `${name}: a list or a record without \`shows\``),
  ].sort();
}

function touchedBy({ touches }: Endpoint): readonly Tag[] {
  return touches === undefined || touches === 'nothing' ? [] : touches;
}

/** Reads of data that no write of a person changes: files, catalogs, live or timed figures, steps of a sign-in. */
const CHANGED_BY_NO_WRITE =
  /^(download|export|start|return|find(Locations|JobTitles|Invitation)|select|check|rehearse|preview(Revision)|read|make|guess|get(App|Clock|Admin|ClientReport|Plan|Credits|Customer|ChatAtt|Mail|Picture|LeadDatabase|System)|list(Connect|Industries|Holiday|ChatPresences|Activities|SecurityEvents))/;

function isUntagged([name, { shows }]: [string, Endpoint]): boolean {
  return !shows?.length && !CHANGED_BY_NO_WRITE.test(name);
}
