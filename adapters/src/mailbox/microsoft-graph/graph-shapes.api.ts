import { z } from 'zod';

/** Answers of Graph, only the fields we use. Ids and links are the provider's own: never parsed, only handed back. */
const id = z.string().min(1).max(1000);
const link = z.string().min(1).max(20_000);
const text = z.string().nullish();

/** An item of another kind than expected is passed over, not an error for the whole page. */
export const pageShape = z.object({
  value: z.array(z.unknown()).max(2000),
  '@odata.nextLink': link.nullish(),
  '@odata.deltaLink': link.nullish(),
});
export type Page = z.output<typeof pageShape>;

export const listedShape = z.object({
  id,
  receivedDateTime: z.iso.datetime({ offset: true }),
  '@removed': z.undefined().optional(),
});

export const draftShape = z.object({ id, internetMessageId: text });
export const copyShape = z.object({ id, isDraft: z.boolean(), internetMessageId: text });
export const uploadShape = z.object({ uploadUrl: z.url({ protocol: /^https?$/ }).max(20_000) });
export const folderShape = z.object({ id });
export const personShape = z.object({ mail: text, userPrincipalName: text, displayName: text });

const recipient = z.object({ emailAddress: z.object({ name: text, address: text }).nullish() }).nullish();
export const messageShape = z.object({
  subject: text,
  sentDateTime: text,
  internetMessageId: text,
  from: recipient,
  toRecipients: z.array(recipient).nullish(),
  ccRecipients: z.array(recipient).nullish(),
  internetMessageHeaders: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
  body: z.object({ contentType: text, content: text }).nullish(),
});
export type GraphMessage = z.output<typeof messageShape>;
