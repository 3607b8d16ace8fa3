import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Outputs } from '@overture/client';
import { guessLeadColumns } from '@overture/domain/csv/column-guess';
import { detectFormat, guessEncoding } from '@overture/domain/csv/csv-format';
import { CsvRows } from '@overture/domain/csv/csv-heading';
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandLineOptions } from '../command-options.ts';
import { openFile, saveFile } from './call-commands.ts';
import { callInstallation, type Given, withConnection } from './connection.ts';

const parseId = (text: string): number => {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new InvalidArgumentError('An id is a whole number above 0.');
  return Number(text);
};

/** `campaigns list | get | pause`. */
export function addCampaignCommands(program: Command, options: CommandLineOptions): void {
  const campaigns = program.command('campaigns').description('Campaigns of an installation, by API key');
  withConnection(campaigns.command('list').description('All campaigns, newest first')).action((given: Given) =>
    callInstallation(options, given, async (client) => {
      const answer = await client.listCampaigns();
      show(options, given, answer, answer.campaigns.map(describeCampaign));
    }),
  );
  withConnection(campaigns.command('get').description('A campaign').argument('<id>', 'its id', parseId)).action(
    (id: number, given: Given) =>
      callInstallation(options, given, async (client) => {
        const answer = await client.getCampaign({ id });
        show(options, given, answer, [describeCampaign(answer.campaign)]);
      }),
  );
  withConnection(
    campaigns.command('pause').description('Pause a running campaign').argument('<id>', 'its id', parseId),
  ).action((id: number, given: Given) =>
    callInstallation(options, given, async (client) => {
      const { campaign } = await client.getCampaign({ id });
      // The call pauses what runs and starts what does not: it is made for a running campaign only.
      const answer =
        campaign.status === 'ACTIVE' ? await client.activateCampaign({ id, status: 'ACTIVE' }) : { campaign };
      show(options, given, answer, [describeCampaign((await client.getCampaign({ id })).campaign)]);
    }),
  );
}

const describeCampaign = ({ id, status, name }: { id: number; status: string; name: string }): string =>
  `${String(id).padStart(8)}  ${status.padEnd(10)}  ${name}`;

function show({ say }: CommandLineOptions, { json }: Given, answer: unknown, lines: readonly string[]): void {
  if (json) say(JSON.stringify(answer));
  else for (const line of lines) say(line);
}

/** `leads import`. */
export function addImportCommand(leads: Command, options: CommandLineOptions): void {
  withConnection(
    leads
      .command('import')
      .description('Import a CSV file into a lead list of an installation, by API key')
      .argument('<file>', 'columns are recognized by their names and values')
      .requiredOption('--list <name>', 'a list; it is created if there is none with this name'),
  )
    .option('--mapping <json>', '{"email": "E-mail", ...}: which column each field is in')
    .action((file: string, given: ImportOptions) => importFile(options, file, given));
}

interface ImportOptions extends Given {
  list: string;
  mapping?: string;
}

async function importFile(options: CommandLineOptions, path: string, given: ImportOptions): Promise<void> {
  const file = await openFile(options, path);
  const column_mapping = given.mapping ?? JSON.stringify(await guessMapping(file));
  await callInstallation(options, given, async (client) => {
    const { searches } = await client.listSearches();
    const list = searches.find(({ name }) => name === given.list) ?? (await client.createSearch({ name: given.list }));
    const started = await client.importCsv({ id: list.id, file, column_mapping, rows_without_linkedin: 'import' });
    const done = await waitForImport(options, client, started.import_id);
    show(options, given, done, [
      `${done.added_prospects} leads added to "${given.list}"; ${done.duplicate_rows} duplicates, ${done.skipped_rows} skipped, ${done.bad_rows} unreadable.`,
    ]);
    if (done.status !== 'finished') throw new Error(`The import is ${done.status}.`);
  });
}

async function waitForImport({ say }: CommandLineOptions, client: Client, id: number): Promise<Outputs['getImport']> {
  for (;;) {
    const answer = await client.getImport({ id });
    if (answer.status !== 'queued' && answer.status !== 'running') return answer;
    say(`${answer.added_prospects} leads added`, true);
    await pause(1000);
  }
}

/** As the import dialog does it, from the beginning of the file. */
async function guessMapping(file: File): Promise<Record<string, string | null>> {
  const bytes = new Uint8Array(await file.slice(0, 64 * 1024).arrayBuffer());
  const isWhole = file.size <= bytes.length;
  const text = new TextDecoder(guessEncoding(bytes)).decode(bytes, { stream: !isWhole });
  const { delimiter, header, header_row } = detectFormat(text, [], isWhole);
  const rows = [...new CsvRows({ delimiter, header_row }).push(text, isWhole)].map(({ cells }) => cells);
  return guessLeadColumns(header, rows);
}

/** `export leads | campaign | activities | suppressions`. */
export function addExportCommands(program: Command, options: CommandLineOptions): void {
  const group = program.command('export').description('CSV files of an installation, by API key');
  const add = (
    name: string,
    description: string,
    load: (client: Client, id: number) => Promise<string | Blob>,
  ): void => {
    const command = group.command(name).description(description);
    if (name === 'leads' || name === 'campaign') command.argument('<id>', 'its id', parseId);
    withConnection(command)
      .requiredOption('--output <file>', 'where the file goes')
      .action(async (...given: unknown[]) => {
        const [id, chosen] = (command.registeredArguments.length > 0 ? given : [0, ...given]) as [
          number,
          Given & { output: string },
        ];
        await callInstallation(options, chosen, async (client) => {
          const content = new Blob([await load(client, id)]);
          await saveFile(options, chosen.output, content);
          show(options, chosen, { file: chosen.output, bytes: content.size }, [
            `${chosen.output}: ${content.size} bytes.`,
          ]);
        });
      });
  };
  add('leads', 'Leads of a list', exportList);
  add('campaign', 'Leads of a campaign', async (client, id) => {
    const export_amount = requireLeads((await client.listCampaignLeads({ id })).total_prospects);
    return (await client.exportCampaignLeads({ id, export_amount })).csv_content;
  });
  add('activities', 'The activity log', (client) => client.downloadActivities());
  add('suppressions', 'The suppression list', (client) => client.downloadSuppressions());
}

function requireLeads(amount: number): number {
  if (amount === 0) throw new Error('There are no leads to export.');
  return amount;
}

/** A large list is a file behind a link, which needs no key. */
async function exportList(client: Client, id: number): Promise<string | Blob> {
  const export_amount = requireLeads((await client.listSearchProspects({ id })).totalProspects);
  const answer = await client.exportSearchProspects({ id, export_amount });
  if ('csv_content' in answer) return answer.csv_content;
  const response = await fetch(answer.download_url, { signal: AbortSignal.timeout(10 * 60_000) });
  if (!response.ok) throw new Error(`The file cannot be downloaded: status ${response.status}.`);
  return response.blob();
}
