import type { FastifyInstance } from 'fastify';
import { HEYREACH_CALLS } from './schema/heyreach.calls.ts';
import { registerStandIn, slicePage } from './stand-in.ts';
import { listPeople, type ToolPerson } from './tool-people.ts';
import type { ToolState } from './tool-state.ts';

const FIRST_CAMPAIGN = 1000;
const LIST = 500;
const DAY = 86_400_000;
type Input = Readonly<Record<string, unknown>>;

/** HeyReach's lists in the shape of its public API: everything is listed by POST. */
export function registerHeyreach(app: FastifyInstance, state: ToolState): void {
  const at = (days: number) => new Date(state.now() - days * DAY).toISOString();
  const toPage = <Item>(all: readonly Item[], input: Input, map: (item: Item) => object) => ({
    ...{ totalCount: all.length, items: slicePage(all, input, 100).map(map) },
  });
  const count = (length: number) => Array.from({ length }, (_, index) => index);
  registerStandIn(app, state, {
    prefix: '/outreach-tools/heyreach',
    calls: HEYREACH_CALLS,
    keyOf: ({ headers }) => String(headers['x-api-key'] ?? ''),
    invalid_status: 400,
    toRefusal: ({ message }) => ({ errorMessage: message }),
    handlers: {
      '/api/public/li_account/GetAll': ({ input }) =>
        toPage(count(state.world.senders), input, (index) => ({
          ...{ id: index + 1, firstName: 'Sam', lastName: `Sender ${index}` },
          emailAddress: `sender-${index}@northwind.example`,
        })),
      '/api/public/list/GetAll': ({ input }) =>
        toPage([LIST], input, (id) => ({
          ...{ id, name: 'Trade fair 2026', totalItemsCount: 6, listType: 'USER_LIST', creationTime: at(90) },
          campaignIds: [],
        })),
      '/api/public/campaign/GetAll': ({ input }) =>
        toPage(count(state.world.campaigns), input, (index) => ({
          ...{ id: FIRST_CAMPAIGN + index, name: `Outreach ${index + 1}`, status: 'IN_PROGRESS' },
          ...{ creationTime: at(90), campaignAccountIds: [1] },
        })),
      '/api/public/campaign/GetCampaignSequence': () => SEQUENCE,
      '/api/public/campaign/GetLeadsFromCampaign': ({ input }) =>
        toPage(listPeople(Number(input.campaignId) - FIRST_CAMPAIGN, state.world), input, (person) => ({
          ...{ id: person.index + 1, linkedInUserProfileId: `${person.index}`, creationTime: at(90) },
          ...toStatus(person),
          lastActionTime: toStatus(person).leadConnectionStatus === 'None' ? null : at(5 + (person.index % 30)),
          linkedInUserProfile: toProfile(person),
        })),
      '/api/public/list/GetLeadsFromList': ({ input }) =>
        toPage(input.listId === LIST ? listPeople(null, state.world) : [], input, (person) => ({
          ...toProfile(person),
          customUserFields: [{ name: 'city', value: person.city }],
        })),
    },
  });
}

const END = { nodeType: 'END', actionDelay: 1, actionDelayUnit: 'DAY' };
const SEQUENCE = {
  ...{ nodeType: 'VIEW_PROFILE', actionDelay: 3, actionDelayUnit: 'HOUR' },
  unconditionalNode: {
    ...{ nodeType: 'CONNECTION_REQUEST', actionDelay: 1, actionDelayUnit: 'DAY' },
    payload: { messages: ['Hi {firstName}, shall we connect?'], fallbackMessage: 'Shall we connect?' },
    conditionalNode: {
      ...{ nodeType: 'MESSAGE', actionDelay: 2, actionDelayUnit: 'DAY' },
      payload: { messages: ['How does {companyName} do it?', 'A question, {firstName}.'], fallbackMessage: 'Hello' },
      unconditionalNode: END,
    },
    unconditionalNode: { nodeType: 'FIND_EMAIL', actionDelay: 7, actionDelayUnit: 'DAY', unconditionalNode: END },
  },
};

/** A bounce and an unsubscribe have no counterpart on LinkedIn: those leads failed after their invite. */
function toStatus({ progress }: ToolPerson) {
  const state = (leadCampaignStatus: string, leadConnectionStatus: string, leadMessageStatus = 'None') => ({
    ...{ leadCampaignStatus, leadConnectionStatus, leadMessageStatus },
  });
  const states = {
    replied: state('Finished', 'ConnectionAccepted', 'MessageReply'),
    finished: state('Finished', 'ConnectionAccepted', 'MessageSent'),
    bounced: state('Failed', 'ConnectionSent'),
    unsubscribed: state('Failed', 'ConnectionAccepted'),
    first_step: state('InSequence', 'ConnectionSent'),
    second_step: state('InSequence', 'ConnectionAccepted', 'MessageSent'),
    skipped: state('Failed', 'None'),
    new: state('Pending', 'None'),
  };
  return states[progress];
}

const toProfile = (person: ToolPerson) => ({
  ...{ firstName: person.first_name, lastName: person.last_name, location: person.city, companyName: person.company },
  ...{ position: 'Head of sales', profileUrl: person.linkedin, emailAddress: null },
});
