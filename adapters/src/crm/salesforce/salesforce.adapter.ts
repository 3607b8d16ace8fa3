import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import { ProviderError } from '../../kit/errors.ts';
import { parseRetryAfter, type ReadRefusal } from '../../mailbox/oauth/mail-http.api.ts';
import type { CrmConnection, CrmDeals, CrmNotes, CrmOwners, CrmPerson, CrmPort, CrmReading } from '../crm.port.ts';
import { type CrmHttp, type CrmSettings, createCrmHttp, createCrmOauth, deleteAt, shorten } from '../crm-http.api.ts';
import { describeSchema, LINKEDIN_FIELD, parseFields, quote, REFERENCE_FIELD } from './lead-fields.transform.ts';
import { salesforceManifest } from './salesforce.manifest.ts';
import { DATA, findLeads, query, querySchema, textOf, writeLeads } from './salesforce-leads.api.ts';

const anything = z.unknown();
const writtenSchema = z.looseObject({ success: z.boolean().optional() });
const problemSchema = z.array(z.object({ errorCode: z.string().default(''), message: z.string().default('') })).min(1);
const statusesSchema = z.object({
  fields: z.array(
    z.object({
      name: z.string(),
      picklistValues: z.array(z.object({ value: z.string(), active: z.boolean() })).default([]),
    }),
  ),
});

export function createSalesforce(settings: CrmSettings): CrmPort {
  const auth = settings.auth_url ?? salesforceManifest.addresses.auth;
  const http = createCrmHttp(salesforceManifest, settings, parseRefusal);
  const oauth = createCrmOauth(
    salesforceManifest,
    {
      authorize_url: `${auth}/authorize`,
      token_url: `${auth}/token`,
      revoke_url: `${auth}/revoke`,
      authorize_parameters: { prompt: 'consent' },
    },
    settings,
  );
  return {
    manifest: salesforceManifest,
    oauth,
    ...accountOf(http),
    findContacts: (connection, target, searched, fields) => findLeads(http, connection, target, searched, fields),
    writeContacts: (connection, target, writes) => writeLeads(http, connection, target, writes),
    ...notesOf(http),
    ...dealsOf(http),
    ...ownersOf(http),
    listPeople: (connection, target, given) => listPeople(http, connection, target.linkedin_field, given),
    async close() {
      await http.close();
      await oauth.close();
    },
  };
}

function accountOf(http: CrmHttp): CrmReading {
  return {
    async readAccount(connection) {
      const { records } = await query(http, connection, 'SELECT Id, Name FROM Organization LIMIT 1');
      const [row] = records;
      if (row === undefined)
        throw new ProviderError('unavailable', 'Salesforce named no organization.', { concerns: 'service' });
      return { id: row.Id, name: textOf(row, 'Name'), url: connection.api_url };
    },
    listFields: async (connection) => parseFields((await describe(http, connection)).fields).slice(0, 2_000),
    listBoards: async () => [],
    async prepareTarget(connection) {
      const { fields } = await describe(http, connection);
      const reference = fields.find(({ name }) => name === REFERENCE_FIELD);
      const has = (name: string): string | null => (fields.some((field) => field.name === name) ? name : null);
      return {
        board_id: null,
        fields: parseFields(fields),
        reference_field: reference?.externalId ? REFERENCE_FIELD : null,
        // An administrator makes the field by hand.
        lacks_reference_grant: false,
        email_field: 'Email',
        linkedin_field: has(LINKEDIN_FIELD),
      };
    },
  };
}

function notesOf(http: CrmHttp): CrmNotes {
  return {
    async hasNote(connection, { record_id, marker }) {
      const soql = `SELECT Id FROM Task WHERE WhoId = ${quote(record_id)} AND Subject LIKE ${quote(`%(${likePattern(marker)})%`)} LIMIT 1`;
      return (await query(http, connection, soql)).records.length > 0;
    },
    async writeNote(connection, { record_id, title, text, marker, at }) {
      const json = {
        // 255 characters at most; the marker is what it is found by.
        Subject: `${cutText(title, 200)} (${marker})`,
        Status: 'Completed',
        ActivityDate: at.toISOString().slice(0, 10),
        WhoId: record_id,
        // Plain text there: escaped, people would read the signs of HTML.
        Description: cutText(text, 32_000),
      };
      await http.read(connection, writtenSchema, { path: `${DATA}/sobjects/Task`, json, effect: 'sends' });
    },
  };
}

function dealsOf(http: CrmHttp): CrmDeals {
  return {
    async listStages(connection) {
      const { fields } = statusesSchema.parse(
        await http.read(connection, anything, { path: DESCRIBE, effect: 'repeatable' }),
      );
      const status = fields.find(({ name }) => name === 'Status');
      return (status?.picklistValues ?? [])
        .filter(({ active }) => active)
        .map(({ value }) => ({ id: value, label: value }));
    },
    async hasDeal(connection, _target, { record_id, stage }) {
      const { records } = await query(http, connection, `SELECT Id, Status FROM Lead WHERE Id = ${quote(record_id)}`);
      return records[0] !== undefined && textOf(records[0], 'Status') === stage;
    },
    async openDeal(connection, _target, { record_id, stage }) {
      if (stage !== null) await changeLead(http, connection, record_id, { Status: stage });
    },
    setStage: (connection, _target, { record_id, stage }) => changeLead(http, connection, record_id, { Status: stage }),
    markDoNotContact: (connection, _target, { record_id }) =>
      changeLead(http, connection, record_id, { HasOptedOutOfEmail: true, DoNotCall: true }),
    deleteContact: (connection, record_id) =>
      deleteAt(http, connection, `${DATA}/sobjects/Lead/${encodeURIComponent(record_id)}`),
  };
}

