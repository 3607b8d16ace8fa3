import { type Logger, pino } from 'pino';

export type Log = Logger;

/** JSON lines in production; one readable line each in development. Secrets never reach a log. */
export function createLog(level: string, pretty: boolean): Log {
  const options = {
    level,
    redact: {
      paths: [
        'req.headers.cookie',
        'req.headers.jwt',
        'req.headers.authorization',
        '*.password',
        '*.token',
        '*.code',
        '*.secret',
      ],
      censor: '[hidden]',
    },
  };
  return pretty ? pino(options, { write: writeReadable }) : pino(options);
}

const levelWords: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'ERROR', 60: 'FATAL' };

function writeReadable(line: string): void {
  const { time, level, msg, pid: _pid, hostname: _hostname, err, ...rest } = JSON.parse(line);
  const details = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  const stack = err?.stack ? `\n${err.stack}` : '';
  process.stderr.write(
    `${new Date(time).toISOString().slice(11, 19)} ${levelWords[level] ?? level} ${msg}${details}${stack}\n`,
  );
}
