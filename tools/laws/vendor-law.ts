/** The files of a vendor's folder: see CONTRIBUTING.md, "A vendor". */
const PARTS = /\.(manifest|api|transform|adapter|webhook|oauth)\.ts$/;
/** One a vendor, named after it. */
const NAMED_PARTS = /\.(manifest|adapter|webhook|oauth)\.ts$/;
/** Answers where no vendor is set up; lies beside the port. */
const NO_VENDOR = /^(not-configured|off)\.adapter\.ts$/;
/** Adapters of no vendor, with nothing to declare: the disk of this machine, and the one server of SMTP_URL. */
const WITHOUT_MANIFEST = ['adapters/src/files/local', 'adapters/src/mailer/smtp'];

/** Folders of vendors that are built otherwise, and vendors without a folder, in words. */
export function findVendorViolations(paths: readonly string[]): string[] {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    if (!path.startsWith('adapters/src/') || /\.(test|conformance)\.ts$|\.md$|\/testing\//.test(path)) continue;
    const [folder, file] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...folders].flatMap(([folder, files]) => {
    if (!files.some((file) => NAMED_PARTS.test(file)) || WITHOUT_MANIFEST.includes(folder)) return [];
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    const isOfVendor = !files.some((file) => file.endsWith('.port.ts'));
    return isOfVendor ? checkVendor(folder, name, files) : checkPort(folder, name, files);
  });
}

function checkVendor(folder: string, name: string, files: readonly string[]): string[] {
  const missing = ['manifest', 'adapter'].filter((part) => !files.includes(`${name}.${part}.ts`));
  const strange = files.filter(
    (file) => !PARTS.test(file) || (NAMED_PARTS.test(file) && file.replace(NAMED_PARTS, '') !== name),
  );
  return [
    ...missing.map((part) => `${folder} lacks ${name}.${part}.ts`),
    ...strange.map((file) => `${folder}/${file} is no part of a vendor`),
  ];
}

function checkPort(folder: string, name: string, files: readonly string[]): string[] {
  return files
    .filter((file) => NAMED_PARTS.test(file) && !NO_VENDOR.test(file) && file.replace(NAMED_PARTS, '') !== name)
    .map((file) => `${folder}/${file} belongs into a folder of its vendor`);
}
