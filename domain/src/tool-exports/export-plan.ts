import { guessLeadColumns, type MappingTarget } from '../csv/column-guess.ts';
import { parseNotation } from '../leads/column-notation.ts';
import type { DateOrder } from '../leads/custom-values.ts';
import { EXPORT_PRESET_IDS, EXPORT_PRESETS, type ExportPresetId, findState, toKey } from './export-presets.ts';

const keys = (list: string): ReadonlySet<string> => new Set(list.split(',').map(toKey));

/** Columns of the history of a lead, by the names that tools give them. */
const HISTORY = {
  status: keys('status, lead status, last state, stage, campaign status, prospect status, sequence status'),
  /** Set by people or programs for a reply. */
  interest: keys('interest status, lt_interest_status, category, lead category, interest'),
  times: keys(
    `timestamp_last_contact, last contacted, last contact, last contacted at, last contact date, last email sent, last sent,
    last sent at, sent at, sent time, email sent at, last touched, last step sent at, contacted at, last_step_timestamp_executed`,
  ),
  replies: keys(
    `replied, replied at, replies, reply count, email reply count, last replied, last reply, timestamp_last_reply, emails replied,
    reply time, has replied, responded, is_interested, demoed`,
  ),
  bounces: keys('bounced, email bounced, bounced at, bounces, is bounced, has bounced'),
  /** Something was sent: a count, a yes or a time. */
  sent: keys(
    `email sent, emails sent, sent, sent count, times contacted, contacted, delivered, message sent, messages sent,
    connection request sent, invite sent`,
  ),
  /** What was sent had an effect. Without one it may still have been sent. */
  traces: keys(
    `opened, opens, open count, email open, email opened, email opens, email_open_count, opened at, last opened, timestamp_last_open,
    clicked, clicks, click count, email_click_count, last clicked, timestamp_last_click, link clicked`,
  ),
  steps: keys('last_email_sequence_sent, last step, last sent step, current step, steps sent, last_step_id'),
  campaign: keys('campaign, campaign name, campaigns, sequence, sequence name'),
} as const;
export type HistoryColumn = keyof typeof HISTORY | 'unsubscribes';

/** Tools name an opt-out in many ways, and one that is not seen is a person who is written to against their word. */
const OPT_OUT = /unsubscri|optedout|optout|donotcontact|donotemail|donotmail|dontcontact|blacklist|blocklist|^dnc$/;
/** A link or a sentence that every lead has. */
const NO_OPT_OUT = /link(?!edin)|url|text|header|token/;

/** Names that decide even where the first cells hold no address. */
const EMAILS = ['email', 'emailaddress', 'workemail', 'leademail'];

/** Objects of variables as JSON. */
const JSON_COLUMNS = keys('custom_fields, payload, custom variables');

/** Ids and addresses of the tool that say nothing elsewhere. */
const IGNORED = keys(
  `id, lead id, campaign id, campaign_lead_map_id, unsubscribed_client_id_map, created at, updated at, updated, timestamp_created,
  timestamp_updated, organization id, organization, list id, uploaded_by_user, esp_code, apollo contact id, apollo account id, picture,
  image url, profile image url, status_summary, linkedin_id`,
);

/** How the columns of a file are read: places in a row. */
export interface ExportPlan {
  preset: ExportPresetId;
  fields: Partial<Record<MappingTarget, number>>;
  emails: number[];
  history: Record<HistoryColumn, number[]>;
  json: number[];
  variables: { name: string; index: number }[];
  /** Names of columns that are left out. */
  ignored: string[];
  /** Null where the file does not show whether days or months come first. */
  date_order: DateOrder | null;
}

