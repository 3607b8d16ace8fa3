import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type LeadLocation, locationKeys, locationName } from '@overture/domain/finder/lead-finder';

/** A country, region or city. `population`: inhabitants of its cities of 15,000 and more. */
export type Place = LeadLocation & { name: string; population: number };

let known: readonly Place[] | null = null;

/** Every place of the data set, the most populous first. Read once (40 ms), kept. */
export function loadPlaces(): readonly Place[] {
  known ??= parsePlaces(gunzipSync(readFileSync(new URL('./locations.tsv.gz', import.meta.url))).toString('utf8'));
  return known;
}

/** Reads the file's text; its lines are described in the README. */
function parsePlaces(text: string): Place[] {
  const places: Place[] = [];
  let country = newPlace({ city: null, region: null, country: null });
  let region = country;
  for (const line of text.split('\n')) {
    const [first = '', second = ''] = line.split('\t');
    if (first === 'C') {
      country = newPlace({ city: null, region: null, country: second });
      places.push(country);
    } else if (first === 'R') {
      region = newPlace({ city: null, region: second === '' ? null : second, country: country.country });
      if (second !== '') places.push(region);
    } else if (first !== '') {
      const city = newPlace({ city: first, region: region.region, country: country.country });
      city.population = Number(second);
      country.population += city.population;
      if (region.region !== null) region.population += city.population;
      // Where a city is its country (Singapore), one name is enough.
      if (city.name !== `${country.name}, ${country.name}`) places.push(city);
    }
  }
  return places.sort((a, b) => b.population - a.population);
}

function newPlace(location: LeadLocation): Place {
  return { ...location, name: locationName(location), population: 0 };
}

let byKey: ReadonlyMap<string, Place> | null = null;

/**
 * The place that a text names, case and accents aside: 'amsterdam, north holland, netherlands', 'Amsterdam, Netherlands' or 'USA'. Of
 * several of one name the most populous. Null for a place that is not in the data set.
 */
export function findPlace(name: string): Place | null {
  byKey ??= keyPlaces();
  const key = locationKeys(name)[0];
  return key === undefined ? null : (byKey.get(key) ?? null);
}

function keyPlaces(): Map<string, Place> {
  const keyed = new Map<string, Place>();
  for (const place of loadPlaces()) {
    const [own, ...around] = locationKeys(place.name);
    // 'amsterdam|netherlands' is the city's short name; 'netherlands' is not.
    const short = place.city !== null ? around.at(-1) : undefined;
    for (const key of [own, short]) if (key !== undefined && !keyed.has(key)) keyed.set(key, place);
  }
  return keyed;
}
