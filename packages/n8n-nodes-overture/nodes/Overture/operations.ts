import type { IDataObject, IHttpRequestMethods, INodeProperties } from 'n8n-workflow';

interface Request {
  method: IHttpRequestMethods;
  path: string;
  body?: IDataObject;
  /** Field of the answer that becomes the items. */
  rows?: string;
}
type Parameter = <Value>(name: string) => Value;

/** An id in a path, or the error that the API gives for one that does not exist. */
const idOf = (parameter: Parameter, name: string): string => encodeURIComponent(String(parameter(name)));

/** What each operation sends. */
export const OPERATIONS: Readonly<Record<string, (parameter: Parameter) => Request>> = {
  'campaign:create': (parameter) => ({
    method: 'POST',
    path: '/campaigns/',
    body: { name: parameter<string>('name') },
    rows: 'campaign',
  }),
  'campaign:get': (parameter) => ({
    method: 'GET',
    path: `/campaigns/${idOf(parameter, 'campaignId')}/`,
    rows: 'campaign',
  }),
  'campaign:getAll': () => ({ method: 'GET', path: '/campaigns/', rows: 'campaigns' }),
  'campaign:pause': (parameter) => ({
    method: 'POST',
    path: `/campaigns/${idOf(parameter, 'campaignId')}/activate/`,
    // Only a running campaign is paused: the same call would start any other.
    body: { status: 'ACTIVE' },
    rows: 'campaign',
  }),
  'lead:addToCampaign': (parameter) => ({
    method: 'POST',
    path: `/search/${idOf(parameter, 'listId')}/prospects/add-to-campaign/`,
    body: {
      campaign: Number(parameter('campaignId')),
      prospect_ids: parameter<string>('leadIds').split(',').map(Number),
    },
  }),
  'lead:getAll': (parameter) => ({
    method: 'GET',
    path: `/search/${idOf(parameter, 'listId')}/prospects/?cursor=&limit=${parameter<number>('limit')}`,
    rows: 'prospects',
  }),
  'list:create': (parameter) => ({ method: 'POST', path: '/searches/', body: { name: parameter<string>('name') } }),
  'list:getAll': () => ({ method: 'GET', path: '/searches/', rows: 'searches' }),
  'suppression:create': (parameter) => ({
    method: 'POST',
    path: '/suppressions/',
    body: { entry: parameter<string>('entry'), note: parameter<string>('note') },
  }),
};

const showFor = (resource: string, ...operation: string[]) => ({
  displayOptions: { show: { resource: [resource], operation } },
});

const showForResource = (resource: string) => ({ displayOptions: { show: { resource: [resource] } } });

export const properties: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Campaign', value: 'campaign' },
      { name: 'Lead', value: 'lead' },
      { name: 'List', value: 'list' },
      { name: 'Suppression', value: 'suppression' },
    ],
    default: 'campaign',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    ...showForResource('campaign'),
    options: [
      { name: 'Create', value: 'create', action: 'Create a campaign' },
      { name: 'Get', value: 'get', action: 'Get a campaign' },
      { name: 'Get Many', value: 'getAll', action: 'Get many campaigns' },
      { name: 'Pause', value: 'pause', action: 'Pause a campaign' },
    ],
    default: 'getAll',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    ...showForResource('lead'),
    options: [
      { name: 'Add to Campaign', value: 'addToCampaign', action: 'Add a lead to a campaign' },
      { name: 'Get Many', value: 'getAll', action: 'Get many leads of a list' },
    ],
    default: 'getAll',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    ...showForResource('list'),
    options: [
      { name: 'Create', value: 'create', action: 'Create a lead list' },
      { name: 'Get Many', value: 'getAll', action: 'Get many lead lists' },
    ],
    default: 'getAll',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    ...showForResource('suppression'),
    options: [{ name: 'Create', value: 'create', action: 'Create a suppression' }],
    default: 'create',
  },
  {
    displayName: 'Campaign ID',
    name: 'campaignId',
    type: 'string',
    required: true,
    default: '',
    ...showFor('campaign', 'get', 'pause'),
  },
  {
    displayName: 'List ID',
    name: 'listId',
    type: 'string',
    required: true,
    default: '',
    ...showFor('lead', 'addToCampaign', 'getAll'),
  },
  {
    displayName: 'Lead IDs',
    name: 'leadIds',
    type: 'string',
    required: true,
    default: '',
    description: 'Separated by commas',
    ...showFor('lead', 'addToCampaign'),
  },
  {
    displayName: 'Campaign ID',
    name: 'campaignId',
    type: 'string',
    required: true,
    default: '',
    ...showFor('lead', 'addToCampaign'),
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1, maxValue: 200 },
    default: 50,
    description: 'Max number of results to return',
    ...showFor('lead', 'getAll'),
  },
  { displayName: 'Name', name: 'name', type: 'string', default: '', ...showFor('campaign', 'create') },
  { displayName: 'Name', name: 'name', type: 'string', default: '', ...showFor('list', 'create') },
  {
    displayName: 'Entry',
    name: 'entry',
    type: 'string',
    required: true,
    default: '',
    description: 'An email address, a domain, a phone number or a LinkedIn profile',
    ...showFor('suppression', 'create'),
  },
  { displayName: 'Note', name: 'note', type: 'string', default: '', ...showFor('suppression', 'create') },
];
