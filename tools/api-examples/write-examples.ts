import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import { loadExamples } from '../../server/src/app/api-docs/api-docs.ts';
import { rateAnswer } from '../../server/src/testing/answer-recorder.ts';
import { fitsContract, listExampleForms } from './shape-example.ts';

// Writes the examples of the API reference from answers that tests recorded: `node tools/run.mjs api-examples`. An example that still fits
// the contract stays, so a run changes only what it must.
const [folder = ''] = process.argv.slice(2);
const recorded = Map.groupBy(readdirSync(folder), (file) => file.split('.')[0] ?? '');
const stored = loadExamples();

function findExample(name: string, endpoint: Endpoint): unknown {
  if (stored[name] !== undefined && fitsContract(endpoint, stored[name])) return stored[name];
  const answers = (recorded.get(name) ?? []).map((file) => readFileSync(join(folder, file), 'utf8'));
  const best = answers.toSorted((one, other) => rateAnswer(other) - rateAnswer(one) || one.length - other.length);
  return best.flatMap((answer) => listExampleForms(JSON.parse(answer))).find((form) => fitsContract(endpoint, form));
}

const examples = Object.entries(api)
  .map(([call, endpoint]) => ({ call, example: findExample(call, endpoint) }))
  .sort((one, other) => (one.call < other.call ? -1 : 1));
const found = examples.filter(({ example }) => example !== undefined);
const file = new URL('../../server/src/app/api-docs/api-examples.jsonl', import.meta.url);
writeFileSync(file, found.map((line) => `${JSON.stringify(line)}\n`).join(''));
const missing = examples.filter(({ example }) => example === undefined).map(({ call }) => call);
process.stdout.write(
  `${found.length} of ${examples.length} calls have an example. Missing: ${missing.join(', ') || 'none'}\n`,
);
