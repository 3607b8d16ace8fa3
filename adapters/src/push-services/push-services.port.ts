/** A browser that asked for push: the address of its push service, and the keys that only it can decrypt with (RFC 8291). */
export interface PushDevice {
  endpoint: string;
  /** Its public key, an uncompressed point of P-256: 65 bytes. */
  public_key: Buffer;
  /** 16 bytes. */
  auth_secret: Buffer;
}

/** Who sends, as push services know it (RFC 8292). */
export interface PushSender {
  /** The public key that devices subscribed with, 65 bytes as base64url. */
  public_key: string;
  /** PKCS 8, PEM. */
  private_key: string;
  /** An address of https, or mailto: the push service writes there if something is wrong. */
  contact: string;
}

export interface PushMessage {
  device: PushDevice;
  sender: PushSender;
  /** At most 3,000 bytes. */
  text: string;
  /** A device that is away longer does not get it. */
  lives_for_in_seconds: number;
  signal: AbortSignal;
}

/** `gone`: the device does not want push any longer. `refused`: the same message would be refused again. */
export interface PushTry {
  outcome: 'accepted' | 'gone' | 'refused' | 'unavailable';
  /** What `retry-after` asks for. */
  retry_after_in_ms: number | null;
  /** Why it was not accepted, for the log; without the address, which is a secret of the device. */
  reason: string | null;
}

/** Push services of browsers. Their addresses come from strangers: any of them may be slow, broken or hostile. */
export interface PushServicesPort {
  /** A new key of a sender: devices subscribe with its public part. */
  makeSenderKey(): Pick<PushSender, 'public_key' | 'private_key'>;
  /** Null for a device that can be pushed to, otherwise why not, in words. Nothing is asked. */
  refuseDevice(device: PushDevice): string | null;
  /** Posts once. Throws nothing but the signal's reason. */
  push(message: PushMessage): Promise<PushTry>;
  close(): Promise<void>;
}
