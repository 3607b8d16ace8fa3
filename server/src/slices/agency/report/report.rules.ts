import type { ClientReport } from '@overture/contract/agency-reports';
import { rateInPercent } from '@overture/domain/campaign/analytics';
import {
  nameCampaign,
  nameChange,
  nameMessage,
  REPORT_FIGURE_LABELS,
  REPORT_FIGURES,
} from '@overture/domain/campaign/month-report';
import { nameMonth, shiftMonth } from '@overture/domain/money/agency-bills';
import type { Paper, PaperFigure, PaperPart } from '../../../kernel/paper/paper.ts';

const count = (value: number): string => value.toLocaleString('en');
const percent = (value: number | null): string => (value === null ? '–' : `${value}%`);

/** What is printed of a report, in the order in which the page shows it. */
export function toPaper(report: ClientReport): Omit<Paper, 'brand' | 'made_at'> {
  const { range, range_before } = report;
  return {
    title: `Report ${nameMonth(report.month)}`,
    notes: [
      report.client.name,
      `${range.start_date} to ${range.end_date} (${report.time_zone.replaceAll('_', ' ')}), beside ${range_before.start_date} to ${range_before.end_date}`,
    ],
    figures: toFigures(report),
    parts: [toCampaignsPart(report), toMessagesPart(report)],
  };
}

function toFigures({ month, figures, figures_before, days }: ClientReport): PaperFigure[] {
  const monthBefore = nameMonth(shiftMonth(month, -1)).split(' ')[0];
  return REPORT_FIGURES.map((figure) => {
    const change = nameChange(figures[figure], figures_before[figure]);
    const before = `${monthBefore}: ${count(figures_before[figure])}`;
    return {
      label: REPORT_FIGURE_LABELS[figure],
      value: count(figures[figure]),
      note: change === undefined ? before : `${before} (${change})`,
      bars: days.map((day) => day[figure]),
    };
  });
}

function toCampaignsPart({ campaigns, more_campaigns }: ClientReport): PaperPart {
  return {
    heading: 'Results by campaign',
    columns: ['Campaign', 'Emails', 'LinkedIn', 'Contacted', 'Replies', 'Rate', 'Interested'],
    first_share: 3,
    rows: campaigns.map((campaign) => [
      nameCampaign(campaign),
      count(campaign.emails_sent),
      count(campaign.linkedin_messages_sent + campaign.invites_sent),
      count(campaign.contacted),
      count(campaign.replies),
      percent(rateInPercent(campaign.replies, campaign.contacted)),
      count(campaign.interested),
    ]),
    ...(more_campaigns > 0 ? { note: `and ${count(more_campaigns)} more with fewer people contacted` } : {}),
    empty: 'No campaign did anything in this month.',
  };
}

function toMessagesPart({ best_messages, minimum_sent }: ClientReport): PaperPart {
  return {
    heading: 'Best messages',
    columns: ['Message', 'Sent', 'Replies', 'Rate', 'At least'],
    first_share: 5,
    rows: best_messages.map((message) => [
      `${nameMessage(message)}: ${nameCampaign(message)}`,
      count(message.sent),
      count(message.replies),
      percent(message.reply_rate),
      percent(message.reply_rate_low),
    ]),
    note: `Of messages sent at least ${minimum_sent} times. "At least" is the reply rate that is certain to 95%.`,
    empty: `No message was sent ${minimum_sent} times and answered in this month.`,
  };
}

/** The mail that carries it. @param url of the application, for those who find the page there */
export function toMail(report: ClientReport, url: string | null): { subject: string; paragraphs: string[] } {
  const { month, client, figures } = report;
  const sent = figures.emails_sent + figures.linkedin_messages_sent;
  return {
    subject: `Report ${nameMonth(month)}: ${client.name}`,
    paragraphs: [
      `${nameMonth(month)} for ${client.name}: ${count(sent)} messages sent, ${count(figures.contacted)} people contacted, ` +
        `${count(figures.replies)} replies, ${count(figures.interested)} interested.`,
      'The report is attached as a PDF.',
      ...(url === null ? [] : [`See it with other months: ${url}/agency/clients/${client.id}/report`]),
    ],
  };
}
