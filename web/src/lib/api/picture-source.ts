import { chatsEndpoints } from '@overture/contract/chats';
import { addressOf } from './api-client.ts';

/** Pictures of other hosts come through our server; what is ours, or in the address itself, is loaded as it is. */
export function pictureSource(address: string): string {
  const url = URL.parse(address, window.location.origin);
  if (!url || url.origin === window.location.origin || !/^https?:$/.test(url.protocol)) return address;
  return addressOf(chatsEndpoints.getPicture, { query: { address } });
}
