import type { EndpointInput } from '@overture/contract/endpoint';
import { searchesEndpoints } from '@overture/contract/searches';
import { call } from '../../lib/api/api-client.ts';
import { saveCsvText, saveFile } from '../../lib/save-csv.ts';

type Body = EndpointInput<typeof searchesEndpoints.exportSearchProspects>['body'];

/** Downloads leads of a list as CSV and returns the name of the file. Large files come by a link that works once. */
export async function downloadLeads(searchId: number, body: Body): Promise<string> {
  const answer = await call(searchesEndpoints.exportSearchProspects, {
    params: { id: searchId },
    body: { ...body, search_id: searchId },
  });
  if ('csv_content' in answer) saveCsvText(answer.filename, answer.csv_content);
  else saveFile(answer.filename, answer.download_url);
  return answer.filename;
}
