import { createHash } from 'node:crypto';
import type { CrmType } from '@overture/domain/crm';

/** What tests, proofs and live checks know of a vendor: how it names what they write. */
export interface CrmNames {
  email: string;
  /** The last name, or the one name. */
  name: string;
  /** A number, and a choice among options. */
  extra: string;
  option: string;
  /** Fields without which no person is created. */
  required: readonly string[];
  /** Part of the path by which people are written. */
  people_path: string;
  /** Fields of a person entered by hand, besides email and name. */
  entered: (email: string) => object;
  owner: string;
  /** A stage to set. */
  stage: string;
  /** A customer, and who must not be contacted, as a user of the CRM marks them. */
  customer: object;
  do_not_contact: object;
  /** A note at a record, as the stand-in stores it. */
  note: (record_id: string) => Record<string, unknown>;
  /** Deletes a person: the product itself never does. */
  removal: (id: string) => { method: string; path: string; body?: object };
}

/** Custom fields of Pipedrive are known by a hash of their name. */
const hashOf = (label: string): string => createHash('sha1').update(label).digest('hex');

export const CRM_NAMES: Record<CrmType, CrmNames> = {
  HUBSPOT: {
    email: 'email',
    name: 'lastname',
    extra: 'employees',
    option: 'industry_group',
    required: [],
    people_path: '/contacts',
    entered: () => ({}),
    owner: 'hubspot_owner_id',
    stage: 'default/stage2',
    customer: { lifecyclestage: 'customer' },
    do_not_contact: { hs_email_optout: 'true' },
    note: (contact_id) => ({ contact_id, properties: { hs_note_body: 'Called.' } }),
    removal: (id) => ({ method: 'POST', path: '/crm/v3/objects/contacts/gdpr-delete', body: { objectId: id } }),
  },
  PIPEDRIVE: {
    email: 'email',
    name: 'last_name',
    extra: hashOf('Employees'),
    option: hashOf('Industry'),
    required: [],
    people_path: '/persons',
    entered: (email) => ({ emails: [{ value: email, primary: true }] }),
    owner: 'owner_id',
    stage: '2',
    customer: { won_deals_count: 1 },
    do_not_contact: { marketing_status: 'unsubscribed' },
    note: (id) => ({ person_id: Number(id), content: 'Called.' }),
    removal: (id) => ({ method: 'DELETE', path: `/api/v2/persons/${id}` }),
  },
  SALESFORCE: {
    email: 'Email',
    name: 'LastName',
    extra: 'NumberOfEmployees',
    option: 'Rating',
    required: ['Company'],
    people_path: '/sobjects',
    entered: () => ({ IsConverted: false }),
    owner: 'OwnerId',
    stage: 'Working - Contacted',
    customer: { IsConverted: true, ConvertedOpportunityId: '006000000000001AAA' },
    do_not_contact: { HasOptedOutOfEmail: true },
    note: (WhoId) => ({ WhoId, Subject: 'Called.' }),
    removal: (id) => ({ method: 'DELETE', path: `/services/data/v66.0/sobjects/Lead/${id}` }),
  },
  MONDAY: {
    email: 'lead_email',
    name: 'name',
    extra: 'numbers_size',
    option: 'lead_status',
    required: [],
    people_path: '/v2',
    entered: () => ({ board_id: '501' }),
    owner: 'lead_owner',
    stage: 'Interested',
    customer: { lead_status: 'Customer' },
    do_not_contact: { lead_status: 'Do not contact' },
    note: (item_id) => ({ item_id, body: 'Called.' }),
    removal: (id) => ({
      method: 'POST',
      path: '/v2',
      body: { query: 'mutation ($id: ID!) { delete_item (item_id: $id) { id } }', variables: { id } },
    }),
  },
};
