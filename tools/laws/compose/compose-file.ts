import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { z } from 'zod';

/** Compose files are checked here as Compose would: it runs on no machine of ours. The schema is that of the specification at 170098ba (June 2026). */
export interface ComposeFile {
  services: Record<string, Service>;
  networks?: Record<string, unknown>;
  volumes?: Record<string, unknown>;
}

interface Service {
  environment?: Record<string, string>;
  depends_on?: string[] | Record<string, unknown>;
  networks?: string[];
  volumes?: string[];
}

type Value = string | number | boolean | null | Value[] | { [name: string]: Value };

const isMap = (value: unknown): value is Record<string, Value> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isExtension = (name: string): boolean => name.startsWith('x-');

/** zod lets every name pass where a schema allows `x-` names beside its own. They are left out of schema and file. */
function withoutExtensionRule(key: string, value: unknown): unknown {
  if (key === '$schema') return 'http://json-schema.org/draft-07/schema#';
  if (!isMap(value) || !isMap(value.patternProperties) || !('^x-' in value.patternProperties)) return value;
  const { '^x-': _, ...others } = value.patternProperties;
  const { patternProperties: __, ...rest } = value;
  return Object.keys(others).length > 0 ? { ...rest, patternProperties: others } : rest;
}

const schema = z.fromJSONSchema(
  JSON.parse(readFileSync(join(import.meta.dirname, 'compose-spec.json'), 'utf8'), withoutExtensionRule),
);

const withoutExtensions = (value: Value): Value => {
  if (Array.isArray(value)) return value.map(withoutExtensions);
  if (!isMap(value)) return value;
  const entries = Object.entries(value).filter(([name]) => !isExtension(name));
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutExtensions(one)]));
};

export const parseCompose = (text: string): ComposeFile =>
  withoutExtensions(parseYaml(text) as Value) as unknown as ComposeFile;

/** What the schema of the specification refuses. */
export function findSchemaFaults(file: ComposeFile): string[] {
  const { error } = schema.safeParse(file);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

/** As Compose merges a second file into a first: maps by name, ports and volumes as a union, anything else is replaced. */
export function mergeCompose(first: ComposeFile, second: ComposeFile): ComposeFile {
  const merge = (one: unknown, other: unknown, name: string): unknown => {
    if (isMap(one) && isMap(other)) {
      const names = new Set([...Object.keys(one), ...Object.keys(other)]);
      return Object.fromEntries(
        [...names].map((key) => [key, key in other ? merge(one[key], other[key], key) : one[key]]),
      );
    }
    if (Array.isArray(one) && Array.isArray(other) && ['ports', 'volumes', 'networks', 'tmpfs'].includes(name))
      return [...new Set([...one, ...other])];
    return other;
  };
  return merge(first, second, '') as ComposeFile;
}

/** Names of services, networks and volumes that nothing declares: Compose refuses such a project. */
export function findUndeclared({ services, networks = {}, volumes = {} }: ComposeFile): string[] {
  const undeclared = (names: readonly string[], known: object) => names.filter((name) => !(name in known));
  return Object.values(services).flatMap((service) => {
    const { depends_on = [], networks: used = [], volumes: mounts = [] } = service;
    const named = mounts.map((mount) => mount.split(':')[0]!).filter((source) => !/^[./]/.test(source));
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    return [...undeclared(needed, services), ...undeclared(used, networks), ...undeclared(named, volumes)];
  });
}

/** Variables of a text by name; a default may name others. */
export const listVariables = (text: string): string[] =>
  [...text.matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map((match) => match[1] as string);
