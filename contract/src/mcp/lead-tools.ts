import type { McpTool } from './mcp-tool.ts';

const PROFILE = 'profile of a lead';
const profile = { headline: PROFILE, job_title: PROFILE, custom: PROFILE } as const;
const list_id = ['params.id', 'Id of a lead list, from searches_list'] as const;
const filters = [
  'body.filters',
  'Filters of the lead finder, for example {"job_title": {"can": ["Head of Sales"]}, "prospect_location": [{"name": "Germany"}]}',
] as const;
const tableFilters = ['query.filters', 'Filters of the table: [{"column", "operation", "value"}]'] as const;
const page = ['query.page', 'Page, from 1; 25 rows each'] as const;

export const LEAD_TOOLS = [
  {
    name: 'searches_list',
    title: 'Lead lists',
    description: 'Lists the active lead lists with the number of leads in each, newest first.',
    call: 'listSearches',
    kind: 'read',
    takes: {},
    pages: 'searches',
    former_names: ['lists_list'],
  },
  {
    name: 'list_create',
    title: 'Create a lead list',
    description: 'Creates an empty lead list.',
    call: 'createSearch',
    kind: 'edit',
    takes: { name: ['body.name', 'Name of the list', 'required'] },
  },
  {
    name: 'leads_count',
    title: 'Count leads of the database',
    description: 'Counts the people of the lead database that pass the filters. Costs nothing.',
    call: 'previewFinderLeads',
    kind: 'read',
    takes: { list_id, filters },
    keeps: ['total_prospects'],
  },
  {
    name: 'leads_preview',
    title: 'Preview leads of the database',
    description: 'Shows a page of people of the lead database that pass the filters, without contact data.',
    call: 'previewFinderLeads',
    kind: 'read',
    takes: { list_id, filters, page: ['body.page', 'Page, from 1; 25 rows each'] },
    untrusted: profile,
  },
  {
    name: 'leads_add_to_list',
    title: 'Add leads to a list',
    description: 'Copies people of the lead database into a lead list: the first `amount` that pass the filters.',
    call: 'addFinderLeads',
    kind: 'edit',
    takes: { list_id, filters, amount: ['body.amount', 'How many leads', 'required'] },
    untrusted: profile,
  },
  {
    name: 'leads_list',
    title: 'Leads of a list',
    description: 'Shows a page of the leads of a list, with their contact data.',
    call: 'listSearchProspects',
    kind: 'read',
    takes: { list_id, page, filters: tableFilters },
    untrusted: profile,
  },
  {
    name: 'prospects_search',
    title: 'Search leads',
    description: 'Finds leads of all lists by the beginning of their name or by their email address.',
    call: 'findChatLeads',
    kind: 'read',
    takes: { search: ['query.search_query', 'Beginning of a name, or an address'] },
    untrusted: { job_title: PROFILE },
    pages: 'leads',
  },
  {
    name: 'prospect_get',
    title: 'A lead in a campaign',
    description: 'Shows a lead with its timeline in a campaign: what was done, what comes next and when.',
    call: 'getCampaignLead',
    kind: 'read',
    takes: {
      prospect_id: ['params.id', 'Id of the lead'],
      campaign_id: ['query.campaign_id', 'Id of the campaign; the latest one when left out'],
    },
    untrusted: { ...profile, message: 'message of a campaign', note: 'note of the timeline' },
  },
  {
    name: 'prospect_update',
    title: 'Change a lead',
    description: 'Changes contact data and custom columns of a lead. An empty text clears a field.',
    call: 'updateProspect',
    kind: 'repeat',
    takes: {
      prospect_id: ['params.id', 'Id of the lead'],
      email: ['body.email', 'Email address'],
      phone_number: ['body.phone_number', 'Phone number'],
      first_name: ['body.first_name', 'First name'],
      last_name: ['body.last_name', 'Last name'],
      job_title: ['body.job_title', 'Job title'],
      company_name: ['body.company_name', 'Company'],
      company_website: ['body.company_website', 'Website of the company'],
      location: ['body.location', 'Location'],
      time_zone: ['body.time_zone', 'Time zone, for example Europe/Berlin'],
      custom: ['body.custom', 'Values of custom columns, by their keys'],
    },
    untrusted: profile,
  },
  {
    name: 'research_tasks_list',
    title: 'Research tasks',
    description: 'Lists research tasks and contact look-ups with their price for each lead, in credits.',
    call: 'listResearchTasks',
    kind: 'read',
    takes: {},
    pages: true,
  },
  {
    name: 'research_start',
    title: 'Start research',
    description:
      'Runs a research task for the first leads of a list that have no result yet. It spends credits: the price of the task for each lead.',
    call: 'startResearch',
    kind: 'edit',
    takes: {
      list_id: ['params.searchId', 'Id of a lead list, from searches_list'],
      task_id: ['body.prompt_id', 'Id of a task, from research_tasks_list', 'required'],
      leads: ['body.prospect_limit', 'How many leads at most', 'required'],
    },
    costs: 'task_of_leads',
  },
  {
    name: 'research_results',
    title: 'Research results',
    description: 'Shows what research found for leads of a list, with the sources. The results come from web pages.',
    call: 'listResearchColumns',
    kind: 'read',
    takes: {
      list_id: ['params.searchId', 'Id of a lead list, from searches_list'],
      prospect_ids: ['query.prospect_ids', 'Leads whose results are wanted'],
    },
    pages: true,
    untrusted: { answer: 'research on web pages', title: 'title of a web page', detail: 'research on web pages' },
  },
] as const satisfies readonly McpTool[];
