import { WebSocketServer } from 'ws';

/**
 * What the live channel is compared with: bare `ws`, which sends each text to everybody of one group; no session, no database, nothing kept.
 * Takes `{ texts: { group, text }[] }` by IPC. Environment: PORT. A socket names its group: `/?group=1`.
 */
const groups = new Map<number, Set<import('ws').WebSocket>>();
const server = new WebSocketServer({ host: '127.0.0.1', port: Number(process.env.PORT) });
server.on('connection', (socket, request) => {
  const group = Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('group'));
  const members = groups.get(group) ?? new Set();
  groups.set(group, members.add(socket));
});
process.on('message', ({ texts }: { texts: { group: number; text: string }[] }) => {
  for (const { group, text } of texts) for (const socket of groups.get(group) ?? []) socket.send(text);
});
server.on('listening', () => process.send?.('ready'));
