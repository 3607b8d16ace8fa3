import { openAsBlob } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { CallName, Client } from '@overture/client';
import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import { KEY_ACCESS } from '@overture/contract/scopes';
import type { Command } from 'commander';
import { z } from 'zod';
import type { CommandLineOptions } from '../command-options.ts';
import { callInstallation, type Given, withConnection } from './connection.ts';

/** Calls that a key may make, by name. */
export const listCallNames = (): string[] =>
  Object.keys(api).filter((name) => !['never', 'public'].includes(KEY_ACCESS[name as keyof typeof KEY_ACCESS]));

interface CallOptions extends Given {
  input?: string;
  file?: string;
  output?: string;
  once?: string;
}

/** `api`: runs one call of the contract, by its operation id. */
export function addCallCommand(program: Command, options: CommandLineOptions): void {
  withConnection(
    program
      .command('api')
      .description('Make any call that an API key may make; without a call, list them')
      .argument('[call]', 'its name in the reference, such as createCampaign')
      .argument('[fields...]', 'name=value; JSON values count as JSON'),
  )
    .option('--input <file>', 'fields as JSON; - reads the standard input')
    .option('--file <file>', 'the file of a call that takes one')
    .option('--output <file>', 'where an answer that is a file goes')
    .option('--once <text>', 'the Idempotency-Key: a repeated command with the same text happens once')
    .action((call: string | undefined, fields: string[], given: CallOptions) =>
      call === undefined ? listCalls(options) : makeCall(options, call, fields, given),
    );
}

function listCalls({ say }: CommandLineOptions): void {
  for (const name of listCallNames()) {
    const { method, path, summary }: Endpoint = api[name as CallName];
    say(`${name.padEnd(36)} ${method.padEnd(6)} ${path}  ${summary}`);
  }
}

async function makeCall(
  options: CommandLineOptions,
  name: string,
  fields: readonly string[],
  given: CallOptions,
): Promise<void> {
  if (!listCallNames().includes(name))
    throw new Error(`There is no call "${name}" for API keys. \`api\` without a call lists them.`);
  const endpoint: Endpoint = api[name as CallName];
  const input = {
    ...(given.input === undefined ? {} : await loadInput(options, given.input)),
    ...parseFields(endpoint, fields),
    ...(given.file === undefined ? {} : { file: await openFile(options, given.file) }),
  };
  if (endpoint.multipart && !('file' in input)) throw new Error(`${name} takes a file: --file FILE.`);
  await callInstallation(options, given, async (client) => {
    const call = client[name as CallName] as Client['getCampaign'];
    const sent = given.once === undefined ? {} : { idempotency_key: given.once };
    await showAnswer(options, given, await call(input as never, sent));
  });
}

async function showAnswer(options: CommandLineOptions, given: CallOptions, answer: unknown): Promise<void> {
  const { say } = options;
  if (!(answer instanceof Blob)) return say(JSON.stringify(answer, null, given.json ? undefined : 2));
  if (given.output === undefined) return say((await answer.text()).trimEnd());
  await saveFile(options, given.output, answer);
  say(`${given.output}: ${answer.size} bytes.`);
}

async function loadInput({ directory }: CommandLineOptions, file: string): Promise<object> {
  const content = file === '-' ? await text(process.stdin) : await readFile(resolve(directory, file), 'utf8');
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(content));
  } catch {
    throw new Error(`${file} is not a JSON object.`);
  }
}

/** Fields whose schema is a text stay one, even if they look like a number. */
function parseFields(endpoint: Endpoint, fields: readonly string[]): Record<string, unknown> {
  const schemas = [endpoint.params, endpoint.query, endpoint.body].map(
    (schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {},
  );
  const known: Record<string, unknown> = Object.assign({}, ...schemas);
  return Object.fromEntries(
    fields.map((field) => {
      const end = field.indexOf('=');
      const [name, value] = [field.slice(0, Math.max(0, end)), field.slice(end + 1)];
      if (!(name in known))
        throw new Error(`"${name || field}" is none of the fields: ${Object.keys(known).join(', ')}.`);
      return [name, isText(known[name]) ? value : parseValue(value)];
    }),
  );
}

const isText = (schema: unknown): boolean => {
  const { type, anyOf = [] } = schema as { type?: unknown; anyOf?: { type?: unknown }[] };
  const types = [type, ...anyOf.map((one) => one.type)];
  return types.includes('string') && !types.some((one) => one === 'integer' || one === 'number' || one === 'object');
};

function parseValue(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** @throws Error if it cannot be written */
export async function saveFile({ directory }: CommandLineOptions, path: string, content: Blob): Promise<void> {
  try {
    await writeFile(resolve(directory, path), content.stream());
  } catch (error) {
    throw new Error(`${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'failed'}).`);
  }
}

/** The file as the client sends it; it is read while it is sent. @throws Error if it cannot be opened */
export async function openFile({ directory }: CommandLineOptions, path: string): Promise<File> {
  try {
    return new File([await openAsBlob(resolve(directory, path))], basename(path));
  } catch {
    throw new Error(`${path} cannot be opened.`);
  }
}
