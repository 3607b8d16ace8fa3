import { createHash } from 'node:crypto';

/** A company of the simulated web: the same facts for the same domain, on every page and in every search. */
export type Company = {
  domain: string;
  name: string;
  trade: string;
  product: string;
  founded_in: number;
  city: string;
  employees: number;
  customers: number;
  price_in_euros: number;
  head: string;
  has_free_trial: boolean;
  is_hiring: boolean;
  jobs: { title: string; place: string }[];
  technologies: Trace[];
};

/** How a technology shows on a page: the adapter's own rules must find it from this. */
type Trace = { name: string; head?: string; body?: string; header?: [string, string]; cookie?: string };

const TRADES = [
  ['software for logistics teams', 'Route Planner'],
  ['marketing analytics', 'Audience Insight'],
  ['energy management for buildings', 'Grid Monitor'],
  ['payroll and human resources software', 'People Desk'],
  ['quality control with computer vision', 'Vision Check'],
  ['customer support automation', 'Answer Desk'],
  ['e-commerce fulfilment', 'Parcel Hub'],
  ['financial planning tools', 'Forecast Studio'],
] as const;
const CITIES = ['Amsterdam', 'Utrecht', 'Berlin', 'Antwerp', 'London', 'Paris', 'Copenhagen', 'Madrid'];
const HEADS = ['Sanne de Vries', 'Lars Meijer', 'Nora Peters', 'Milan Visser', 'Eva Jansen', 'Thijs Bakker'];
const JOBS = [
  'Senior Backend Engineer',
  'Account Executive',
  'Customer Success Manager',
  'Marketing Director',
  'Data Engineer',
  'Sales Development Representative',
];

const TRACES: Trace[] = [
  { name: 'WordPress', head: '<meta name="generator" content="WordPress 6.8.1">' },
  { name: 'Shopify', head: '<script src="https://cdn.shopify.com/s/files/1/0001/theme.js"></script>' },
  { name: 'Webflow', head: '<meta name="generator" content="Webflow">' },
  {
    name: 'Google Analytics',
    head: '<script async src="https://www.googletagmanager.com/gtag/js?id=G-ABC123"></script>',
  },
  { name: 'HubSpot', body: '<script id="hs-script-loader" src="//js.hs-scripts.com/123456.js"></script>' },
  { name: 'Intercom', body: '<script src="https://widget.intercom.io/widget/abc123"></script>' },
  { name: 'Hotjar', head: '<script src="https://static.hotjar.com/c/hotjar-1.js"></script>' },
  { name: 'Stripe', body: '<script src="https://js.stripe.com/v3/"></script>' },
  { name: 'Next.js', body: '<script id="__NEXT_DATA__" type="application/json">{}</script>' },
  { name: 'Cloudflare', header: ['server', 'cloudflare'] },
  { name: 'Nginx', header: ['server', 'nginx/1.27.0'] },
  { name: 'PHP', cookie: 'PHPSESSID=abc; Path=/' },
];

/** A number below `ceiling` that only depends on the words. */
export function roll(words: string, ceiling: number): number {
  return createHash('sha256').update(words).digest().readUInt32BE(0) % ceiling;
}

function pick<T>(values: readonly T[], words: string): T {
  return values[roll(words, values.length)] as T;
}

export function companyOf(host: string): Company {
  const domain = host.toLowerCase().replace(/^www\./, '');
  const [trade, product] = pick(TRADES, `${domain} trade`);
  const city = pick(CITIES, `${domain} city`);
  const is_hiring = roll(`${domain} hiring`, 3) > 0;
  const first = roll(`${domain} jobs`, JOBS.length);
  return {
    domain,
    name: nameOf(domain),
    trade,
    product,
    city,
    is_hiring,
    founded_in: 1985 + roll(`${domain} founded`, 38),
    employees: 12 + roll(`${domain} employees`, 900),
    customers: 40 + roll(`${domain} customers`, 4000),
    price_in_euros: 19 + roll(`${domain} price`, 20) * 10,
    head: pick(HEADS, `${domain} head`),
    has_free_trial: roll(`${domain} trial`, 2) === 0,
    jobs: is_hiring
      ? [0, 1, 2].map((step) => ({
          title: JOBS[(first + step) % JOBS.length] as string,
          place: step === 2 ? 'Remote' : city,
        }))
      : [],
    technologies: TRACES.filter((trace) => roll(`${domain} ${trace.name}`, 100) < 40).filter(oneServer()),
  };
}

