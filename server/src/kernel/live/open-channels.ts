import type { Log } from '../log.ts';
import type { LiveChannels } from './live-channels.ts';

/** Opens them and loads the library, if the operator named a Redis. */
export async function openLiveChannels(url: string | undefined, log: Log): Promise<LiveChannels | null> {
  if (url === undefined) return null;
  const { connectRedis } = await import('./redis-channels.ts');
  return connectRedis(url, log);
}

/** For `doctor`: whether what is published there is heard. @throws with words of the server or the network */
export async function checkLiveChannels(url: string): Promise<{ is_replica: boolean }> {
  const { checkRedis } = await import('./redis-channels.ts');
  return checkRedis(url);
}
