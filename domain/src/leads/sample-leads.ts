/** Words of the invented people: sample leads of a new installation, and the simulated LinkedIn. */
export const SAMPLE_WORDS = {
  first_names: 'Sanne Daan Emma Lucas Julia Milan Sophie Levi Tess Finn Anna Bram Eva Thijs Nora Lars'.split(' '),
  last_names:
    'de Vries|Jansen|Bakker|Visser|Smit|Meijer|Mulder|de Boer|Bos|Vos|Peters|Hendriks|van Dijk|Kok|Jacobs|van den Berg'.split(
      '|',
    ),
  titles: [
    'Marketing Director',
    'Head of Growth',
    'VP Marketing',
    'Demand Generation Manager',
    'Chief Marketing Officer',
    'Head of Brand',
  ],
  companies: [
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
  ],
  industries: [
    'Software Development',
    'Renewable Energy',
    'Hospitals and Health Care',
    'Food and Beverage',
    'Logistics',
    'Financial Services',
  ],
  cities: ['Amsterdam', 'Utrecht', 'Rotterdam', 'Eindhoven', 'Groningen', 'Den Haag'],
};

export const SAMPLE_LEADS = 48;

interface SampleLead {
  first_name: string;
  last_name: string;
  title: string;
  company: string;
  industry: string;
  city: string;
}

/** One of the sample leads, from 0. The simulated LinkedIn has the same people, so an import from there finds them known. */
export function sampleLead(number: number): SampleLead {
  const { first_names, last_names, titles, companies, industries, cities } = SAMPLE_WORDS;
  const pick = (values: readonly string[], index: number): string => values[index % values.length] as string;
  return {
    first_name: pick(first_names, number),
    last_name: pick(last_names, number * 7 + Math.floor(number / 16)),
    title: pick(titles, number),
    company: pick(companies, number * 5),
    industry: pick(industries, number),
    city: pick(cities, number),
  };
}
