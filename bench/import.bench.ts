import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { importFile, writeLeadFile } from './data/lead-file.ts';
import type { BenchServer } from './support/bench-server.ts';
import { type Bench, interleave, median, pairsOfBench, rowsOfBench, time } from './support/measure.ts';
import { measureServer } from './support/measure-in.ts';

const fields = `first_name, last_name, linkedin_profile_url, linkedin_key, email, headline, job_title, industry, location, company_name,
  company_website_url, company_linkedin_url, company_location, company_amount_of_employees`;

/**
 * The way of a CSV file through the API into the tables, against COPY of the rows as they are stored, already cleaned,
 * into the same tables with the same indexes and constraints (by their owner, so without row-level security).
 */
export const bench: Bench = { run: () => measureServer((server) => measure(server, rowsOfBench)) };

async function measure(server: BenchServer, rows: number) {
  const file = join(server.directory, 'leads.csv');
  const cleaned = join(server.directory, 'cleaned.copy');
  await writeLeadFile(file, rows);
  const firsts: number[] = [];
  const importOnce = async (): Promise<number> => {
    const outcome = await importFile(server, await server.signUp(), file);
    if (outcome.counts.added_prospects !== rows) throw new Error(`wrong count: ${JSON.stringify(outcome.counts)}`);
    firsts.push(outcome.first_seconds);
    return outcome.seconds;
  };
  await importOnce(); // warms both sides up and gives the cleaned rows
  await pipeline(
    server.owner.query(copyTo(`copy (select ${fields} from prospects order by id limit ${rows}) to stdout`)),
    createWriteStream(cleaned),
  );
  firsts.length = 0;
  const seconds = await interleave(pairsOfBench, importOnce, () => copyOnce(server, cleaned));
  const [product, reference] = [median(seconds.product), median(seconds.reference)];
  const memory = server.peakMemory() / 2 ** 20;
  const size = (await stat(file)).size / 2 ** 20;
  return [
    {
      what: `import of ${rows} rows (${size.toFixed(0)} MB) against COPY`,
      product: `${product.toFixed(1)} s, ${Math.round(rows / product)} rows/s`,
      reference: `${reference.toFixed(1)} s, ${Math.round(rows / reference)} rows/s`,
      ratio: reference / product,
      goal: '>= 0.5',
      is_met: reference / product >= 0.5,
    },
    { what: 'first leads on screen', product: `${median(firsts).toFixed(2)} s after the upload began` },
    { what: 'server memory', product: `${memory.toFixed(0)} MB at most`, goal: '< 256 MB', is_met: memory < 256 },
  ];
}

/** COPY into people and list of a new organization, which the columns' defaults name. */
async function copyOnce(server: BenchServer, cleaned: string): Promise<number> {
  const { organization_id } = await server.signUp();
  const list = await server.owner.query(
    "insert into searches (organization_id, name) values ($1, 'COPY') returning id",
    [organization_id],
  );
  const searchId = Number(list.rows[0].id);
  await server.owner.query(`alter table prospects alter organization_id set default ${organization_id}`);
  const people = await time(() =>
    pipeline(
      createReadStream(cleaned, { highWaterMark: 1 << 20 }),
      server.owner.query(copyFrom(`copy prospects (${fields}) from stdin`)),
    ),
  );
  const { rows } = await server.owner.query(
    'select min(id) as first, max(id) as last from prospects where organization_id = $1',
    [organization_id],
  );
  const listed = await time(() =>
    pipeline(
      Readable.from(membershipLines(organization_id, searchId, Number(rows[0].first), Number(rows[0].last))),
      server.owner.query(copyFrom('copy search_prospects (organization_id, search_id, prospect_id) from stdin')),
    ),
  );
  return people + listed;
}

function* membershipLines(organizationId: number, searchId: number, first: number, last: number): Generator<Buffer> {
  for (let from = first; from <= last; from += 20_000) {
    let text = '';
    for (let id = from; id <= Math.min(last, from + 19_999); id += 1) text += `${organizationId}\t${searchId}\t${id}\n`;
    yield Buffer.from(text);
  }
}
