import { writeFileSync } from 'node:fs';
import { describeOwnApi } from '../server/src/app/api-docs/api-docs.ts';
import { listReleased } from './laws/api-compat.ts';

// Writes down the API that programs may rely on from this release on: tools/laws/api-compat.test.ts compares with it.
const calls = listReleased(describeOwnApi() as never);
const file = new URL('../contract/released-api.jsonl', import.meta.url);
writeFileSync(file, `${calls.map((call) => JSON.stringify(call)).join('\n')}\n`);
process.stdout.write(`${calls.length} calls written to contract/released-api.jsonl\n`);
