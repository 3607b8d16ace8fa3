import { z } from 'zod';
import { isProviderError, ProviderError } from '../../kit/errors.ts';
import { parseRetryAfter, type ReadRefusal } from '../../mailbox/oauth/mail-http.api.ts';
import {
  type CrmConnection,
  type CrmDeals,
  type CrmField,
  type CrmNotes,
  type CrmOwners,
  type CrmPort,
  type CrmReading,
  MISSING_GRANT,
} from '../crm.port.ts';
import { type CrmHttp, type CrmSettings, createCrmHttp, createCrmOauth, shorten } from '../crm-http.api.ts';
import { hubspotManifest } from './hubspot.manifest.ts';
import { findContacts, listChanged, writeContacts } from './hubspot-contacts.api.ts';
import { LINKEDIN_PROPERTY, parseFields, propertySchema, REFERENCE_PROPERTY } from './hubspot-fields.transform.ts';
import * as work from './hubspot-work.api.ts';

/** The error category of a missing scope. */
const MISSING_SCOPES = 'MISSING_SCOPES';
const PROPERTIES = '/crm/properties/2026-03/contacts';
const propertiesSchema = z.object({ results: z.array(propertySchema).max(5_000) });
const accountSchema = z.object({ portalId: z.coerce.string(), uiDomain: z.string().max(200).optional() });
const problemSchema = z.object({ message: z.string().default(''), category: z.string().default('') });
/** Further addresses of a contact, with ";" between them. */
const OTHER_EMAILS = 'hs_additional_emails';
const STATUS_FIELDS = [
  'email',
  OTHER_EMAILS,
  'firstname',
  'lastname',
  'lifecyclestage',
  'hs_email_optout',
  'hubspot_owner_id',
  'lastmodifieddate',
  LINKEDIN_PROPERTY,
];

export function createHubspot(settings: CrmSettings): CrmPort {
  const auth = settings.auth_url ?? hubspotManifest.addresses.auth;
  const api = settings.api_url ?? hubspotManifest.addresses.api;
  const http = createCrmHttp(hubspotManifest, settings, parseRefusal);
  const oauth = createCrmOauth(
    hubspotManifest,
    {
      authorize_url: `${auth}/authorize`,
      token_url: `${api}/oauth/2026-03/token`,
      revoke_url: `${api}/oauth/2026-03/token/revoke`,
      authorize_parameters: {},
      revokes_as_client: true,
    },
    settings,
  );
  return {
    manifest: hubspotManifest,
    oauth,
    ...accountOf(http),
    findContacts: (connection, target, searched, fields) => findContacts(http, connection, target, searched, fields),
    writeContacts: (connection, target, writes) => writeContacts(http, connection, target, writes),
    ...notesOf(http),
    ...dealsOf(http),
    ...ownersOf(http),
    listPeople: (connection, _target, given) => listPeople(http, connection, given),
    async close() {
      await http.close();
      await oauth.close();
    },
  };
}

function accountOf(http: CrmHttp): CrmReading {
  return {
    async readAccount(connection) {
      const path = '/account-info/2026-03/details';
      const { portalId, uiDomain } = await http.read(connection, accountSchema, { path, effect: 'repeatable' });
      return {
        id: portalId,
        name: `Portal ${portalId}`,
        url: uiDomain ? `https://${uiDomain}/contacts/${portalId}` : null,
      };
    },
    listFields: (connection) => listFields(http, connection),
    listBoards: async () => [],
    async prepareTarget(connection) {
      const fields = await listFields(http, connection);
      const hasLinkedin = fields.some(({ name }) => name === LINKEDIN_PROPERTY);
      const reference = await makeReference(http, connection);
      return {
        board_id: null,
        fields,
        reference_field: reference === 'made' ? REFERENCE_PROPERTY : null,
        lacks_reference_grant: reference === 'not_granted',
        email_field: 'email',
        linkedin_field: hasLinkedin ? LINKEDIN_PROPERTY : null,
      };
    },
  };
}

function notesOf(http: CrmHttp): CrmNotes {
  return {
    hasNote: (connection, note) => work.hasNote(http, connection, note),
    writeNote: (connection, note) => work.writeNote(http, connection, note),
  };
}

