import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Creates a self-signed certificate for 127.0.0.1 and its key with `openssl` in a folder; undefined if `openssl` is missing. */
export function makeCertificate(folder: string): { cert: Buffer; key: Buffer } | undefined {
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const name = ["-subj", "/CN=127.0.0.1", "-days", "1"];
  try {
    execFileSync("openssl", ["req", "-x509", ...curve, ...name, "-out", cert, "-keyout", key], {
      stdio: "ignore",
    });
  } catch {
    return undefined;
  }
  return { cert: readFileSync(cert), key: readFileSync(key) };
}
