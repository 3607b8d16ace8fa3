// A lock between processes of this machine.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const WAIT_IN_MS = 200;
/** A claim is written within an instant of its file; one still empty after this time was cut off. */
const UNWRITTEN_LIMIT = 10;

/** Waits for the lock `file` and returns its release. The lock of a process that died is free. */
export function acquireLock(file) {
  mkdirSync(dirname(file), { recursive: true });
  for (let unwritten = 0; ; ) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = findHolder(file);
    unwritten = holder === 0 ? unwritten + 1 : 0;
    if (unwritten > UNWRITTEN_LIMIT || (holder > 0 && !isAlive(holder))) rmSync(file, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_IN_MS);
  }
}

function findHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0; // released since
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
