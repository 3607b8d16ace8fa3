import {
  type IDataObject,
  type IExecuteFunctions,
  type IHttpRequestOptions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type JsonObject,
  NodeApiError,
  NodeConnectionTypes,
} from 'n8n-workflow';

import { OPERATIONS, properties } from './operations';

/** Acts on an installation by its API. */
export class Overture implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Overture',
    name: 'overture',
    icon: { light: 'file:overture.svg', dark: 'file:overture.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Work with campaigns, leads and the suppression list of Overture',
    defaults: { name: 'Overture' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [{ name: 'overtureApi', required: true }],
    properties,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = [];
    for (let item = 0; item < this.getInputData().length; item++) {
      try {
        const rows = await runItem(this, item);
        results.push(...rows.map((json) => ({ json, pairedItem: { item } })));
      } catch (error) {
        if (!this.continueOnFail()) throw new NodeApiError(this.getNode(), error as JsonObject, { itemIndex: item });
        results.push({ json: { error: (error as Error).message }, pairedItem: { item } });
      }
    }
    return [results];
  }
}

async function runItem(context: IExecuteFunctions, item: number): Promise<IDataObject[]> {
  const resource = context.getNodeParameter('resource', item) as string;
  const operation = context.getNodeParameter('operation', item) as string;
  const { url } = await context.getCredentials<{ url: string }>('overtureApi');
  const request = OPERATIONS[`${resource}:${operation}`]!;
  const { method, path, body, rows } = request((name) => context.getNodeParameter(name, item) as never);
  const options: IHttpRequestOptions = {
    method,
    baseURL: `${url.replace(/\/+$/, '')}/api/v1`,
    url: path,
    json: true,
    timeout: 60_000,
    ...(body === undefined ? {} : { body }),
    // A node that is tried again within an execution does not act twice.
    headers: { 'Idempotency-Key': `n8n-${context.getExecutionId()}-${context.getNode().id}-${item}` },
  };
  const answer = await context.helpers.httpRequestWithAuthentication.call(context, 'overtureApi', options);
  const found = rows === undefined ? answer : (answer as IDataObject)[rows];
  return (Array.isArray(found) ? found : [found]) as IDataObject[];
}