function dealsOf(http: CrmHttp): CrmDeals {
  return {
    listStages: (connection) => work.listStages(http, connection),
    hasDeal: (connection, _target, deal) => work.hasDeal(http, connection, deal),
    openDeal: (connection, _target, deal) => work.openDeal(http, connection, deal),
    setStage: (connection, _target, deal) => work.setStage(http, connection, deal),
    async markDoNotContact(connection, _target, { email }) {
      if (email !== null) await work.unsubscribe(http, connection, email);
    },
    // For good: what DELETE removes can be restored for 90 days. HubSpot documents this call for version 3 only.
    async deleteContact(connection, record_id) {
      const path = '/crm/v3/objects/contacts/gdpr-delete';
      await http.read(connection, z.unknown(), { path, json: { objectId: record_id }, effect: 'repeatable' });
    },
  };
}

function ownersOf(http: CrmHttp): CrmOwners {
  return {
    findOwner: (connection, email) => work.findOwner(http, connection, email),
    listOwners: (connection) => work.listOwners(http, connection),
  };
}

async function listPeople(
  http: CrmHttp,
  connection: CrmConnection,
  given: Parameters<CrmPort['listPeople']>[2],
): ReturnType<CrmPort['listPeople']> {
  const limit = hubspotManifest.limits.people_per_page;
  const { records, next } = await listChanged(http, connection, { ...given, properties: STATUS_FIELDS, limit });
  return {
    next,
    people: records.map(({ id, properties }) => ({
      id,
      email: properties.email ?? null,
      other_emails: (properties[OTHER_EMAILS] ?? '').split(';').filter((email) => email.trim() !== ''),
      linkedin_url: properties[LINKEDIN_PROPERTY] ?? null,
      name: [properties.firstname, properties.lastname].filter(Boolean).join(' '),
      is_customer: properties.lifecyclestage === 'customer',
      // HubSpot moves a contact to this stage automatically when a deal is created for it.
      has_open_deal: properties.lifecyclestage === 'opportunity',
      is_do_not_contact: properties.hs_email_optout === 'true',
      owner_id: properties.hubspot_owner_id || null,
    })),
  };
}

async function listFields(http: CrmHttp, connection: CrmConnection): Promise<CrmField[]> {
  const { results } = await http.read(connection, propertiesSchema, { path: PROPERTIES, effect: 'repeatable' });
  return parseFields(results).slice(0, 2_000);
}

/** If the account refuses our property, people are matched by their address only. */
async function makeReference(http: CrmHttp, connection: CrmConnection): Promise<'made' | 'refused' | 'not_granted'> {
  try {
    await http.read(connection, propertySchema, { path: `${PROPERTIES}/${REFERENCE_PROPERTY}`, effect: 'repeatable' });
    return 'made';
  } catch (error) {
    if (!isProviderError(error, 'not_found')) throw error;
  }
  const json = {
    name: REFERENCE_PROPERTY,
    label: 'Overture ID',
    description: 'Which lead of Overture this is. Please leave it as it is.',
    groupName: 'contactinformation',
    type: 'string',
    fieldType: 'text',
    hasUniqueValue: true,
    hidden: true,
  };
  try {
    await http.read(connection, propertySchema, { path: PROPERTIES, json, effect: 'repeatable' });
    return 'made';
  } catch (error) {
    if (isProviderError(error, 'rejected')) return error.code === 'CONFLICT' ? 'made' : 'refused';
    if (isProviderError(error, 'auth_expired') && error.code === MISSING_GRANT) return 'not_granted';
    throw error;
  }
}

const parseRefusal: ReadRefusal = ({ status, body, retry_after }, now) => {
  const problem = problemSchema.safeParse(body).data ?? { message: '', category: '' };
  const { message, category } = problem;
  const reason = shorten(message || `HubSpot answered ${status}.`);
  const details = { concerns: 'service', code: category || String(status) } as const;
  if (status === 429) {
    const until = parseRetryAfter(retry_after, now) ?? retryAt(problem, now);
    return new ProviderError('rate_limited', reason, { ...details, until });
  }
  if (status >= 500 || status === 408) return new ProviderError('unavailable', reason, details);
  // Connected before the scope was requested: only reconnecting adds it.
  if (status === 403 && category === MISSING_SCOPES)
    return new ProviderError('auth_expired', reason, { concerns: 'sender', code: MISSING_GRANT });
  if (status === 404) return new ProviderError('not_found', reason, { ...details, concerns: 'message' });
  return new ProviderError('rejected', reason, { ...details, concerns: 'message' });
};

/** When a limited call is retried if HubSpot names no time: the daily limit lasts, the one of ten seconds doesn't. */
function retryAt({ message, category }: z.output<typeof problemSchema>, now: number): Date {
  const isDaily = category === 'RATE_LIMITS' && /daily/i.test(message);
  return new Date(now + (isDaily ? 3_600_000 : 10_000));
}
