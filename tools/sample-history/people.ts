/** Invented people, the same for the same number: names, companies and places of north-western Europe. */
const FIRST_NAMES =
  'Marit Joost Annelies Sander Femke Ruben Lotte Maarten Saskia Koen Hanna Felix Leonie Moritz Katharina Jannik Svenja Tobias Carla Henrik Astrid Erik Ingrid Lasse Freja Mikkel Signe Anders Elin Oskar Charlotte Oliver Imogen Rupert Harriet Callum Fiona Declan Aoife Niamh Camille Hugo Margaux Étienne Inés Mateo Beatriz Tiago Alessia Marco Zuzanna Piotr Petra Ondřej Ilse Wout Veerle Pieter Noor Jasper'.split(
    ' ',
  );
const LAST_NAMES =
  'Verhoeven|van Leeuwen|Dekker|Brouwer|Willems|Claes|Peeters|Maes|Wouters|Schouten|Hofmann|Krüger|Vogel|Brandt|Lehmann|Seidel|Winkler|Baumann|Lindqvist|Bergström|Nyberg|Sandberg|Holm|Nielsen|Kjær|Dahl|Solberg|Haugen|Whitfield|Ashworth|Pemberton|Hargreaves|Sinclair|Fraser|Gallagher|Byrne|Laurent|Moreau|Fontaine|Girard|Navarro|Ortega|Carvalho|Ferreira|Conti|Ricci|Zielińska|Wójcik|Dvořák|Horák|Vermeulen|Goossens|Aerts|Hermans|Kuipers|Postma|Hoekstra|Timmermans|Reinders|Stolk'.split(
    '|',
  );
const COMPANY_HEADS =
  'Lumen Harbour Cobalt Juniper Meridian Fjord Kestrel Copper Alder Beacon Quarry Saffron Tern Willow Anchor Ember'.split(
    ' ',
  );
const COMPANY_TAILS: readonly (readonly [name: string, industry: string])[] = [
  ['Software', 'Software Development'],
  ['Analytics', 'Software Development'],
  ['Cloud', 'IT Services and IT Consulting'],
  ['Logistics', 'Transportation and Logistics'],
  ['Health', 'Hospitals and Health Care'],
  ['Energy', 'Renewable Energy'],
  ['Payments', 'Financial Services'],
  ['Robotics', 'Industrial Automation'],
  ['Learning', 'E-Learning Providers'],
];
const CITIES =
  'Amsterdam|Utrecht|Rotterdam|Antwerp|Ghent|Hamburg|Berlin|Munich|Cologne|Copenhagen|Stockholm|Oslo|London|Manchester|Dublin|Paris'.split(
    '|',
  );

interface Lead {
  first_name: string;
  last_name: string;
  email: string;
  profile: string;
  title: string;
  company: string;
  website: string;
  industry: string;
  city: string;
  size: number;
}

export const LEAD_COLUMNS = {
  first_name: 'First Name',
  last_name: 'Last Name',
  email: 'Email',
  linkedin_url: 'Profile',
  job_title: 'Title',
  company_name: 'Company',
  company_website_url: 'Website',
  company_industry: 'Industry',
  location: 'City',
  company_size: 'Employees',
};

const at = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;

/** A number in [0, 1), the same for the same words. */
export function chance(...words: (string | number)[]): number {
  let hash = 2166136261;
  for (const letter of words.join('\n')) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

const slug = (text: string, gap: string): string =>
  text
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .replaceAll(' ', gap);

function describeLead(number: number, titles: readonly string[]): Lead {
  // Sixty first names and sixty last names: with a step of 61 no name repeats among 3,600.
  const first_name = at(FIRST_NAMES, number * 7);
  const last_name = at(LAST_NAMES, number * 11 + Math.floor(number / 60));
  const firm = Math.floor(chance('company', number) * COMPANY_HEADS.length * COMPANY_TAILS.length);
  const [tail, industry] = at(COMPANY_TAILS, firm);
  const company = `${at(COMPANY_HEADS, Math.floor(firm / COMPANY_TAILS.length))} ${tail}`;
  const website = `${slug(company, '-')}.example`;
  return {
    first_name,
    last_name,
    email: `${slug(first_name, '')}.${slug(last_name, '')}@${website}`,
    profile: `https://www.linkedin.com/in/${slug(first_name, '-')}-${slug(last_name, '-')}`,
    title: at(titles, Math.floor(chance('title', number) * 1000)),
    company,
    website,
    industry,
    city: at(CITIES, firm * 5),
    size: 20 + Math.floor(chance('size', firm) ** 3 * 1400),
  };
}

/** Lines of a CSV file with the leads of these numbers. */
export function writeLeads(from: number, amount: number, titles: readonly string[]): string[] {
  return Array.from({ length: amount }, (_, n) => Object.values(describeLead(from + n, titles)).join(','));
}
