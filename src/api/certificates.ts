import { X509Certificate } from "node:crypto";
import { InvalidInputError } from "./errors.ts";

/** Certificates of authorities as PEM: one text or Buffer, each with one or more certificates, or a list of them. */
export type CertificateAuthorities = string | Uint8Array | readonly (string | Uint8Array)[];

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** What is left of a truncated certificate: one of its lines alone, or a first line that the text cuts off. */
const truncated = /-----(?:BEGIN|END) CERTIFICATE-----|-----BEGIN[^\n-]*-{0,4}\s*$/;

/**
 * The certificates of the option `ca`, one text each. Throws InvalidInputError for `operation`, because Node ignores a text
 * without a certificate, and a truncated certificate.
 */
export function parseCertificates(ca: CertificateAuthorities, operation: string): string[] {
  const list = typeof ca === "string" || ca instanceof Uint8Array ? [ca] : ca;
  return list.flatMap((given, index) => {
    const path = list === ca ? `ca.${index}` : "ca";
    const refuse = (message: string) => new InvalidInputError(operation, [{ path, message }]);
    const text = Buffer.from(given).toString("latin1");
    const certificates = text.match(pemCertificate) ?? [];
    if (truncated.test(text.replace(pemCertificate, "")) || !certificates.every(isCertificate))
      throw refuse("Has a damaged certificate. Copy the PEM file again");
    if (certificates.length === 0) throw refuse("Has no certificate. Pass the content of a PEM file");
    return certificates;
  });
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}
