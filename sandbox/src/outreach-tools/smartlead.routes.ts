import type { FastifyInstance } from 'fastify';
import { SMARTLEAD_CALLS } from './schema/smartlead.calls.ts';
import { registerStandIn, slicePage } from './stand-in.ts';
import { listBlocked, listMails, listPeople, MAILS, type SentMail, type ToolPerson } from './tool-people.ts';
import type { ToolState } from './tool-state.ts';

const FIRST_CAMPAIGN = 1000;
const DAY = 86_400_000;

/** Smartlead's lists in the shape of its API v1: the key in the address, pages by offset, numbers that are texts. */
export function registerSmartlead(app: FastifyInstance, state: ToolState): void {
  const at = (days: number) => new Date(state.now() - days * DAY).toISOString();
  const find = ([id]: string[]) => {
    const campaign = Number(id) - FIRST_CAMPAIGN;
    return campaign >= 0 && campaign < state.world.campaigns ? campaign : null;
  };
  const inCampaign =
    <Answer extends object>(make: (campaign: number, input: Readonly<Record<string, unknown>>) => Answer) =>
    ({ params, input }: { params: string[]; input: Readonly<Record<string, unknown>> }) => {
      const campaign = find(params);
      return campaign === null ? null : make(campaign, input);
    };
  registerStandIn(app, state, {
    prefix: '/outreach-tools/smartlead',
    calls: SMARTLEAD_CALLS,
    keyOf: ({ query }) => String((query as { api_key?: unknown }).api_key ?? ''),
    invalid_status: 422,
    toRefusal: ({ status, error, message }) =>
      status === 401
        ? { message }
        : status === 429
          ? { error: { code: 'RATE_LIMIT_EXCEEDED', message } }
          : { error: message || error },
    handlers: {
      '/api/v1/leads/get-domain-block-list': ({ input }) =>
        slicePage(listBlocked(state.world), input, 100).map((email_or_domain) => ({
          ...{ id: Number(email_or_domain.match(/\d+/)![0]) + 1, email_or_domain, created_at: at(90) },
          ...{ source: 'manual', client_id: null },
        })),
      '/api/v1/email-accounts/': ({ input }) =>
        slicePage(
          Array.from({ length: state.world.senders }, (_, index) => index),
          input,
          100,
        ).map((index) => ({
          ...{ id: index + 1, from_name: `Sam Sender ${index}`, from_email: `sender-${index}@northwind.example` },
          ...{ type: 'SMTP', username: `sender-${index}`, password: 'not for us' },
        })),
      '/api/v1/campaigns/': () =>
        Array.from({ length: state.world.campaigns }, (_, index) => toCampaign(index, at)).reverse(),
      '/api/v1/campaigns/{campaign_id}/sequences': inCampaign(toSequences),
      '/api/v1/campaigns/{campaign_id}/leads': inCampaign((campaign, input) => {
        const people = listPeople(campaign, state.world);
        const data = slicePage(people, input, 100).map((person) => toLead(person, at));
        return { total_leads: String(people.length), ...toNumbers(input), data };
      }),
      '/api/v1/campaigns/{campaign_id}/statistics': inCampaign((campaign, input) => {
        const mails = listMails(campaign, state.world);
        const data = slicePage(mails, input, 100).map((mail) => toStatistic(mail, at));
        return { total_stats: String(mails.length), ...toNumbers(input), data };
      }),
    },
  });
}

const toNumbers = ({ offset, limit }: Readonly<Record<string, unknown>>) => ({
  ...{ offset: Number(offset ?? 0), limit: Number(limit ?? 100) },
});

const toCampaign = (index: number, at: (days: number) => string) => ({
  ...{ id: FIRST_CAMPAIGN + index, user_id: 1, name: `Outreach ${index + 1}`, status: 'ACTIVE' },
  ...{ created_at: at(90), updated_at: at(1), parent_campaign_id: null, client_id: null, track_settings: [] },
});

/** Smartlead names a delay by the step after it. */
const toSequences = (campaign: number) =>
  MAILS.map(({ variants }, index) => ({
    ...{ id: index + 1, email_campaign_id: FIRST_CAMPAIGN + campaign, seq_number: index + 1 },
    ...{ subject: variants[0].subject, email_body: variants[0].body },
    seq_delay_details: { delayInDays: index === 0 ? 0 : MAILS[index - 1]!.delay_in_days },
    sequence_variants: variants.map(({ subject, body }, number) => ({
      ...{ id: number + 1, variant_label: 'AB'[number]!, subject, email_body: body, is_deleted: false },
    })),
  }));

const STATUSES = {
  ...{ bounced: 'COMPLETED', unsubscribed: 'STOPPED', replied: 'COMPLETED', finished: 'COMPLETED', skipped: 'PAUSED' },
  ...{ first_step: 'INPROGRESS', second_step: 'INPROGRESS', new: 'STARTED' },
};

const toLead = (person: ToolPerson, at: (days: number) => string) => ({
  ...{ campaign_lead_map_id: person.index + 1, lead_category_id: null, created_at: at(90) },
  status: STATUSES[person.progress],
  lead: {
    ...{ id: person.index + 1, email: person.email, first_name: person.first_name, last_name: person.last_name },
    ...{ phone_number: null, company_name: person.company, website: `https://${person.domain}`, location: null },
    ...{ linkedin_profile: null, company_url: `https://${person.domain}` },
    custom_fields: { icebreaker: `Loved your talk in ${person.city}.`, city: person.city },
    ...{ is_unsubscribed: person.progress === 'unsubscribed', unsubscribed_client_id_map: null },
  },
});

const toStatistic = ({ person, step, days_ago, is_last }: SentMail, at: (days: number) => string) => ({
  ...{ stats_id: `${person.index}-${step}`, lead_name: person.first_name, lead_email: person.email },
  ...{ lead_category: null, sequence_number: step, email_subject: 'A question', email_message: '<p>Hi</p>' },
  ...{ sent_time: at(days_ago), open_time: null, click_time: null, open_count: 0, click_count: 0 },
  reply_time: person.progress === 'replied' ? at(2) : null,
  is_unsubscribed: person.progress === 'unsubscribed' && is_last,
  is_bounced: person.progress === 'bounced',
});