function ownersOf(http: CrmHttp): CrmOwners {
  return {
    async findOwner(connection, email) {
      const soql = `SELECT Id FROM User WHERE IsActive = true AND Email = ${quote(email)} LIMIT 1`;
      return (await query(http, connection, soql)).records[0]?.Id ?? null;
    },
    async listOwners(connection) {
      const soql =
        "SELECT Id, Name, Email FROM User WHERE IsActive = true AND UserType = 'Standard' ORDER BY Name LIMIT 500";
      const { records } = await query(http, connection, soql);
      return records.map((row) => ({
        id: row.Id,
        name: textOf(row, 'Name') || row.Id,
        email: textOf(row, 'Email') || null,
      }));
    },
  };
}

const DESCRIBE = `${DATA}/sobjects/Lead/describe`;
const likePattern = (text: string): string => text.replaceAll(/[%_]/g, '\\$&');

const describe = (http: CrmHttp, connection: CrmConnection) =>
  http.read(connection, describeSchema, { path: DESCRIBE, effect: 'repeatable' });

async function changeLead(
  http: CrmHttp,
  connection: CrmConnection,
  id: string,
  values: Record<string, unknown>,
): Promise<void> {
  const json = { allOrNone: true, records: [{ attributes: { type: 'Lead' }, Id: id, ...values }] };
  const call = { path: `${DATA}/composite/sobjects`, method: 'PATCH', json, effect: 'repeatable' } as const;
  const shape = z.array(
    z.object({ success: z.boolean(), errors: z.array(z.object({ message: z.string() })).default([]) }),
  );
  const [result] = await http.read(connection, shape, call);
  if (result?.success === true) return;
  throw new ProviderError('rejected', shorten(result?.errors[0]?.message ?? 'It was refused.'), {
    concerns: 'message',
  });
}

/** Leads first, contacts of accounts after them: who was converted is a contact. */
async function listPeople(
  http: CrmHttp,
  connection: CrmConnection,
  linkedin_field: string | null,
  { since, next }: { since: Date | null; next: string | null },
): ReturnType<CrmPort['listPeople']> {
  const [kind, path] = (next ?? 'Lead ').split(' ') as ['Lead' | 'Contact', string];
  const changed = since === null ? '' : ` WHERE SystemModstamp >= ${since.toISOString()}`;
  const linkedin = linkedin_field === null || kind === 'Contact' ? '' : `, ${linkedin_field}`;
  const soql =
    kind === 'Lead'
      ? `SELECT Id, Name, Email, OwnerId, HasOptedOutOfEmail, DoNotCall, IsConverted, ConvertedOpportunityId${linkedin} FROM Lead${changed}`
      : `SELECT Id, Name, Email, OwnerId, HasOptedOutOfEmail, DoNotCall, Account.Type FROM Contact${changed}`;
  const answer = path
    ? await http.read(connection, querySchema, { path, effect: 'repeatable' })
    : await query(http, connection, `${soql} ORDER BY SystemModstamp`);
  const isSafe = /^\/services\/data\/v[\d.]+\/query\/[\w-]{1,100}$/.test(answer.nextRecordsUrl ?? '');
  const more = !answer.done && isSafe ? `${kind} ${answer.nextRecordsUrl}` : null;
  return {
    next: more ?? (kind === 'Lead' ? 'Contact ' : null),
    people: answer.records.map((row): CrmPerson => {
      const account = row.Account as { Type?: string | null } | null | undefined;
      return {
        id: row.Id,
        email: textOf(row, 'Email') || null,
        other_emails: [],
        linkedin_url: (linkedin_field && textOf(row, linkedin_field)) || null,
        name: textOf(row, 'Name'),
        is_customer: /^customer/i.test(cutText(account?.Type, 50)),
        has_open_deal: row.IsConverted === true && textOf(row, 'ConvertedOpportunityId') !== '',
        is_do_not_contact: row.HasOptedOutOfEmail === true || row.DoNotCall === true,
        // A queue owns leads too; users begin with these signs.
        owner_id: /^005\w{12,15}$/.exec(textOf(row, 'OwnerId'))?.[0] ?? null,
      };
    }),
  };
}

const parseRefusal: ReadRefusal = ({ status, body, retry_after }, now) => {
  const { errorCode, message } = problemSchema.safeParse(body).data?.[0] ?? { errorCode: '', message: '' };
  const reason = shorten(message || `Salesforce answered ${status}.`);
  const details = { concerns: 'service', code: errorCode || String(status) } as const;
  if (errorCode === 'REQUEST_LIMIT_EXCEEDED' || status === 429) {
    const until =
      parseRetryAfter(retry_after, now) ??
      new Date(now + (errorCode === 'REQUEST_LIMIT_EXCEEDED' ? 3_600_000 : 10_000));
    return new ProviderError('rate_limited', reason, { ...details, until });
  }
  if (status >= 500 || status === 408) return new ProviderError('unavailable', reason, details);
  if (status === 404) return new ProviderError('not_found', reason, { ...details, concerns: 'message' });
  if (status === 403) return new ProviderError('rejected', reason, { ...details, concerns: 'sender' });
  return new ProviderError('rejected', reason, { ...details, concerns: 'message' });
};
