import type { ImapFlow } from 'imapflow';
import { checkMessageId, MESSAGE_REF } from '../message/compose-mail.transform.ts';
import type { FoundPlaces, MailPlace, PlacementPort, SearchedMail } from '../placement.port.ts';
import { classifyImapFailure, type ImapSettings, openImap, signInToImap } from './imap-client.api.ts';
import { type CommandLimits, LIST_LIMITS, OPEN_LIMITS, withinLimits } from './imap-limits.api.ts';

/** Of all searches in one mailbox. */
const SEARCH_LIMITS: CommandLimits = { ...OPEN_LIMITS, time_in_ms: 120_000 };
/** Mails that are searched over one connection. */
const MOST_MAILS = 50;
/** Besides inbox and spam: folders that filters and people move mail to. */
const MOST_OTHER_FOLDERS = 10;
/** Storage counts as used up from here on: servers refuse mail before it is full to the last byte. */
const FULL_FROM = 0.99;
/** Gmail's categories; its IMAP extension searches by them. */
const TABS = ['promotions', 'social', 'updates', 'forums'] as const;

type Folder = { path: string; place: 'inbox' | 'spam' | 'elsewhere' };

/** Placement of mails over IMAP. Each look opens its own connection and ends it. */
export function createImapPlacement(settings: ImapSettings): PlacementPort {
  return {
    verifyLogin: (server) => signInToImap(server, settings),
    async findPlaces(server, mails) {
      const client = await openImap(server, settings);
      try {
        return await withinLimits(client, SEARCH_LIMITS, () => searchFolders(client, mails.slice(0, MOST_MAILS)));
      } catch (error) {
        throw classifyImapFailure(error);
      } finally {
        client.close();
      }
    },
  };
}

async function searchFolders(client: ImapFlow, mails: readonly SearchedMail[]): Promise<FoundPlaces> {
  const places = new Map<number, MailPlace>();
  for (const folder of await listFolders(client)) {
    const missing = mails.filter(({ key }) => !places.has(key));
    if (missing.length === 0) break;
    const opened = await client.mailboxOpen(folder.path, { readOnly: true });
    if (opened.exists === 0) continue;
    for (const mail of missing) {
      if (!(await isInFolder(client, mail))) continue;
      places.set(mail.key, folder.place === 'inbox' ? await findTab(client, mail) : folder.place);
    }
  }
  return { places, is_full: await isFull(client) };
}

/** Inbox and spam first: a mail that lies in an archive of all mails as well is not found there. */
async function listFolders(client: ImapFlow): Promise<Folder[]> {
  const listed = await withinLimits(client, LIST_LIMITS, () => client.list());
  const ours = new Set(['\\Sent', '\\Drafts']);
  const folders = listed.flatMap(({ path, specialUse, flags }): Folder[] => {
    if (flags?.has('\\Noselect') || flags?.has('\\NonExistent') || ours.has(specialUse ?? '')) return [];
    if (path.toUpperCase() === 'INBOX') return [{ path, place: 'inbox' }];
    return [{ path, place: specialUse === '\\Junk' ? 'spam' : 'elsewhere' }];
  });
  const others = folders.filter(({ place }) => place === 'elsewhere').slice(0, MOST_OTHER_FOLDERS);
  return [
    ...folders.filter(({ place }) => place === 'inbox'),
    ...folders.filter(({ place }) => place === 'spam'),
    ...others,
  ];
}

async function isInFolder(client: ImapFlow, { message_ids }: SearchedMail): Promise<boolean> {
  for (const id of message_ids) {
    for (const header of [MESSAGE_REF, 'Message-ID']) {
      const found = await client.search({ header: { [header]: `<${checkMessageId(id)}>` } }, { uid: true });
      if (found === false || found === undefined) throw new Error('The server refused to search a folder.');
      if (found.length > 0) return true;
    }
  }
  return false;
}

/** Only Gmail says under which tab the inbox shows a mail. */
async function findTab(client: ImapFlow, { message_ids }: SearchedMail): Promise<'inbox' | 'tab'> {
  if (!client.capabilities.has('X-GM-EXT-1')) return 'inbox';
  for (const id of message_ids) {
    const gmraw = `rfc822msgid:${checkMessageId(id)} {${TABS.map((tab) => `category:${tab}`).join(' ')}}`;
    const found = await client.search({ gmraw }, { uid: true });
    if (found && found.length > 0) return 'tab';
  }
  return 'inbox';
}

async function isFull(client: ImapFlow): Promise<boolean> {
  if (!client.capabilities.has('QUOTA')) return false;
  const quota = await client.getQuota('INBOX');
  const storage = quota ? quota.storage : undefined;
  return storage?.limit !== undefined && storage.limit > 0 && (storage.usage ?? 0) >= FULL_FROM * storage.limit;
}
