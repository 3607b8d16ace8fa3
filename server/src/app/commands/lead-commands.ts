import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createClickhouseLeadDatabase } from '@overture/adapters/lead-database/clickhouse/clickhouse.adapter';
import { type Command, InvalidArgumentError } from 'commander';
import type { Config } from '../../kernel/config.ts';
import { parseMapping } from '../load-leads/lead-fields.rules.ts';
import { loadLeadFile } from '../load-leads/load-leads.service.ts';
import { accountLines, formatCount, progressLine } from '../load-leads/report.rules.ts';
import { addImportCommand } from './api/work-commands.ts';
import type { CommandLineOptions, LeadLoader } from './command-options.ts';

/** Progress is reported at this interval. */
const progressEveryMs = 1000;

/** `leads load`, `leads generate` and `leads import`. */
export function addLeadCommands(program: Command, options: CommandLineOptions): void {
  const leads = program.command('leads').description('The lead database, and imports into lists');
  leads
    .command('load')
    .description(
      'Load people from CSV, JSON lines (both also as .gz) and Parquet files; run it again to resume after an interruption',
    )
    .argument('<files...>', 'exports of People Data Labs and Apollo are recognized by their column names')
    .option('--mapping <file>', 'JSON: {"job_title": "Functie", ...}; fields it does not name are recognized as usual')
    .action((files: string[], given: { mapping?: string }) => loadFiles(options, files, given.mapping));
  leads
    .command('generate')
    .description('Add made-up people, for trying things out and for measuring')
    .argument('<count>', 'how many', parseCount)
    .option('--seed <number>', 'the same seed makes the same people', parseCount, 1)
    .action((count: number, given: { seed: number }) => generateLeads(options, count, given.seed));
  addImportCommand(leads, options);
}

async function loadFiles(options: CommandLineOptions, paths: string[], mappingFile: string | undefined): Promise<void> {
  const mapping = parseMapping(
    mappingFile === undefined ? null : await readJson(resolve(options.directory, mappingFile)),
  );
  await withDatabase(options, async (database) => {
    for (const path of paths.map((name) => resolve(options.directory, name))) {
      const started = performance.now();
      let reported = 0;
      const report = await loadLeadFile(path, {
        database,
        mapping,
        state_directory: join(options.config.DATA_DIR, 'lead-loads'),
        onProgress: (file, counts, rows) => {
          const now = performance.now();
          if (now - reported < progressEveryMs) return;
          reported = now;
          options.say(progressLine(file, counts, (1000 * rows) / (now - started)), true);
        },
      });
      if (report.resumed_at > 0) options.say(`${path}: resumed after row ${formatCount(report.resumed_at)}.`);
      for (const line of accountLines(path, report.counts)) options.say(line);
      if (report.bad_rows_file !== null) options.say(`  Bad rows with their reasons: ${report.bad_rows_file}`);
    }
    await sayTotal(options, database);
  });
}

async function generateLeads(options: CommandLineOptions, count: number, seed: number): Promise<void> {
  await withDatabase(options, async (database) => {
    await database.generateLeads({ count, seed }, (generated) =>
      options.say(`${formatCount(generated)} of ${formatCount(count)} people made`, true),
    );
    await sayTotal(options, database);
  });
}

async function sayTotal(options: CommandLineOptions, database: LeadLoader): Promise<void> {
  const { total_leads } = await database.describe();
  options.say(`The lead database holds ${formatCount(total_leads)} people.`);
}

async function withDatabase(options: CommandLineOptions, work: (database: LeadLoader) => Promise<void>): Promise<void> {
  const database = (options.openDatabase ?? openDatabase)(options.config, options.say);
  try {
    await database.whenUsable();
    await work(database);
  } finally {
    await database.close();
  }
}

/** A running server that owns the embedded engine lends it; otherwise it is started for the command. */
function openDatabase(config: Config, say: CommandLineOptions['say']): LeadLoader {
  return createClickhouseLeadDatabase({
    log: { info: (message) => say(message), warn: (message) => say(message) },
    server_url: config.CLICKHOUSE_URL ?? null,
    cluster: config.CLICKHOUSE_CLUSTER,
    data_directory: config.DATA_DIR,
    sample_leads: 0,
    joins_owner: true,
  });
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`The mapping file ${path} cannot be read.`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The mapping file ${path} is no JSON.`);
  }
}

function parseCount(text: string): number {
  const count = Number(text.replaceAll(/[_,]/g, ''));
  if (!Number.isSafeInteger(count) || count < 1) throw new InvalidArgumentError('A whole number above 0 is needed.');
  return count;
}
