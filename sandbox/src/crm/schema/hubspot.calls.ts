import { z } from 'zod';
import type { PublishedCall } from '../../published-calls.ts';

/**
 * HubSpot's calls that Overture makes, as the vendor publishes them for 2026-03 (contacts.json, notes.json, deals.json, associations.json,
 * pipelines.json, crmOwners.json, properties.json, subscriptions.json and accountInfo.json of its public specifications, read 2026-11-28).
 * Lists that the specification calls required and its reference leaves out of every example are optional here.
 */
const OBJECTS = '/crm/objects/2026-03';
const properties = z.record(z.string(), z.string().nullable());
const names = z.array(z.string()).optional();
const readBatch = z.strictObject({
  idProperty: z.string().optional(),
  inputs: z
    .array(z.strictObject({ id: z.string() }))
    .min(1)
    .max(100),
  properties: z.array(z.string()),
  propertiesWithHistory: names,
});
const search = z.strictObject({
  filterGroups: z
    .array(
      z.strictObject({
        filters: z
          .array(
            z.strictObject({
              propertyName: z.string(),
              operator: z.enum([
                'BETWEEN',
                'CONTAINS_TOKEN',
                'EQ',
                'GT',
                'GTE',
                'HAS_PROPERTY',
                'IN',
                'LT',
                'LTE',
                'NEQ',
                'NOT_CONTAINS_TOKEN',
                'NOT_HAS_PROPERTY',
                'NOT_IN',
              ]),
              value: z.string().optional(),
              values: z.array(z.string()).max(100).optional(),
              highValue: z.string().optional(),
            }),
          )
          .max(6),
      }),
    )
    .max(5),
  sorts: z.array(z.unknown()).optional(),
  properties: z.array(z.string()),
  limit: z.number().int().max(200),
  after: z.string().optional(),
  query: z.string().max(3_000).optional(),
});
const inputs = (input: z.ZodType) => z.strictObject({ inputs: z.array(input).min(1).max(100) });
const traced = { properties, objectWriteTraceId: z.string().optional() };
const associations = z.array(
  z.strictObject({
    to: z.strictObject({ id: z.string() }),
    types: z.array(
      z.strictObject({
        associationCategory: z.enum(['HUBSPOT_DEFINED', 'INTEGRATOR_DEFINED', 'USER_DEFINED', 'WORK']),
        associationTypeId: z.number().int(),
      }),
    ),
  }),
);
const createObject = z.strictObject({ properties, associations });
const createProperty = z.strictObject({
  name: z.string(),
  label: z.string(),
  groupName: z.string(),
  type: z.enum(['bool', 'date', 'datetime', 'enumeration', 'number', 'phone_number', 'string']),
  fieldType: z.string(),
  description: z.string().optional(),
  hasUniqueValue: z.boolean().optional(),
  hidden: z.boolean().optional(),
  formField: z.boolean().optional(),
  displayOrder: z.number().int().optional(),
  options: z.array(z.unknown()).optional(),
});

const READ = ['crm.objects.contacts.read'];
const WRITE = ['crm.objects.contacts.write'];
const DEALS_READ = ['crm.objects.deals.read'];
const DEALS_WRITE = ['crm.objects.deals.write'];
const ANY = ['crm.objects.contacts.read', 'crm.objects.deals.read', 'crm.schemas.contacts.read'];

export const HUBSPOT_CALLS: readonly PublishedCall[] = [
  { method: 'GET', path: '/account-info/2026-03/details', scopes: ['oauth'] },
  {
    method: 'GET',
    path: '/crm/properties/2026-03/{objectType}',
    query: ['archived', 'dataSensitivity', 'locale', 'properties'],
    scopes: ANY,
  },
  {
    method: 'GET',
    path: '/crm/properties/2026-03/{objectType}/{propertyName}',
    query: ['archived', 'dataSensitivity', 'locale', 'properties'],
    scopes: ANY,
  },
  {
    method: 'POST',
    path: '/crm/properties/2026-03/{objectType}',
    body: createProperty,
    scopes: ['crm.schemas.contacts.write'],
  },
  { method: 'POST', path: `${OBJECTS}/contacts/batch/read`, query: ['archived'], body: readBatch, scopes: READ },
  {
    method: 'POST',
    path: `${OBJECTS}/contacts/batch/create`,
    body: inputs(z.strictObject({ ...traced, associations })),
    scopes: WRITE,
  },
  {
    method: 'POST',
    path: `${OBJECTS}/contacts/batch/update`,
    body: inputs(z.strictObject({ ...traced, id: z.string(), idProperty: z.string().optional() })),
    scopes: WRITE,
  },
  {
    method: 'POST',
    path: `${OBJECTS}/contacts/batch/upsert`,
    body: inputs(z.strictObject({ ...traced, id: z.string(), idProperty: z.string().optional() })),
    scopes: WRITE,
  },
  {
    method: 'POST',
    path: '/crm/v3/objects/contacts/gdpr-delete',
    body: z.strictObject({ objectId: z.string(), idProperty: z.string().optional() }),
    scopes: WRITE,
  },
  { method: 'POST', path: `${OBJECTS}/contacts/search`, body: search, scopes: READ },
  {
    method: 'GET',
    path: `${OBJECTS}/contacts/{objectId}/associations/{toObjectType}`,
    query: ['after', 'limit'],
    scopes: ['oauth', ...READ],
  },
  { method: 'POST', path: `${OBJECTS}/notes/batch/read`, query: ['archived'], body: readBatch, scopes: READ },
  { method: 'POST', path: `${OBJECTS}/notes`, body: createObject, scopes: WRITE },
  { method: 'POST', path: `${OBJECTS}/deals/batch/read`, query: ['archived'], body: readBatch, scopes: DEALS_READ },
  { method: 'POST', path: `${OBJECTS}/deals`, body: createObject, scopes: DEALS_WRITE },
  {
    method: 'PATCH',
    path: `${OBJECTS}/deals/{dealId}`,
    query: ['idProperty'],
    body: z.strictObject({ properties }),
    scopes: DEALS_WRITE,
  },
  { method: 'GET', path: '/crm/pipelines/2026-03/{objectType}', scopes: ANY },
  {
    method: 'GET',
    path: '/crm/owners/2026-03',
    query: ['after', 'archived', 'email', 'limit'],
    scopes: ['crm.objects.owners.read'],
  },
  {
    method: 'POST',
    path: '/communication-preferences/2026-03/statuses/{subscriberIdString}/unsubscribe-all',
    query: ['channel', 'businessUnitId', 'verbose'],
    scopes: ['communication_preferences.read_write', 'communication_preferences.write'],
  },
];
