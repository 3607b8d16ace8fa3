/** A page that a company publishes about itself. */
const text = [
  'Kanaal Software was founded in 1999 and has its headquarters in Utrecht.',
  'The company has 1,250 customers and “about 3.5 million” users.',
  'We raised $40M in May 2026.',
  'Prices start at 49 euros a month – no set-up fee.',
].join('\n');
export const document = {
  url: 'https://kanaal.example/about',
  fetched_url: 'http://127.0.0.1/sites/about',
  title: 'About us',
  text,
  fetched_at: new Date(),
};
