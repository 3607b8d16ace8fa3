import { createSocket } from 'node:dgram';
import net from 'node:net';
import { type Misbehavior, startHostileImap } from '../../../adapters/src/mailbox/testing/hostile-imap.ts';

export const MEGABYTE = 1_000_000;
/**
 * An emoji is four bytes and two units of UTF-16: a cut at an even position keeps it whole, at an odd one it does not.
 */
export const emojis = (characters: number): string => '😀'.repeat(characters / 2);

/** Says nothing more; the connection stays. */
export const silence: Misbehavior = () => new Promise(() => undefined);
export const afterSeconds =
  (seconds: number, text: string): Misbehavior =>
  async (say) => {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    await say(text);
  };
/** A long answer, in pieces that the other side has to read. */
export const saying =
  (...parts: (string | Buffer)[]): Misbehavior =>
  async (say) => {
    for (const part of parts) await say(part);
  };
/** Never the end of the line. */
export const endless: Misbehavior = async (say) => {
  for (;;) await say(Buffer.alloc(65_536, 'x'));
};

type SmtpStep = 'GREETING' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'DOT';

const USUAL: Record<SmtpStep, string> = {
  GREETING: '220 hostile ESMTP\r\n',
  EHLO: '250-hostile\r\n250 AUTH PLAIN LOGIN\r\n',
  AUTH: '235 2.7.0 Accepted\r\n',
  MAIL: '250 OK\r\n',
  RCPT: '250 OK\r\n',
  DATA: '354 Send it\r\n',
  DOT: '250 OK\r\n',
};

/** A mail server that takes every password and every mail, but for what it does instead. Answers its port and how to end it. */
async function startHostileSmtp(instead: Partial<Record<SmtpStep, Misbehavior>>) {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.setMaxListeners(0);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const say = (text: string | Buffer): Promise<void> =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) reject(new Error('The client has gone.'));
        else if (socket.write(text)) resolve();
        else socket.once('drain', resolve).once('close', () => reject(new Error('The client has gone.')));
      });
    const perform = (step: SmtpStep) => (instead[step] ?? saying(USUAL[step]))(say, '').catch(() => undefined);
    let rest = '';
    let isInMail = false;
    let turn: Promise<unknown> = perform('GREETING');
    const read = (line: string): void => {
      const word = line.slice(0, 4).trim().toUpperCase();
      if (isInMail && line !== '.') return;
      if (line === '.') isInMail = false;
      else if (word === 'DATA') isInMail = true;
      const step = line === '.' ? 'DOT' : word in USUAL ? (word as SmtpStep) : null;
      if (step) turn = turn.then(() => perform(step));
      else turn = turn.then(() => say(word === 'QUIT' ? '221 Bye\r\n' : '250 OK\r\n')).catch(() => undefined);
    };
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(read);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** A name server that says of every name that it failed, and of names with `hang` in them nothing at all. */
async function startHostileDns() {
  const socket = createSocket('udp4');
  socket.on('error', () => undefined);
  socket.on('message', (question, from) => {
    if (question.includes('hang')) return;
    const answer = Buffer.from(question);
    answer.writeUInt16BE(0x8182, 2);
    socket.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { port: socket.address().port, close: () => new Promise<void>((resolve) => socket.close(() => resolve())) };
}

export interface HostileServers {
  smtp(instead: Partial<Record<SmtpStep, Misbehavior>>): Promise<number>;
  /** Misbehaves at these: `LOGIN`, `SELECT`, `UID FETCH`, ... */
  imap(instead: Record<string, Misbehavior>, mails?: readonly Buffer[]): Promise<number>;
  dns(): Promise<number>;
  close(): Promise<void>;
}

export function openHostileServers(): HostileServers {
  const opened: { close(): Promise<void> }[] = [];
  const keep = <S extends { port: number; close(): Promise<void> }>(server: S): number => {
    opened.push(server);
    return server.port;
  };
  return {
    smtp: async (instead) => keep(await startHostileSmtp(instead)),
    dns: async () => keep(await startHostileDns()),
    async imap(instead, mails = []) {
      const server = await startHostileImap();
      for (const [command, behavior] of Object.entries(instead)) server.misbehaviors.set(command, behavior);
      for (const mail of mails) server.deliver(mail);
      return keep(server);
    },
    close: async () => void (await Promise.all(opened.map((one) => one.close()))),
  };
}
