import type { Readable } from 'node:stream';
import { describeCall } from '@overture/domain/calls/call-outcomes';
import { LEAD_STATUS_LABELS } from '@overture/domain/campaign/transitions';
import { describeWaiting } from '@overture/domain/diagnosis/waiting-words';
import { nodeKind } from '@overture/domain/flow/step-types';
import { REPLY_CLASS_LABELS } from '@overture/domain/inbound/reply-classes';
import { fullName } from '@overture/domain/leads/full-name';
import { LEAD_HEADINGS } from '@overture/domain/leads/lead-fields';
import { formatInstant } from '@overture/domain/time/local-time';
import type { Context } from '../../../kernel/context.ts';
import { streamCsv } from '../../../kernel/csv-pages.ts';
import { orNotFound } from '../../../kernel/errors.ts';
import { listExportedColumns } from '../../lead-columns/index.ts';
import { getOwnZone } from '../../organization/index.ts';
import { findCampaign } from '../settings/campaigns.store.ts';
import { type LeadFileRow, listLeadsOfFile, listMessagesOfFile, type MessageFileRow } from './campaign-files.store.ts';

interface FileRequest {
  /** Whose clock the times have; the organization's when it is left out. */
  time_zone?: string | undefined;
  byte_order_mark?: boolean | undefined;
}

const LEAD_COLUMNS = [
  'Campaign status',
  'Next step',
  'Next due',
  'Held because',
  'Error',
  'Email sender',
  'LinkedIn sender',
  'Variants',
  'Last subject',
  'First touch',
  'Replied at',
  'Reply type',
  'Calls',
  'Added',
];

const MESSAGE_COLUMNS = [
  ...[
    'Time',
    'Lead',
    'Lead email',
    'Direction',
    'Kind',
    'Delivery',
    'From',
    'To',
    'Sender',
    'Step',
    'Variant',
    'Subject',
    'Text',
  ],
  'Written by',
];

/** What a message is, in the words of the file. */
const KINDS: Record<string, string> = {
  CAMPAIGN: 'Campaign step',
  CHAT: 'Message',
  OWN_CLIENT: 'Sent from another program',
  REPLY: 'Reply',
  AUTO_REPLY: 'Auto-reply',
  BOUNCE: 'Bounce',
  COMPLAINT: 'Spam report',
};

/** All leads of a campaign with every column, as a file that is read while it is sent. @throws not_found */
export async function openLeads(ctx: Context, campaignId: number, request: FileRequest): Promise<Readable> {
  const zone = await zoneOfFile(ctx, request);
  const custom = await ctx.read(async (tx) => {
    orNotFound(await findCampaign(tx, campaignId));
    return listExportedColumns(tx);
  });
  return streamCsv<LeadFileRow>(
    [...LEAD_HEADINGS, ...LEAD_COLUMNS, ...custom.map(({ name }) => name)],
    (after, limit) =>
      ctx.replicaRead((tx) => listLeadsOfFile(tx, campaignId, custom, { after: after?.id ?? null, limit })),
    (row) => toLeadCells(row, zone),
    { is_marked: request.byte_order_mark !== false },
  );
}

/** What was written to and by the leads of a campaign, as a file that is read while it is sent. @throws not_found */
export async function openMessages(ctx: Context, campaignId: number, request: FileRequest): Promise<Readable> {
  const zone = await zoneOfFile(ctx, request);
  await ctx.read(async (tx) => orNotFound(await findCampaign(tx, campaignId)));
  return streamCsv<MessageFileRow>(
    MESSAGE_COLUMNS,
    (after, limit) => ctx.replicaRead((tx) => listMessagesOfFile(tx, campaignId, { after, limit })),
    (row) => toMessageCells(row, zone),
    { is_marked: request.byte_order_mark !== false },
  );
}

async function zoneOfFile(ctx: Context, { time_zone }: FileRequest): Promise<string> {
  return time_zone ?? (await getOwnZone(ctx)).time_zone;
}

const text = (value: string | null): string => value ?? '';

function toLeadCells(row: LeadFileRow, zone: string): string[] {
  const time = (instant: Date | null) => text(formatInstant(instant, zone));
  const isHeldLonger = row.waiting_until !== null && (row.next_at === null || row.waiting_until > row.next_at);
  return [
    ...row.lead_cells.map(text),
    LEAD_STATUS_LABELS[row.status],
    row.next_type === null ? '' : nodeKind(row.next_type).label,
    time(isHeldLonger ? row.waiting_until : row.next_at),
    row.waiting_rule === null ? '' : describeWaiting(row.waiting_rule).text,
    text(row.error),
    text(row.email_sender),
    text(row.linkedin_sender),
    text(row.variants),
    text(row.last_subject),
    time(row.contacted_at),
    time(row.replied_at),
    row.reply_class === null ? '' : REPLY_CLASS_LABELS[row.reply_class],
    row.calls.map((call) => `${time(new Date(call.recorded_at))} ${describeCall(call)}`).join('\n'),
    time(row.added_at),
    ...row.custom_cells.map(text),
  ];
}

function toMessageCells(row: MessageFileRow, zone: string): string[] {
  return [
    text(formatInstant(row.sent_at, zone)),
    fullName(row),
    text(row.lead_email),
    row.sent_by_prospect ? 'Received' : 'Sent',
    KINDS[row.kind] ?? row.kind,
    row.sent_by_prospect ? '' : row.delivery.toLowerCase(),
    text(row.from_email),
    text(row.to_email),
    text(row.sender),
    row.step_type === null ? '' : nodeKind(row.step_type).label,
    row.variant?.toUpperCase() ?? '',
    text(row.subject_line),
    row.message,
    text(row.author),
  ];
}
