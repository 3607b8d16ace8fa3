import type { CrmFieldDefinition, CrmRow, CrmVendor } from './crm-world.ts';
import { SALESFORCE_CALLS } from './schema/salesforce.calls.ts';

const field = (
  name: string,
  label: string,
  type: string,
  more: Partial<CrmFieldDefinition> = {},
): CrmFieldDefinition => ({
  name,
  label,
  type,
  is_custom: false,
  ...more,
});
const options = (...names: string[]) => names.map((id) => ({ id, label: id }));

export const SALESFORCE: CrmVendor = {
  label: 'Salesforce',
  prefix: '/salesforce',
  rotates: true,
  paths: {
    authorize: '/services/oauth2/authorize',
    token: '/services/oauth2/token',
    revoke: '/services/oauth2/revoke',
  },
  calls: SALESFORCE_CALLS,
  refusals: {
    unknown_call: { status: 404, code: 'NOT_FOUND' },
    missing_scope: { status: 403, code: 'INSUFFICIENT_ACCESS' },
    invalid: { status: 400, code: 'JSON_PARSER_ERROR' },
  },
  limits: { requests: 1_000, window_in_ms: 10_000, per_day: 1_000_000 },
  fields: [
    field('LastName', 'Last Name', 'string', { is_required: true, max_length: 80 }),
    field('FirstName', 'First Name', 'string', { max_length: 40 }),
    field('Company', 'Company', 'string', { is_required: true, max_length: 255 }),
    field('Email', 'Email', 'email', { max_length: 80 }),
    field('Phone', 'Phone', 'phone', { max_length: 40 }),
    field('Title', 'Title', 'string', { max_length: 128 }),
    field('Website', 'Website', 'url', { max_length: 255 }),
    field('City', 'City', 'string', { max_length: 40 }),
    field('Industry', 'Industry', 'picklist'),
    field('Rating', 'Rating', 'restricted', { options: options('Hot', 'Warm', 'Cold') }),
    field('NumberOfEmployees', 'No. of Employees', 'int'),
    field('Status', 'Lead Status', 'picklist', {
      options: options('Open - Not Contacted', 'Working - Contacted', 'Closed - Converted'),
    }),
    field('HasOptedOutOfEmail', 'Email Opt Out', 'boolean'),
    field('DoNotCall', 'Do Not Call', 'boolean'),
    field('OwnerId', 'Owner', 'reference'),
    field('Overture_LinkedIn__c', 'Overture LinkedIn', 'string', { is_custom: true, max_length: 255 }),
  ],
  problem: (_status, errorCode, message) => [{ errorCode, message, fields: [] }],
  isApiCall: (path) => path.startsWith('/services/data'),
  describeTokens: (request) => ({
    instance_url: `http://${request.headers.host}/salesforce`,
    issued_at: String(Date.now()),
    expires_in: undefined,
  }),
};

export const salesforceId = (row: Pick<CrmRow, 'id' | 'kind'>): string =>
  `${row.kind === 'Lead' ? '00Q' : row.kind === 'Task' ? '00T' : '003'}${String(row.id).padStart(12, '0')}AAA`;
export const numberOf = (id: string): number => Number(id.slice(3, 15));
