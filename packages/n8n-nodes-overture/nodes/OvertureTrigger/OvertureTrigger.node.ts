import { createHmac, timingSafeEqual } from 'node:crypto';

import {
  type IDataObject,
  type IHookFunctions,
  type IHttpRequestMethods,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from 'n8n-workflow';

const MAX_AGE_IN_SECONDS = 300;

/** Starts a workflow by an event of an installation. */
export class OvertureTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Overture Trigger',
    name: 'overtureTrigger',
    icon: { light: 'file:overture.svg', dark: 'file:overture.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when something happens in Overture',
    defaults: { name: 'Overture Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'overtureApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'overture' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: ['reply.received'],
        options: [
          { name: 'Any Event', value: '*' },
          { name: 'Approval Requested', value: 'approval.requested' },
          { name: 'Campaign Completed', value: 'campaign.completed' },
          { name: 'Campaign Status Changed', value: 'campaign.status_changed' },
          { name: 'Credits Low', value: 'credits.low' },
          { name: 'Email Bounced', value: 'email.bounced' },
          { name: 'Email Failed', value: 'email.failed' },
          { name: 'Email Opened (Estimate)', value: 'email.opened' },
          { name: 'Email Sent', value: 'email.sent' },
          { name: 'Export Ready', value: 'export.ready' },
          { name: 'Import Finished', value: 'import.finished' },
          { name: 'Lead Erased', value: 'prospect.erased' },
          { name: 'Lead Status Changed', value: 'prospect.status_changed' },
          { name: 'Lead Unsubscribed', value: 'prospect.unsubscribed' },
          { name: 'Link Clicked', value: 'link.clicked' },
          { name: 'LinkedIn InMail Sent', value: 'linkedin.inmail_sent' },
          { name: 'LinkedIn Invite Accepted', value: 'linkedin.invite_accepted' },
          { name: 'LinkedIn Invite Sent', value: 'linkedin.invite_sent' },
          { name: 'LinkedIn Message Sent', value: 'linkedin.message_sent' },
          { name: 'LinkedIn Post Liked', value: 'linkedin.post_liked' },
          { name: 'LinkedIn Profile Visited', value: 'linkedin.profile_visited' },
          { name: 'Meeting Booked', value: 'meeting.booked' },
          { name: 'Meeting Cancelled', value: 'meeting.cancelled' },
          { name: 'Meeting Missed', value: 'meeting.no_show' },
          { name: 'Meeting Rescheduled', value: 'meeting.rescheduled' },
          { name: 'Placement Fell', value: 'placement.fell' },
          { name: 'Reply Received', value: 'reply.received' },
          { name: 'Research Completed', value: 'enrichment.completed' },
          { name: 'Sender Disconnected', value: 'account.disconnected' },
          { name: 'Sender Limit Reached', value: 'account.limit_reached' },
          { name: 'Sender Reconnected', value: 'account.reconnected' },
          { name: 'Step Failed', value: 'step.failed' },
          { name: 'Task Completed', value: 'task.completed' },
          { name: 'Task Due', value: 'task.due' },
          { name: 'Webhook Disabled', value: 'webhook.disabled' },
        ],
      },
      {
        displayName: 'IDs Only',
        name: 'isThin',
        type: 'boolean',
        default: false,
        description: 'Whether events have no personal data',
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { webhookId } = this.getWorkflowStaticData('node');
        if (webhookId === undefined) return false;
        const { webhooks } = await callApi(this, 'GET', '/webhooks/');
        const url = this.getNodeWebhookUrl('default');
        return (webhooks as IDataObject[]).some((one) => one.id === webhookId && one.url === url && one.is_active);
      },
      async create(this: IHookFunctions): Promise<boolean> {
        const answer = await callApi(this, 'POST', '/webhooks/', {
          url: this.getNodeWebhookUrl('default'),
          description: `n8n: ${this.getWorkflow().name ?? ''}`.slice(0, 200),
          event_types: this.getNodeParameter('events') as string[],
          mode: this.getNodeParameter('isThin') ? 'thin' : 'full',
        });
        const stored = this.getWorkflowStaticData('node');
        stored.webhookId = (answer.webhook as IDataObject).id;
        stored.secret = answer.secret;
        return true;
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        const stored = this.getWorkflowStaticData('node');
        if (stored.webhookId !== undefined) {
          try {
            await callApi(this, 'DELETE', `/webhooks/${String(stored.webhookId)}/`);
          } catch (error) {
            // Already deleted in the settings.
            if ((error as { httpCode?: string }).httpCode !== '404') return false;
          }
        }
        delete stored.webhookId;
        delete stored.secret;
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret } = this.getWorkflowStaticData('node');
    const { rawBody } = this.getRequestObject();
    if (!isSigned(String(secret ?? ''), this.getHeaderData() as IDataObject, rawBody)) {
      this.getResponseObject().status(401).send('The signature is wrong.').end();
      return { noWebhookResponse: true };
    }
    return { workflowData: [this.helpers.returnJsonArray(this.getBodyData())] };
  }
}

async function callApi(
  context: IHookFunctions,
  method: IHttpRequestMethods,
  path: string,
  body?: IDataObject,
): Promise<IDataObject> {
  const { url } = await context.getCredentials<{ url: string }>('overtureApi');
  const options = { method, url: `${url.replace(/\/+$/, '')}/api/v1${path}`, json: true, timeout: 60_000, body };
  return context.helpers.httpRequestWithAuthentication.call(context, 'overtureApi', options);
}

/** Standard Webhooks: HMAC-SHA256 over id, time and body, by any of the signatures. */
function isSigned(secret: string, headers: IDataObject, body: Buffer): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  );
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (secret === '' || !(age <= MAX_AGE_IN_SECONDS)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures!.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',');
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
