declare module 'hoodiecrow-imap' {
  import type net from 'node:net';

  export type HoodiecrowMessage = { raw: string; uid: number; flags: string[]; internaldate: string };
  export type HoodiecrowMailbox = {
    path: string;
    uidvalidity: number;
    uidnext: number;
    messages: HoodiecrowMessage[];
    'special-use'?: string;
  };
  export type HoodiecrowCommand = {
    tag: string;
    command: string;
    attributes?: { type: string; value: string }[];
  };
  export type HoodiecrowConnection = {
    server: HoodiecrowServer;
    socket: net.Socket | null;
    state: 'Not Authenticated' | 'Authenticated' | 'Selected';
    selectedMailbox?: HoodiecrowMailbox;
    /** Takes the next line instead of a command: IDLE waits for DONE. */
    inputHandler?: ((line: string) => void) | false;
    _notificationCallback: (notification: unknown) => void;
    send(response: object, description: string, parsed: HoodiecrowCommand, data: string): void;
  };
  export type HoodiecrowHandler = (
    connection: HoodiecrowConnection,
    parsed: HoodiecrowCommand,
    data: string,
    callback: () => void,
  ) => void;
  export type HoodiecrowServer = {
    listen(port: number, host: string, listening: () => void): void;
    close(callback?: () => void): void;
    server: net.Server;
    on(event: 'notify', listener: (notification: unknown) => void): void;
    removeListener(event: 'notify', listener: (notification: unknown) => void): void;
    setMaxListeners(count: number): void;
    setCommandHandler(command: string, handler: HoodiecrowHandler): void;
    getCommandHandler(command: string): HoodiecrowHandler;
    getMailbox(path: string): HoodiecrowMailbox | undefined;
    appendMessage(mailbox: string, flags: string[], internaldate: string | Date, raw: string): unknown;
  };
  // biome-ignore lint/style/noDefaultExport: this is how the package exports it
  export default function createHoodiecrow(options: object): HoodiecrowServer;
}
