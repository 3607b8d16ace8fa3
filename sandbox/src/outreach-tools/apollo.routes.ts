import type { FastifyInstance } from 'fastify';
import { APOLLO_CALLS } from './schema/apollo.calls.ts';
import { registerStandIn } from './stand-in.ts';
import { listBlocked, listMails, makePerson, type ToolPerson } from './tool-people.ts';
import type { ToolState } from './tool-state.ts';

const DAY = 86_400_000;
const LABEL = 'label0';
const STAGES = ['Cold', 'Replied', 'Not Interested', 'Do Not Contact', 'Opted out by phone', 'Bad Data'];
const BLOCKED = ['stage3', 'stage4'];
type Input = Readonly<Record<string, unknown>>;

/** Apollo's lists in the shape of its API v1: contacts of all sequences together, and the messages of each. */
export function registerApollo(app: FastifyInstance, state: ToolState): void {
  const at = (days: number) => new Date(state.now() - days * DAY).toISOString();
  const toPage = (list: string, total: number, { page, per_page }: Input, make: (index: number) => object) => {
    const [number, size] = [Number(page ?? 1), Number(per_page ?? 25)];
    const first = (number - 1) * size;
    return {
      [list]: Array.from({ length: Math.max(0, Math.min(size, total - first)) }, (_, index) => make(first + index)),
      pagination: { page: number, per_page: size, total_entries: total, total_pages: Math.ceil(total / size) },
    };
  };
  registerStandIn(app, state, {
    prefix: '/outreach-tools/apollo',
    calls: APOLLO_CALLS,
    keyOf: ({ headers }) => String(headers['x-api-key'] ?? ''),
    invalid_status: 422,
    toRefusal: ({ status, message }) => (status === 429 ? { message } : { error: message }),
    handlers: {
      '/api/v1/email_accounts': () => ({
        email_accounts: Array.from({ length: state.world.senders }, (_, index) => ({
          ...{ id: `mailbox${index}`, email: `sender-${index}@northwind.example`, active: true },
        })),
      }),
      '/api/v1/labels': () => [
        { id: LABEL, name: 'Trade fair 2026', modality: 'contacts' },
        { id: 'label1', name: 'Customers', modality: 'accounts' },
      ],
      '/api/v1/emailer_campaigns/search': ({ query }) =>
        toPage('emailer_campaigns', state.world.campaigns, query, (index) => ({
          ...{ id: `sequence${index}`, name: `Outreach ${index + 1}`, active: true, num_steps: 3 },
        })),
      '/api/v1/contact_stages': () => ({
        contact_stages: STAGES.map((name, index) => ({
          ...{ id: `stage${index}`, team_id: 'team0', display_name: name, name, display_order: index },
          ...{ ignore_trigger_override: null, category: null },
        })),
      }),
      '/api/v1/contacts/search': ({ input }) => {
        const stages = input.contact_stage_ids;
        if (!Array.isArray(stages))
          return toPage('contacts', state.world.leads, input, (index) => toContact(makePerson(index, state.world)));
        const blocked = stages.toSorted().join() === BLOCKED.join() ? listBlocked(state.world) : [];
        return toPage('contacts', blocked.length, input, (index) => ({
          ...toContact(makePerson(index, state.world)),
          ...{ id: `blocked${index}`, email: toEmail(blocked[index]!), contact_stage_id: BLOCKED[index % 2] },
        }));
      },
      '/api/v1/emailer_messages/search': ({ query }) => {
        const mails = listMails(Number(String(query['emailer_campaign_ids[]']).slice('sequence'.length)), state.world);
        return toPage('emailer_messages', mails.length, query, (index) => {
          const { person, step, days_ago, is_last } = mails[index]!;
          return {
            ...{ id: `${person.index}-${step}`, contact_id: `contact${person.index}`, to_email: person.email },
            ...{ emailer_campaign_id: `sequence${person.campaign}`, campaign_position: step, status: 'completed' },
            ...{ completed_at: at(days_ago), bounce: person.progress === 'bounced' ? true : null },
            replied: person.progress === 'replied' && is_last ? true : null,
          };
        });
      },
    },
  });
}

/** Contacts have no domains. */
const toEmail = (blocked: string): string => (blocked.includes('@') ? blocked : `info@${blocked}`);

const STATUSES = {
  ...{ replied: 'finished', bounced: 'finished', unsubscribed: 'finished', finished: 'finished' },
  ...{ first_step: 'active', second_step: 'active', skipped: 'paused', new: 'active' },
};

const toContact = ({ index, campaign, progress, ...person }: ToolPerson) => ({
  ...{ id: `contact${index}`, first_name: person.first_name, last_name: person.last_name, title: 'Head of sales' },
  ...{ email: person.email, organization_name: person.company, linkedin_url: null, sanitized_phone: null },
  ...{ city: person.city, country: null, account: { website_url: `http://www.${person.domain}` } },
  email_unsubscribed: progress === 'unsubscribed' ? true : null,
  label_ids: campaign === null ? [LABEL] : [],
  emailer_campaign_ids: campaign === null ? [] : [`sequence${campaign}`],
  contact_campaign_statuses:
    campaign === null
      ? []
      : [{ emailer_campaign_id: `sequence${campaign}`, status: STATUSES[progress], inactive_reason: null }],
});
