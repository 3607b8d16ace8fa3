import './end-with-proof.ts';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';

/**
 * One tenant that overloads everything, in its own process: slow downloads, large uploads, requests and live
 * connections. It uses the loopback address only and ends on its own. Prints the responses it got as one line of JSON.
 */
interface Orders {
  port: number;
  token: string;
  user_id: number;
  search_id: number;
  seconds: number;
  downloads: number;
  uploads: number;
  upload_bytes: number;
  requests_per_second: number;
  sockets: number;
}

type Counts = Record<string, number>;
const host = '127.0.0.1';
const count = (counts: Counts, key: string | number): void => {
  counts[key] = (counts[key] ?? 0) + 1;
};

function ask(orders: Orders, method: string, path: string, agent: Agent, body?: object): Promise<[number, string]> {
  return new Promise((resolve) => {
    const text = body ? JSON.stringify(body) : '';
    const headers = { jwt: orders.token, 'content-type': 'application/json', 'content-length': text.length };
    const call = request({ host, port: orders.port, method, path: `/api/v1${path}`, agent, headers }, (answer) => {
      let said = '';
      answer.on('data', (piece) => {
        said += piece;
      });
      answer.on('end', () => resolve([answer.statusCode ?? 0, said]));
      answer.on('error', () => resolve([0, '']));
    });
    call.on('error', () => resolve([0, '']));
    call.end(text);
  });
}

async function flood(orders: Orders, until: number): Promise<Counts> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const answers: Counts = {};
  const open: Promise<void>[] = [];
  const started = performance.now();
  for (let sent = 0; performance.now() < until; ) {
    const due = Math.floor(((performance.now() - started) / 1000) * orders.requests_per_second);
    // What the server does not take is not piled up without end in here.
    for (; sent < due; sent += 1) {
      const call = ask(orders, 'GET', '/campaigns/', agent).then(([status]) => count(answers, status));
      open.push(call);
    }
    await sleep(5);
  }
  await Promise.race([Promise.all(open), sleep(10_000)]);
  agent.destroy();
  return answers;
}

async function downloadSlowly(orders: Orders, until: number): Promise<Counts> {
  const agent = new Agent();
  const answers: Counts = {};
  for (let n = 0; n < orders.downloads; n += 1) {
    const body = { export_amount: 1_000_000 };
    const [status, said] = await ask(orders, 'POST', `/search/${orders.search_id}/prospects/export-csv/`, agent, body);
    const url = status === 200 ? (JSON.parse(said) as { download_url?: string }).download_url : undefined;
    if (!url) {
      count(answers, `link ${status}`);
      continue;
    }
    const socket = connect(orders.port, host);
    socket.on('error', () => undefined);
    socket.write(`GET ${url} HTTP/1.1\r\nhost: localhost\r\njwt: ${orders.token}\r\n\r\n`);
    socket.once('data', (piece) => {
      count(answers, String(piece).slice(9, 12));
      socket.pause();
      // 8 KB every second: alive, and never done.
      const timer = setInterval(() => (performance.now() > until ? end() : void socket.read(8192)), 1000);
      const end = (): void => {
        clearInterval(timer);
        socket.destroy();
      };
    });
  }
  await sleep(Math.max(0, until - performance.now()) + 1500);
  return answers;
}

async function upload(orders: Orders, until: number): Promise<Counts> {
  const answers: Counts = {};
  const piece = Buffer.alloc(256 * 1024, 'First,Last,a@b.example,linkedin.com/in/x\n');
  const boundary = 'hostile';
  const send = (): Promise<void> =>
    new Promise((resolve) => {
      const call = request(
        {
          host,
          port: orders.port,
          method: 'POST',
          path: `/api/v1/searches/${orders.search_id}/import-csv/`,
          headers: {
            jwt: orders.token,
            'content-type': `multipart/form-data; boundary=${boundary}`,
            'content-length': orders.upload_bytes,
          },
        },
        (answer) => {
          count(answers, answer.statusCode ?? 0);
          answer.resume();
          call.destroy();
          resolve();
        },
      );
      call.on('error', () => count(answers, 'cut'));
      call.on('close', resolve);
      call.write(`--${boundary}\r\ncontent-disposition: form-data; name="file_content"; filename="a.csv"\r\n\r\n`);
      let sent = 0;
      const go = (): void => {
        while (sent < orders.upload_bytes - 1000 && performance.now() < until && !call.destroyed) {
          sent += piece.length;
          if (!call.write(piece)) return void call.once('drain', go);
        }
        call.destroy();
      };
      go();
    });
  await Promise.all(Array.from({ length: orders.uploads }, send));
  return answers;
}

async function openSockets(orders: Orders, until: number): Promise<Counts> {
  const answers: Counts = {};
  const sockets = Array.from({ length: orders.sockets }, () => {
    const socket = new WebSocket(`ws://${host}:${orders.port}/ws/${orders.user_id}/`, {
      headers: { jwt: orders.token },
    });
    socket.once('message', () => count(answers, 'open'));
    socket.once('close', (code) => count(answers, code));
    socket.on('error', () => undefined);
    return socket;
  });
  await sleep(Math.max(0, until - performance.now()));
  for (const socket of sockets) socket.terminate();
  return answers;
}

const orders = JSON.parse(process.argv[2] as string) as Orders;
const until = performance.now() + orders.seconds * 1000;
const [requests, downloads, uploads, sockets] = await Promise.all([
  flood(orders, until),
  downloadSlowly(orders, until),
  upload(orders, until),
  openSockets(orders, until),
]);
process.stdout.write(`${JSON.stringify({ requests, downloads, uploads, sockets })}\n`);
process.exit(0);
