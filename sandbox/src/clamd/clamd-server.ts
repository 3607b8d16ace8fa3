import { createServer, type Socket } from 'node:net';

/** The signature that every scanner knows: EICAR's harmless test file. Cut in two, or scanners would find it here. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export interface ClamdServer {
  port: number;
  close(): Promise<void>;
}

export interface ClamdOptions {
  port: number;
  /** `StreamMaxLength` of clamd.conf. */
  stream_max_in_bytes?: number;
}

/**
 * A stand-in for clamd (ClamAV): PING, VERSION and INSTREAM, behind `z` (ends with NUL) or `n` (ends with a line). It refuses as clamd does: an
 * unknown command, INSTREAM without a prefix, and a stream above its limit, before it is over. Each closes the connection.
 */
export async function startClamdServer({
  port,
  stream_max_in_bytes = 100 * 1024 * 1024,
}: ClamdOptions): Promise<ClamdServer> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => {});
    serve(socket, stream_max_in_bytes);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as { port: number }).port,
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

const LONGEST_COMMAND = 1024;

function serve(socket: Socket, limit: number): void {
  let waiting: Buffer = Buffer.alloc(0);
  let stream: Stream | null = null;
  socket.on('data', (piece) => {
    waiting = Buffer.concat([waiting, piece]);
    if (stream === null) {
      const command = cutCommand(waiting);
      if (command === null) return;
      waiting = waiting.subarray(command.bytes);
      // clamd closes without reading what is still on its way, which resets the connection.
      const end = (words: string): void => void socket.write(`${words}${command.end}`, () => socket.destroy());
      if (command.name !== 'INSTREAM') return end(ANSWERS[command.name] ?? 'UNKNOWN COMMAND');
      if (!command.has_prefix) return end('UNKNOWN COMMAND');
      stream = new Stream(limit, end);
    }
    waiting = stream.take(waiting);
  });
}

const ANSWERS: Record<string, string> = {
  PING: 'PONG',
  VERSION: 'ClamAV 1.4.3/27000/Mon Nov 30 09:00:00 2026',
};

interface Command {
  name: string;
  has_prefix: boolean;
  end: string;
  bytes: number;
}

function cutCommand(bytes: Buffer): Command | null {
  const isNul = bytes[0] === 0x7a;
  const at = bytes.indexOf(isNul ? 0 : 0x0a);
  if (at === -1 && bytes.length < LONGEST_COMMAND) return null;
  const text = bytes
    .subarray(0, at === -1 ? LONGEST_COMMAND : at)
    .toString('latin1')
    .trim();
  const has_prefix = isNul || text.startsWith('n');
  return { name: has_prefix ? text.slice(1) : text, has_prefix, end: isNul ? '\0' : '\n', bytes: at + 1 };
}

/** The chunks of one file. */
class Stream {
  readonly #limit: number;
  readonly #end: (words: string) => void;
  #size = 0;
  #isOver = false;
  readonly #pieces: Buffer[] = [];

  constructor(limit: number, end: (words: string) => void) {
    this.#limit = limit;
    this.#end = end;
  }

  /** @returns what belongs to a chunk that is not whole yet */
  take(bytes: Buffer): Buffer {
    let rest = bytes;
    while (!this.#isOver && rest.length >= 4) {
      const length = rest.readUInt32BE(0);
      if (length === 0) this.#answer(this.#hasSignature() ? 'stream: Win.Test.EICAR_HDB-1 FOUND' : 'stream: OK');
      else if (this.#size + length > this.#limit) this.#answer('INSTREAM size limit exceeded. ERROR');
      else if (rest.length < 4 + length) return rest;
      else this.#pieces.push(rest.subarray(4, 4 + length));
      this.#size += length;
      rest = rest.subarray(4 + length);
    }
    return this.#isOver ? Buffer.alloc(0) : rest;
  }

  #hasSignature(): boolean {
    return Buffer.concat(this.#pieces).includes(EICAR);
  }

  #answer(words: string): void {
    this.#isOver = true;
    this.#end(words);
  }
}
