import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CHECK_AREAS, type SystemFinding } from '@overture/contract/admin-system';
import type { Command } from 'commander';
import { createLog } from '../../kernel/log.ts';
import { createPorts } from '../adapters.ts';
import { version } from '../app-info.ts';
import { examineMachine, examineRecords } from '../doctor/doctor.service.ts';
import { found } from '../doctor/finding.ts';
import { type ExplainedSetting, explainSettings } from '../doctor/settings.ts';
import type { CommandLineOptions } from './command-options.ts';
import { withInstallation } from './open-installation.ts';

const MARKS: Record<SystemFinding['status'], string> = { pass: '✓', warn: '!', fail: '✗', unknown: '?' };
const AREA_TITLES: Record<SystemFinding['area'], string> = {
  settings: 'Settings',
  machine: 'Machine',
  database: 'Database',
  work: 'Work',
  address: 'Address',
  services: 'Services',
  mail_domains: 'Mail domains',
};

class FindingsError extends Error {}

interface Given {
  json?: boolean;
  allSettings?: boolean;
}

/** `doctor`: what this installation depends on, and what to do about what is wrong. */
export function addDoctorCommands(program: Command, options: CommandLineOptions): void {
  program
    .command('doctor')
    .description(
      'Look at settings, machine, database, services and mail domains, and say what to do. Ends with 1 where something fails',
    )
    .option('--json', 'as JSON, for programs')
    .option('--all-settings', 'also list the settings that were not given')
    .action((given: Given) => examine(options, given));
}

async function examine(options: CommandLineOptions, given: Given): Promise<void> {
  const findings = sortByArea([...(await examineHere(options)), ...(await examineThere(options))]);
  const settings = explainSettings(options.environment ?? {}).filter(
    ({ value }) => given.allSettings || value !== null,
  );
  const failures = findings.filter(({ status }) => status === 'fail').length;
  if (given.json) options.say(JSON.stringify({ version, settings, findings, is_healthy: failures === 0 }, null, 2));
  else for (const line of render(settings, findings)) options.say(line);
  if (failures > 0)
    throw new FindingsError(given.json ? '' : `${failures} ${failures === 1 ? 'check fails' : 'checks fail'}.`);
}

async function examineHere({ config }: CommandLineOptions): Promise<SystemFinding[]> {
  const log = createLog('silent', false);
  // The program manages its own engine; any process may query an external server.
  const ports = createPorts(config, null, { log, roles: config.CLICKHOUSE_URL ? ['web'] : [] });
  try {
    return await examineMachine({ config, ports });
  } finally {
    await Promise.all([
      ports.lead_database.close(),
      ports.mailer.close(),
      ports.linkedin.close(),
      ports.sources.close(),
    ]);
  }
}

/** A database that is not there is what was looked for, not an accident. */
async function examineThere(options: CommandLineOptions): Promise<SystemFinding[]> {
  const { config } = options;
  const advice = 'Look whether PostgreSQL runs, and at DATABASE_URL where it is set.';
  if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'postgres'))) {
    const text = `There is none in ${config.DATA_DIR} yet.`;
    return [found('database', 'PostgreSQL', { status: 'warn', text, advice: 'The first `npm start` makes it.' })];
  }
  try {
    return await withInstallation(options, examineRecords, { is_quiet: true, migrates: false });
  } catch (error) {
    const text = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return [found('database', 'PostgreSQL', { status: 'fail', text, advice })];
  }
}

const sortByArea = (findings: SystemFinding[]): SystemFinding[] =>
  CHECK_AREAS.flatMap((area) => findings.filter((finding) => finding.area === area));

function render(settings: ExplainedSetting[], findings: SystemFinding[]): string[] {
  const lines = [`Overture ${version}`, '', 'Settings that were given'];
  if (settings.length === 0) lines.push('  none: every default holds (--all-settings lists them)');
  for (const { name, value, example, explanation } of settings) {
    lines.push(`  ${name}=${value ?? example}${value === null ? '  (default)' : ''}`);
    if (explanation !== '') lines.push(`      ${explanation}`);
  }
  for (const area of CHECK_AREAS) {
    const here = findings.filter((finding) => finding.area === area);
    if (here.length > 0) lines.push('', AREA_TITLES[area]);
    for (const { title, status, text, advice } of here) {
      lines.push(`  ${MARKS[status]} ${title}: ${text}`);
      if (advice !== null) lines.push(`      ${advice}`);
    }
  }
  const count = (wanted: SystemFinding['status']): number => findings.filter(({ status }) => status === wanted).length;
  return [
    ...lines,
    '',
    `${count('pass')} well, ${count('warn')} to look at, ${count('fail')} wrong, ${count('unknown')} not known.`,
  ];
}