/** @param rows the first rows of the file, which decide where names do not */
export function planExport(
  preset: ExportPresetId,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): ExportPlan {
  const byKey = header.map((name, index) => ({ name, index, key: toKey(name) }));
  const placesOf = (wanted: ReadonlySet<string>) =>
    byKey.filter(({ key }) => wanted.has(key)).map(({ index }) => index);
  const listed = Object.entries(HISTORY).map(([kind, wanted]) => [kind, placesOf(wanted)]);
  const history = {
    ...Object.fromEntries(listed),
    unsubscribes: byKey.flatMap(({ key, index }) => (isOptOut(key) ? [index] : [])),
  } as ExportPlan['history'];
  const json = placesOf(JSON_COLUMNS);
  const used = new Set([...Object.values(history).flat(), ...json, ...placesOf(IGNORED)]);
  const open = byKey.filter(({ index }) => !used.has(index));
  const mapping = guessLeadColumns(
    open.map(({ name }) => name),
    rows.slice(0, 200).map((row) => open.map(({ index }) => row[index] ?? '')),
  );
  const fields = Object.fromEntries(
    Object.entries(mapping).map(([target, name]) => [target, open.find((one) => one.name === name)!.index]),
  ) as ExportPlan['fields'];
  const preferred = (EXPORT_PRESETS[preset].emails ?? EMAILS).flatMap((key) =>
    byKey.filter((one) => one.key === key).map(({ index }) => index),
  );
  const emails = preferred.length > 0 ? preferred : fields.email === undefined ? [] : [fields.email];
  const mapped = new Set([...Object.values(fields), ...emails]);
  return {
    ...{ preset, fields, emails, history, json },
    variables: open.filter(({ index }) => !mapped.has(index)).map(({ name, index }) => ({ name, index })),
    ignored: byKey.filter(({ key }) => IGNORED.has(key)).map(({ name }) => name),
    date_order: findDateOrder(history.times, rows),
  };
}

export const isOptOut = (key: string): boolean => OPT_OUT.test(key) && !NO_OPT_OUT.test(key) && !IGNORED.has(key);

export const isBounce = (key: string): boolean => HISTORY.bounces.has(key);

/** The day of a time, without its hours. */
const dayPart = (cell: string): string => cell.trim().split(/[\s,T]/, 1)[0] ?? '';

function findDateOrder(places: readonly number[], rows: readonly (readonly string[])[]): DateOrder | null {
  return parseNotation(places.flatMap((place) => rows.map((row) => dayPart(row[place] ?? '')))).days.way;
}

/** True if the file says who was contacted. */
export const hasHistory = ({ history }: Pick<ExportPlan, 'history'>): boolean =>
  Object.entries(history).some(([kind, places]) => kind !== 'campaign' && places.length > 0);

/** The tool whose export a file looks like, by its headers, in any order and case, and the statuses in it. */
export function recognizeExport(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): ExportPresetId | null {
  const present = new Set(header.map(toKey));
  const has = (key: string): boolean => present.has(key);
  let best: { id: ExportPresetId; marks: number } | null = null;
  for (const id of EXPORT_PRESET_IDS) {
    const { required, telling, marks, least_marks } = EXPORT_PRESETS[id];
    if (!required.every(has) || !telling.some(has)) continue;
    const found = [...telling, ...marks].filter(has).length + (hasOwnStatuses(header, rows) ? 1 : 0);
    if (found >= least_marks && found > (best?.marks ?? 0)) best = { id, marks: found };
  }
  return best?.id ?? null;
}

const LEAST_TELLING = 0.8;
/** A CRM has columns of these names as well. */
const STRICT = toKey('not yet contacted');

/** Statuses that only an outreach tool writes. */
function hasOwnStatuses(header: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const places = header.flatMap((name, index) => (HISTORY.status.has(toKey(name)) ? [index] : []));
  const cells = places
    .flatMap((place) => rows.slice(0, 200).map((row) => row[place] ?? ''))
    .filter((cell) => cell !== '');
  if (!cells.some((cell) => toKey(cell) === STRICT)) return false;
  const known = cells.filter((cell) => findState('instantly_leads', cell) !== null).length;
  return known >= cells.length * LEAST_TELLING;
}
