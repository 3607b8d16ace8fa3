import { SAMPLE_LEADS, sampleLead } from '@overture/domain/leads/sample-leads';

const slug = (text: string): string => text.toLowerCase().replace(/[^a-z]+/g, '-');

/** 48 invented people in the shape another tool exports; addresses end in .example. */
export function sampleLeadsCsv(): string {
  const rows = Array.from({ length: SAMPLE_LEADS }, (_, n) => {
    const { first_name, last_name, title, company, industry, city } = sampleLead(n);
    const domain = `${slug(company)}.example`;
    return [
      first_name,
      last_name,
      `${slug(first_name)}.${slug(last_name)}@${domain}`,
      `https://www.linkedin.com/in/${slug(first_name)}-${slug(last_name)}-${n}`,
      title,
      company,
      domain,
      industry,
      city,
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
