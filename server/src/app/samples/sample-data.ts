const firstNames = [
  'Sanne',
  'Daan',
  'Emma',
  'Lucas',
  'Julia',
  'Milan',
  'Sophie',
  'Levi',
  'Tess',
  'Finn',
  'Anna',
  'Bram',
  'Eva',
  'Thijs',
  'Nora',
  'Lars',
];
const lastNames = [
  'de Vries',
  'Jansen',
  'Bakker',
  'Visser',
  'Smit',
  'Meijer',
  'Mulder',
  'de Boer',
  'Bos',
  'Vos',
  'Peters',
  'Hendriks',
  'van Dijk',
  'Kok',
  'Jacobs',
  'van den Berg',
];
const titles = [
  'Marketing Director',
  'Head of Growth',
  'VP Marketing',
  'Demand Generation Manager',
  'Chief Marketing Officer',
  'Head of Brand',
];
const companies = [
  'Northlight',
  'Brightwater',
  'Kanaal Software',
  'Polder Analytics',
  'Delta Robotics',
  'Windhoek Energy',
  'Tulip Health',
  'Amstel Foods',
  'Zuider Logistics',
  'Veluwe Design',
  'Haven Finance',
  'Gracht Media',
];
const industries = [
  'Software Development',
  'Renewable Energy',
  'Hospitals and Health Care',
  'Food and Beverage',
  'Logistics',
  'Financial Services',
];
const cities = ['Amsterdam', 'Utrecht', 'Rotterdam', 'Eindhoven', 'Groningen', 'Den Haag'];

const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;
const slug = (text: string): string => text.toLowerCase().replace(/[^a-z]+/g, '-');

/** 48 invented people in the shape another tool exports; addresses end in .example. */
export function sampleLeadsCsv(): string {
  const rows = Array.from({ length: 48 }, (_, n) => {
    const first = pick(firstNames, n);
    const last = pick(lastNames, n * 7 + Math.floor(n / 16));
    const company = pick(companies, n * 5);
    const domain = `${slug(company)}.example`;
    return [
      first,
      last,
      `${slug(first)}.${slug(last)}@${domain}`,
      `https://www.linkedin.com/in/${slug(first)}-${slug(last)}-${n}`,
      pick(titles, n),
      company,
      domain,
      pick(industries, n),
      pick(cities, n),
      String(20 + ((n * 137) % 900)),
    ];
  });
  return [Object.values(sampleMapping), ...rows].map((row) => row.map((cell) => `"${cell}"`).join(';')).join('\r\n');
}

export const sampleMapping = {
  first_name: 'First Name',
  last_name: 'Surname',
  email: 'E-Mail',
  linkedin_url: 'Linkedin Profile',
  job_title: 'Title',
  company_name: 'Organization',
  company_website_url: 'Website',
  company_industry: 'Industry',
  location: 'City',
  company_size: 'Employees',
};

export const sampleMessages = {
  first: {
    subject_line: 'A question about {{company_name}}',
    message:
      'Hi {{first_name}},\n\nI saw that you lead marketing at {{company_name}} in {{location}}. Teams like yours say that half of their outreach time goes into finding out who to write to.\n\nWould a short call next week be worth your while?\n\nAda',
    placeholder_message:
      'Hi,\n\nTeams like yours say that half of their outreach time goes into finding out who to write to. Would a short call next week be worth your while?\n\nAda',
  },
  second: {
    subject_line: 'Re: A question about {{company_name}}',
    message:
      'Hi {{first_name}},\n\nJust making sure this did not get lost. Is it something for you, or for a colleague?\n\nAda',
    placeholder_message:
      'Hi,\n\nJust making sure this did not get lost. Is it something for you, or for a colleague?\n\nAda',
  },
};
