import { api } from '@overture/contract';
import type { Endpoint, EndpointInput, EndpointOutput } from '@overture/contract/endpoint';

/** Asks the program for something in a sample person's name. */
export type Ask = <E extends Endpoint>(endpoint: E, input: EndpointInput<E>) => Promise<EndpointOutput<E>>;

/** Cards of the sample board from its second column on; the rest of the newest conversations stay in the first. */
const FURTHER = [4, 3, 2];
const BOARD_CARDS = 14;

/** A board that fills itself with leads who reply, with the people of the newest conversations on it. */
export async function buildSampleBoard(ask: Ask): Promise<void> {
  const columns = ['New', 'In conversation', 'Meeting booked', 'Won'];
  const { board } = await ask(api.createKanbanBoard, { body: { name: 'Autumn pipeline', columns } });
  const ids = board.columns.map(({ id }) => id);
  const places = FURTHER.flatMap((cards, index) => Array.from({ length: cards }, () => ids[index + 1]));
  const { chats } = await ask(api.listChats, { query: { limit: BOARD_CARDS } });
  for (const [index, { prospect }] of chats.entries()) {
    const column_id = places[index] ?? ids[0];
    await ask(api.addProspectToKanban, { body: { prospect_id: prospect.id, board_id: board.id, column_id } });
  }
  for (const [place, set_off_by] of (['replied', 'interested'] as const).entries()) {
    const column_id = ids[place];
    if (column_id === undefined) continue;
    await ask(api.createKanbanRule, { params: { id: board.id }, body: { column_id, set_off_by } });
  }
}

const clients = [
  { name: 'Iris Blom', company_name: 'Tulip Logistics', email: 'iris@tulip-logistics.example', more: 2 },
  { name: 'Tom Reed', company_name: 'Reedworks', email: 'tom@reedworks.example', more: 0 },
];

/** Clients of the sample agency, invited and not here yet. */
export async function buildSampleClients(ask: Ask): Promise<void> {
  for (const { more, ...client } of clients) {
    const company_website_url = `https://${client.email.split('@')[1]}`;
    const extras = { extra_email_accounts: more, extra_linkedin_accounts: 0, extra_credits: more * 250 };
    await ask(api.createClient, { body: { ...client, ...extras, company_website_url } });
  }
}
