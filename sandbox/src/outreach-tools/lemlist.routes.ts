import type { FastifyInstance } from 'fastify';
import { LEMLIST_CALLS } from './schema/lemlist.calls.ts';
import { registerStandIn, slicePage } from './stand-in.ts';
import { listBlocked, listMails, listPeople, MAILS, type ToolPerson } from './tool-people.ts';
import type { ToolState } from './tool-state.ts';

const DAY = 86_400_000;
const campaignOf = (id: string): number => Number(id.slice('cam_'.length));

/** lemlist's lists in the shape of its API v2: no totals, refusals as plain text, and the leads of a campaign in one answer. */
export function registerLemlist(app: FastifyInstance, state: ToolState): void {
  const at = (days: number) => new Date(state.now() - days * DAY).toISOString();
  const has = (id: string | undefined): id is string => campaignOf(id ?? '') < state.world.campaigns;
  registerStandIn(app, state, {
    prefix: '/outreach-tools/lemlist',
    calls: LEMLIST_CALLS,
    keyOf: ({ headers }) =>
      Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64')
        .toString()
        .slice(1),
    invalid_status: 400,
    toRefusal: ({ message }) => message,
    handlers: {
      '/api/v2/unsubscribes/variables': ({ query }) =>
        slicePage(listBlocked(state.world), query, 100).map((value) => ({
          ...{
            _id: `uns_${value}`,
            value: value.includes('@') ? value : `@${value}`,
            source: 'user',
            createdAt: at(90),
          },
        })),
      '/api/campaigns': ({ query: { page, limit } }) => {
        const [number, size] = [Number(page ?? 1), Number(limit ?? 100)];
        const all = Array.from({ length: state.world.campaigns }, (_, index) => ({
          ...{ _id: `cam_${index}`, name: `Outreach ${index + 1}`, status: 'running' },
        }));
        return {
          campaigns: slicePage(all, { offset: (number - 1) * size, limit: size }, size),
          pagination: { totalRecords: all.length, currentPage: number, totalPage: Math.ceil(all.length / size) },
        };
      },
      '/api/campaigns/{campaignId}/sequences': ({ params: [id] }) => (has(id) ? toSequences(id) : null),
      '/api/campaigns/{campaignId}/export/leads': ({ params: [id] }) =>
        has(id) ? listPeople(campaignOf(id), state.world).map(toLead) : null,
      '/api/activities': ({ query }) => {
        const id = String(query.campaignId);
        const mails = listMails(campaignOf(id), state.world);
        const all = mails.flatMap(({ person, step, days_ago, is_last }) => {
          const activity = (type: string, days: number) => ({
            ...{ _id: `act_${person.index}_${step}_${type}`, type, leadId: `lea_${person.index}`, campaignId: id },
            ...{ createdAt: at(days), leadEmail: person.email, sequenceStep: step, totalSequenceStep: 3, bot: false },
          });
          const ended = is_last ? ENDS[person.progress] : undefined;
          return [activity('emailsSent', days_ago), ...(ended ? [activity(ended, days_ago - 1)] : [])];
        });
        return slicePage(all, query, 100);
      },
    },
  });
}

const ENDS: Readonly<Partial<Record<ToolPerson['progress'], string>>> = {
  ...{ replied: 'emailsReplied', bounced: 'emailsBounced', unsubscribed: 'emailsUnsubscribed' },
};

/** lemlist names a delay by the step after it, in days. */
const toSequences = (campaign: string) => ({
  [`seq_${campaign}`]: {
    ...{ _id: `seq_${campaign}`, level: 0 },
    steps: MAILS.map(({ variants }, index) => ({
      ...{ _id: `stp_${index}`, type: 'email', index: index + 1, emailTemplateId: `etp_${index}` },
      delay: index === 0 ? 0 : MAILS[index - 1]!.delay_in_days,
      ...{ subject: variants[0].subject, message: variants[0].body, abTest: variants.length > 1 },
    })),
  },
});

const toLead = (person: ToolPerson) => ({
  ...{ _id: `lea_${person.index}`, email: person.email, firstName: person.first_name, lastName: person.last_name },
  ...{ companyName: person.company, companyDomain: person.domain, jobTitle: 'Head of sales', phone: '' },
  ...{ linkedinUrl: '', icebreaker: `Loved your talk in ${person.city}.`, city: person.city },
  isPaused: person.progress === 'skipped',
});
