import { z } from 'zod';
import type { PublishedCall } from '../../published-calls.ts';

/** Salesforce's calls that Overture makes, from the vendor's REST API guide for v66.0 (query, sObject collections, describe), read 2026-11-28. */
const DATA = '/services/data/v66.0';
const API = ['api', 'full'];
/** Fields differ from account to account: which there are is asked of the account, not of this table. */
const records = z.strictObject({
  allOrNone: z.boolean().optional(),
  records: z
    .array(z.looseObject({ attributes: z.strictObject({ type: z.string() }), Id: z.string().optional() }))
    .min(1)
    .max(200),
});

export const SALESFORCE_CALLS: readonly PublishedCall[] = [
  { method: 'GET', path: `${DATA}/sobjects/{sObject}/describe`, scopes: API },
  { method: 'GET', path: `${DATA}/query`, query: ['q'], scopes: API },
  { method: 'GET', path: `${DATA}/query/{locator}`, scopes: API },
  { method: 'POST', path: `${DATA}/composite/sobjects`, body: records, scopes: API },
  { method: 'PATCH', path: `${DATA}/composite/sobjects`, body: records, scopes: API },
  { method: 'PATCH', path: `${DATA}/composite/sobjects/{sObject}/{externalIdField}`, body: records, scopes: API },
  { method: 'DELETE', path: `${DATA}/sobjects/Lead/{id}`, scopes: API },
  {
    method: 'POST',
    path: `${DATA}/sobjects/Task`,
    body: z.strictObject({
      Subject: z.string().max(255),
      WhoId: z.string(),
      Description: z.string().max(32_000).optional(),
      Status: z.string().optional(),
      Priority: z.string().optional(),
      ActivityDate: z.string().optional(),
      TaskSubtype: z.string().optional(),
      OwnerId: z.string().optional(),
    }),
    scopes: API,
  },
];
