import net from 'node:net';

/** What a hostile server does instead of answering; `say` writes any bytes. */
export type Misbehavior = (say: (text: string | Buffer) => Promise<void>, tag: string) => Promise<void>;

export type HostileImap = {
  port: number;
  deliver(raw: Buffer): void;
  /** Instead of the greeting (`GREETING`) or of the answer to a command (`LIST`, `SELECT`, `UID FETCH`, ...). */
  misbehaviors: Map<string, Misbehavior>;
  capabilities: string;
  /** Of the answers to UID FETCH; default the mail's own. */
  said_size: ((raw: Buffer) => number) | null;
  /** Connections so far. */
  connections: number;
  close(): Promise<void>;
};

/**
 * A small mail server that accepts every password and delivers mails of any size and shape, or misbehaves as
 * configured.
 */
export async function startHostileImap(): Promise<HostileImap> {
  const mails: Buffer[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.setMaxListeners(0);
    world.connections += 1;
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    const say = (text: string | Buffer): Promise<void> =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) reject(new Error('The client has gone.'));
        else if (socket.write(text)) resolve();
        else socket.once('drain', resolve).once('close', resolve);
      });
    let rest = '';
    let turn = perform('GREETING', '', say, () => say(`* OK [CAPABILITY ${world.capabilities}] ready\r\n`));
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) turn = turn.then(() => answer(line, say)).catch(() => void socket.destroy());
    });
  });

  async function perform(name: string, tag: string, say: Parameters<Misbehavior>[0], usual: () => Promise<void>) {
    const misbehavior = world.misbehaviors.get(name);
    await (misbehavior === undefined ? usual() : misbehavior(say, tag)).catch(() => {});
  }

  async function answer(line: string, say: Parameters<Misbehavior>[0]): Promise<void> {
    const [tag = '', first = '', ...more] = line.split(' ');
    const isUid = first.toUpperCase() === 'UID';
    const command = isUid ? `UID ${more.shift()?.toUpperCase()}` : first.toUpperCase();
    await perform(command, tag, say, async () => {
      const body = ANSWERS[command]?.(more.join(' '));
      if (body !== undefined) for (const part of body) await say(part);
      await say(`${tag} OK done\r\n`);
    });
  }

  const opened = () => [
    `* ${mails.length} EXISTS\r\n* FLAGS ()\r\n* OK [UIDVALIDITY 7] .\r\n* OK [UIDNEXT ${mails.length + 1}] .\r\n`,
  ];
  const ANSWERS: Record<string, (given: string) => Iterable<string | Buffer>> = {
    CAPABILITY: () => [`* CAPABILITY ${world.capabilities}\r\n`],
    LIST: () => ['* LIST () "/" "INBOX"\r\n'],
    SELECT: opened,
    EXAMINE: opened,
    'UID SEARCH': () => [`* SEARCH${mails.map((_, index) => ` ${index + 1}`).join('')}\r\n`],
    'UID FETCH': (given) => fetched(given),
    LOGOUT: () => ['* BYE\r\n'],
  };

  function* fetched(given: string): Iterable<string | Buffer> {
    const [range = ''] = given.split(' ');
    const part = /BODY(?:\.PEEK)?\[\]<(\d+)\.(\d+)>/i.exec(given);
    for (const [index, raw] of mails.entries()) {
      const uid = index + 1;
      if (!isIn(range, uid, mails.length)) continue;
      if (!/BODY/i.test(given)) {
        const size = world.said_size?.(raw) ?? raw.length;
        yield `* ${uid} FETCH (UID ${uid} RFC822.SIZE ${size} INTERNALDATE "${internalDate()}")\r\n`;
        continue;
      }
      const body = part === null ? raw : raw.subarray(Number(part[1]), Number(part[1]) + Number(part[2]));
      yield `* ${uid} FETCH (UID ${uid} BODY[]${part === null ? '' : `<${part[1]}>`} {${body.length}}\r\n`;
      yield body;
      yield ')\r\n';
    }
  }

  const world: HostileImap = {
    port: 0,
    deliver: (raw) => void mails.push(raw),
    misbehaviors: new Map(),
    capabilities: 'IMAP4rev1',
    said_size: null,
    connections: 0,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  world.port = (server.address() as net.AddressInfo).port;
  return world;
}

function isIn(range: string, uid: number, last: number): boolean {
  return range.split(',').some((piece) => {
    const [from = '', to = from] = piece.split(':').map((end) => (end === '*' ? String(last) : end));
    const [low, high] = [Math.min(Number(from), Number(to)), Math.max(Number(from), Number(to))];
    return uid >= low && uid <= high;
  });
}

function internalDate(): string {
  const [, day, month, year, time] = /, (\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date().toUTCString()) ?? [];
  return `${day}-${month}-${year} ${time} +0000`;
}
