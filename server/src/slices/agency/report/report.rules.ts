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
import type { InterfaceLanguage } from '@overture/domain/text/interface-languages';
import type { Paper, PaperFigure, PaperPart } from '../../../kernel/paper/paper.ts';
import { DocumentWords } from '../document-words.rules.ts';

const count = (value: number): string => value.toLocaleString('en');

/** What is printed of a report, in the order in which the page shows it. */
export function toPaper(report: ClientReport, language: InterfaceLanguage): Omit<Paper, 'brand' | 'made_at'> {
  const { range, range_before } = report;
  const words = new DocumentWords(language);
  return {
    language,
    title: words.say(`Report ${nameMonth(report.month)}`),
    notes: [
      report.client.name,
      words.say(
        `${range.start_date} to ${range.end_date} (${report.time_zone.replaceAll('_', ' ')}), beside ${range_before.start_date} to ${range_before.end_date}`,
      ),
    ],
    figures: toFigures(report, words),
    parts: [toCampaignsPart(report, words), toMessagesPart(report, words)],
  };
}

function toFigures({ month, figures, figures_before, days }: ClientReport, words: DocumentWords): PaperFigure[] {
  const monthBefore = words.say(nameMonth(shiftMonth(month, -1))).split(' ')[0];
  return REPORT_FIGURES.map((figure) => {
    const change = nameChange(figures[figure], figures_before[figure], words.percent);
    const before = `${monthBefore}: ${words.count(figures_before[figure])}`;
    return {
      label: words.say(REPORT_FIGURE_LABELS[figure]),
      value: words.count(figures[figure]),
      note: change === undefined ? before : `${before} (${change})`,
      bars: days.map((day) => day[figure]),
    };
  });
}

function toCampaignsPart({ campaigns, more_campaigns }: ClientReport, words: DocumentWords): PaperPart {
  return {
    heading: words.say('Results by campaign'),
    columns: ['Campaign', 'Emails', 'LinkedIn', 'Contacted', 'Replies', 'Rate', 'Interested'].map(words.say),
    first_share: 3,
    rows: campaigns.map((campaign) => [
      nameCampaign(campaign, words.say),
      words.count(campaign.emails_sent),
      words.count(campaign.linkedin_messages_sent + campaign.invites_sent),
      words.count(campaign.contacted),
      words.count(campaign.replies),
      words.percent(rateInPercent(campaign.replies, campaign.contacted)),
      words.count(campaign.interested),
    ]),
    ...(more_campaigns > 0 ? { note: words.say(`and ${count(more_campaigns)} more with fewer people contacted`) } : {}),
    empty: words.say('No campaign did anything in this month.'),
  };
}

function toMessagesPart({ best_messages, minimum_sent }: ClientReport, words: DocumentWords): PaperPart {
  return {
    heading: words.say('Best messages'),
    columns: ['Message', 'Sent', 'Replies', 'Rate', 'At least'].map(words.say),
    first_share: 5,
    rows: best_messages.map((message) => [
      `${nameMessage(message, words.say)}: ${nameCampaign(message, words.say)}`,
      words.count(message.sent),
      words.count(message.replies),
      words.percent(message.reply_rate),
      words.percent(message.reply_rate_low),
    ]),
    note: words.say(
      `Of messages sent at least ${minimum_sent} times. "At least" is the reply rate that is certain to 95%.`,
    ),
    empty: words.say(`No message was sent ${minimum_sent} times and answered in this month.`),
  };
}

/** The mail that carries it, in English. @param url of the application, for those who find the page there */
export function toMail(report: ClientReport, url: string | null): { subject: string; paragraphs: string[] } {
  const { month, client, figures } = report;
  const sent = figures.emails_sent + figures.linkedin_messages_sent;
  return {
    subject: `Report ${nameMonth(month)}: ${client.name}`,
    paragraphs: [
      `${nameMonth(month)} for ${client.name}: ${count(sent)} messages sent, ${count(figures.contacted)} people contacted, ${count(figures.replies)} replies, ${count(figures.interested)} interested.`,
      'The report is attached as a PDF.',
      ...(url === null ? [] : [`See it with other months: ${url}/agency/clients/${client.id}/report`]),
    ],
  };
}
