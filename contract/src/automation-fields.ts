import type { FieldKind } from '@overture/domain/automations/automations';
import { z } from 'zod';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS, type WebhookEventType } from './webhook-events.ts';

/** A field of an event that conditions and messages of automations can use. */
export interface EventField {
  /** Path in the data: `prospect.email`. */
  path: string;
  label: string;
  kind: FieldKind;
  /** Of a choice. */
  options: string[];
}

/** Events that start automations: all but those about webhooks themselves, people who are gone, and files that programs fetch. */
const NO_TRIGGERS: readonly string[] = ['webhook.test', 'prospect.erased', 'export.ready'];
export const TRIGGER_TYPES = WEBHOOK_EVENT_TYPES.filter((type) => !NO_TRIGGERS.includes(type)) as [
  WebhookEventType,
  ...WebhookEventType[],
];

export type TriggerType = (typeof TRIGGER_TYPES)[number];

/** False for a type that an earlier version of the catalog had. */
export const isTrigger = (type: string): type is TriggerType => TRIGGER_TYPES.some((one) => one === type);

/** Words of the API that screens name otherwise. */
const SCREEN_WORDS: Readonly<Record<string, string>> = {
  prospect: 'lead',
  account: 'sender',
  linkedin_profile_url: 'LinkedIn profile',
  account_type: 'type',
  id: 'ID',
  is_hard: 'permanent',
  message_id: 'message ID',
  url: 'URL',
};

const inWords = (name: string): string => SCREEN_WORDS[name] ?? name.replaceAll('_', ' ');

function toLabel(path: string): string {
  const text = path.split('.').map(inWords).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? unwrap(schema.unwrap()) : schema;
}

function listFields(shape: Readonly<Record<string, z.core.$ZodType>>, above: string): EventField[] {
  return Object.entries(shape).flatMap(([name, given]): EventField[] => {
    const schema = unwrap(given);
    const path = `${above}${name}`;
    if (schema instanceof z.ZodObject) return listFields(schema.shape, `${path}.`);
    const field = { path, label: toLabel(path), options: [] };
    if (schema instanceof z.ZodEnum) return [{ ...field, kind: 'choice', options: schema.options.map(String) }];
    if (schema instanceof z.ZodNumber) return [{ ...field, kind: 'number' }];
    if (schema instanceof z.ZodBoolean) return [{ ...field, kind: 'yes_no' }];
    return [{ ...field, kind: 'text' }];
  });
}

/** The fields of an event, in the order of its data. */
export const listEventFields = (type: WebhookEventType): EventField[] =>
  listFields(WEBHOOK_EVENTS[type].data.shape, '');

/** True if events of this type are about a lead. */
export const isAboutLead = (type: WebhookEventType): boolean => 'prospect' in WEBHOOK_EVENTS[type].data.shape;
