import { writeToken } from '@overture/domain/message/tokens';

/** An invented person. `.example` is reserved (RFC 2606): a message there would reach no one. */
interface ExamplePerson {
  first_name: string;
  last_name: string;
  email: string;
  job_title: string;
  location: string;
  company_name: string;
  company_website_url: string;
  industry: string;
  company_amount_of_employees: string;
  /** What research would have found out about the company. */
  summary: string;
  /** What the snippet says to this person. */
  opening: string;
}

const person = (
  name: [first: string, last: string],
  job_title: string,
  company: { name: string; domain: string; industry: string; size: string; place: string },
  found: { summary: string; opening: string },
): ExamplePerson => ({
  first_name: name[0],
  last_name: name[1],
  email: `${name[0]}.${name[1]}@${company.domain}`.toLowerCase(),
  job_title,
  location: company.place,
  company_name: company.name,
  company_website_url: `https://${company.domain}`,
  industry: company.industry,
  company_amount_of_employees: company.size,
  ...found,
});

export const EXAMPLE_PEOPLE: readonly ExamplePerson[] = [
  person(
    ['Mara', 'Lindqvist'],
    'Head of Growth',
    {
      name: 'Fernweh Travel',
      domain: 'fernweh-travel.example',
      industry: 'Travel',
      size: '180',
      place: 'Stockholm, Sweden',
    },
    {
      summary:
        'Plans rail journeys through Europe for people who do not want to fly, with one ticket for the whole way.',
      opening: 'One ticket for a whole rail journey across Europe is what we looked for last summer and did not find.',
    },
  ),
  person(
    ['Tomas', 'Oduya'],
    'VP Sales',
    {
      name: 'Kiln Robotics',
      domain: 'kiln-robotics.example',
      industry: 'Industrial Automation',
      size: '420',
      place: 'Lisbon, Portugal',
    },
    {
      summary: 'Builds robot arms that glaze and stack ceramics, and rents them out to small potteries by the month.',
      opening: 'Robot arms that potteries rent by the month are a way into automation that I had not seen before.',
    },
  ),
  person(
    ['Ines', 'Castellan'],
    'Marketing Director',
    {
      name: 'Harbour Ledger',
      domain: 'harbour-ledger.example',
      industry: 'Financial Services',
      size: '95',
      place: 'Rotterdam, Netherlands',
    },
    {
      summary: 'Keeps the books of shipping agents: port fees, demurrage and customs in one ledger that closes daily.',
      opening: 'Books that close every day, with port fees and demurrage in them, must be rare among shipping agents.',
    },
  ),
  person(
    ['Jonas', 'Abebe'],
    'Chief Operating Officer',
    {
      name: 'Meadow Clinics',
      domain: 'meadow-clinics.example',
      industry: 'Health Care',
      size: '640',
      place: 'Hamburg, Germany',
    },
    {
      summary:
        'Runs eleven rural clinics in the north of Germany, with specialists who visit by timetable and by video.',
      opening: 'Eleven rural clinics that share their specialists by timetable is a plan worth hearing more about.',
    },
  ),
  person(
    ['Priya', 'Novak'],
    'Head of Partnerships',
    {
      name: 'Lumen Orchard',
      domain: 'lumen-orchard.example',
      industry: 'Renewable Energy',
      size: '260',
      place: 'Vienna, Austria',
    },
    {
      summary: 'Puts solar panels above apple orchards, sells the power and shares the income with the growers.',
      opening: 'Solar panels above apple trees, with the growers sharing the income, made us stop scrolling.',
    },
  ),
  person(
    ['Callum', 'Reyes'],
    'Director of Operations',
    { name: 'Postbox Foods', domain: 'postbox-foods.example', industry: 'Food', size: '75', place: 'Leeds, England' },
    {
      summary: 'Sends meal kits in boxes that fit through a letterbox, for people who are never in when couriers come.',
      opening: 'A meal kit that fits through the letterbox solves what no delivery window ever did for us.',
    },
  ),
];

/** The built-in research task of the example column, whose answers the snippet "Opening line" is written from. */
export const EXAMPLE_TASK = 11;
export const EXAMPLE_SNIPPET = { id: 1, name: 'Opening line' };

export const EXAMPLE_NAMES = { search: 'My first list (example)', campaign: 'My first campaign (example)' };

const AFTER_THREE_DAYS_IN_HOURS = 72;

/** Two mails; the first opens with a sentence that is written for each lead. */
export const EXAMPLE_MAILS = [
  {
    delay_in_hours: 0,
    subject_line: 'A question about {{company_name}}',
    message: `Hi {{first_name}},\n\n${writeToken({ kind: 'snippet', ...EXAMPLE_SNIPPET })}\n\nHow do you find new customers at {{company_name}} today? I would like to show you in ten minutes how others in your field do it.`,
    placeholder_message:
      'Hi,\n\nHow do you find new customers today? I would like to show you in ten minutes how others in your field do it.',
  },
  {
    delay_in_hours: AFTER_THREE_DAYS_IN_HOURS,
    subject_line: 'Re: A question about {{company_name}}',
    message: 'Hi {{first_name}},\n\nIs this something for you, or for a colleague?',
    placeholder_message: 'Hi,\n\nIs this something for you, or for a colleague?',
  },
] as const;
