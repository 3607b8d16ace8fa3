import type { Endpoint } from '@overture/contract/endpoint';
import { errorCatalogue } from '@overture/contract/errors';
import { z } from 'zod';
import { apiBase } from './bind.ts';

const errorSchema = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string', description: 'The text to show' },
    code: { type: 'string', enum: Object.keys(errorCatalogue) },
    details: { type: 'object', additionalProperties: { type: 'string' } },
    current: { type: 'object', description: "With changed_meanwhile: what is stored now, like the call's answer" },
  },
};

/** OpenAPI 3.1 of the whole contract. `names` become operation ids; the title is given by who shows it. */
export function describeApi(
  endpoints: Record<string, Endpoint>,
  version: string,
): Record<string, unknown> & { info: Record<string, unknown> } {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = apiBase + endpoint.path;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeEndpoint(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '',
      version,
      description: 'Every call of the product. Send the session token in the header `jwt`.',
    },
    servers: [{ url: '/' }],
    security: [{ session: [] }],
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'jwt' } },
      schemas: { Error: errorSchema },
    },
    paths,
  };
}

function describeEndpoint(name: string, endpoint: Endpoint): Record<string, unknown> {
  const codes = new Set<number>([400, ...(endpoint.auth === 'public' ? [] : [401, 403]), 404, 429]);
  if (endpoint.needs_plan) codes.add(errorCatalogue.subscription_required.status);
  for (const code of endpoint.errors) codes.add(errorCatalogue[code].status);
  const failures = [...codes].map((status) => [
    status,
    { description: 'Error', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
  ]);
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    ...(Array.isArray(endpoint.roles) ? { 'x-roles': endpoint.roles } : {}),
    ...(endpoint.auth === 'public' ? { security: [] } : {}),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...requestBody(endpoint),
    responses: {
      [endpoint.status]: {
        description: 'Done',
        content: { 'application/json': { schema: jsonSchema(endpoint.ok, 'output') } },
      },
      ...Object.fromEntries(failures),
    },
  };
}

interface ObjectSchema {
  properties?: Record<string, unknown>;
  required?: string[];
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return rest;
}

function parameters(where: 'path' | 'query', schema: z.core.$ZodType): unknown[] {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as ObjectSchema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

function requestBody(endpoint: Endpoint): Record<string, unknown> {
  if (endpoint.method === 'GET') return {};
  const schema = jsonSchema(endpoint.body, 'input') as ObjectSchema;
  if (endpoint.multipart) {
    const properties = { ...schema.properties, file_content: { type: 'string', format: 'binary' } };
    return {
      requestBody: { content: { 'multipart/form-data': { schema: { ...schema, type: 'object', properties } } } },
    };
  }
  if (Object.keys(schema.properties ?? {}).length === 0) return {};
  return { requestBody: { content: { 'application/json': { schema } } } };
}