/** A site has one `server` header. */
function oneServer(): (trace: Trace) => boolean {
  let isTaken = false;
  return (trace) => {
    if (trace.header === undefined) return true;
    const isFirst = !isTaken;
    isTaken = true;
    return isFirst;
  };
}

function nameOf(domain: string): string {
  const label = domain.split('.')[0] ?? domain;
  return label
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
}

/** The company a search is about: a domain in the words, else the words in quotation marks, else the first two. */
export function companyOfQuery(query: string): Company {
  const domain = /\b((?:[a-z0-9-]+\.)+[a-z]{2,})\b/i.exec(query)?.[1];
  if (domain !== undefined) return companyOf(domain);
  const words = /"([^"]+)"/.exec(query)?.[1] ?? query.split(/\s+/).slice(0, 2).join(' ');
  const slug = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return companyOf(`${slug === '' ? 'unknown' : slug}.example`);
}

/** What the web says about a company, a sentence a fact: the pages and the search results are made of these. */
export function factsOf(company: Company): { page: string; title: string; sentences: string[] }[] {
  const { name, product } = company;
  return [
    {
      page: '/',
      title: `${name}: ${company.trade}`,
      sentences: [
        `${name} makes ${company.trade}.`,
        `Our product ${product} is used by ${company.customers} customers in Europe.`,
        company.has_free_trial
          ? `${product} has a free trial of 14 days.`
          : `${product} has no free trial; a demo is booked with our sales team.`,
      ],
    },
    {
      page: '/about',
      title: `About ${name}`,
      sentences: [
        `${name} was founded in ${company.founded_in} and has its headquarters in ${company.city}.`,
        `The company has ${company.employees} employees.`,
        `${company.head} is the chief executive officer (CEO) of ${name}.`,
      ],
    },
    {
      page: '/pricing',
      title: `Pricing of ${product}`,
      sentences: [
        `The price of ${product} starts at ${company.price_in_euros} euros a user a month.`,
        'The enterprise plan has single sign-on and a service level agreement.',
        'All plans are billed yearly and can be cancelled before the end of the year.',
      ],
    },
    {
      page: '/careers',
      title: `Careers at ${name}`,
      sentences: company.is_hiring
        ? [
            `${name} is hiring: we have ${company.jobs.length} open positions.`,
            ...company.jobs.map((job) => `Open position: ${job.title} in ${job.place}.`),
          ]
        : [`${name} has no open positions at the moment.`],
    },
  ];
}

/** News of a company, newest first; `now` decides the dates. */
export function newsOf(company: Company, now: number): { title: string; text: string; path: string; at: Date }[] {
  const { name, domain } = company;
  const items = [
    [
      'funding',
      `${name} raises ${2 + roll(`${domain} round`, 40)} million euros`,
      `${name} announced a funding round led by Polder Ventures to grow in Germany and France.`,
    ],
    [
      'partnership',
      `${name} starts a partnership with Delta Robotics`,
      `${name} and Delta Robotics will offer ${company.product} together from next quarter.`,
    ],
    ['office', `${name} opens an office in ${company.city}`, `The new office of ${name} has room for 80 people.`],
    [
      'award',
      `${name} named among the fastest growing companies`,
      `${name} grew by ${20 + roll(`${domain} growth`, 60)} percent in revenue last year.`,
    ],
  ] as const;
  // Not every company is in the news for everything.
  const shown = items.filter(([slug], index) => index === 1 || roll(`${domain} ${slug} told`, 100) < 60);
  return shown.map(([slug, title, text], index) => ({
    title,
    text,
    path: `/${domain}/${slug}`,
    at: new Date(now - (3 + index * 12 + roll(`${domain} ${slug}`, 8)) * 86_400_000),
  }));
}
