/** A field of a form: text, or a file. */
export type FormPart = [name: string, value: string | FormFile];
type FormFile = { filename: string; content_type: string; content: Uint8Array };

/** A form as multipart/form-data (RFC 7578). Names of files are escaped as browsers do: no name ends its own header. */
export function encodeForm(parts: readonly FormPart[]): { boundary: string; bytes: Uint8Array<ArrayBuffer> } {
  const boundary = `overture-${crypto.randomUUID()}`;
  const pieces = parts.flatMap(([name, value]) => {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${escapeQuoted(name)}"`;
    if (typeof value === 'string') return [Buffer.from(`${head}\r\n\r\n${value}\r\n`)];
    const type = /^[\w.+-]+\/[\w.+-]+$/.test(value.content_type) ? value.content_type : 'application/octet-stream';
    const filename = escapeQuoted(value.filename);
    return [
      Buffer.from(`${head}; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`),
      value.content,
      Buffer.from('\r\n'),
    ];
  });
  return { boundary, bytes: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]) };
}

const escapeQuoted = (text: string): string =>
  text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
