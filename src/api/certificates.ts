import { X509Certificate } from "node:crypto";
import { InvalidInputError } from "./errors.ts";

/** Certificates of authorities as PEM: one text or Buffer, each with one or more certificates, or a list of them. */
export type CertificateAuthorities = string | Uint8Array | readonly (string | Uint8Array)[];

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * The certificates of the option `ca`, one text each. Throws InvalidInputError, because Node ignores a text without a
 * certificate.
 */
export function parseCertificates(ca: CertificateAuthorities): string[] {
  const list = typeof ca === "string" || ca instanceof Uint8Array ? [ca] : ca;
  return list.flatMap((given, index) => {
    const path = list === ca ? `ca.${index}` : "ca";
    const certificates = Buffer.from(given).toString("latin1").match(pemCertificate) ?? [];
    for (const certificate of certificates) checkCertificate(certificate, path);
    if (certificates.length === 0) throw refuse(path, "Has no certificate. Pass the content of a PEM file");
    return certificates;
  });
}

function checkCertificate(certificate: string, path: string): void {
  try {
    new X509Certificate(certificate);
  } catch {
    throw refuse(path, "Has a damaged certificate. Copy the PEM file again");
  }
}

const refuse = (path: string, message: string) => new InvalidInputError("createClient", [{ path, message }]);
