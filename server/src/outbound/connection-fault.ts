import { OutboundError, type OutboundFault } from './outbound-error.ts'

/** Explains the failure to the owner of the URL. */
export function connectionFault(error: unknown): OutboundError {
  const { code = '' } = error as NodeJS.ErrnoException
  const certificate = certificateFaults[code]
  if (certificate) return new OutboundError('bad_certificate', error, certificate)
  return new OutboundError(faultsByCode[code] ?? faultByPrefix(code) ?? 'unreachable', error)
}

export function lookupFault(error: unknown): OutboundError {
  const { code = '' } = error as NodeJS.ErrnoException
  const message = unanswered.has(code) ? 'The nameservers of the host did not answer.' : undefined
  return new OutboundError('not_found', error, message)
}

/** https://nodejs.org/api/dns.html#error-codes */
const unanswered = new Set(['ETIMEOUT', 'ESERVFAIL', 'EREFUSED', 'ECONNREFUSED'])

const faultsByCode: Record<string, OutboundFault> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  ETIMEDOUT: 'too_slow',
  EPROTO: 'not_tls',
}

/** Codes of OpenSSL's errors and of Node's HTTP parser. */
function faultByPrefix(code: string): OutboundFault | undefined {
  if (code.startsWith('ERR_SSL_')) return 'not_tls'
  return code.startsWith('HPE_') ? 'not_http' : undefined
}

const untrusted = 'The certificate of the host is not signed by a trusted authority.'
const incomplete =
  'The certificate of the host is not signed by a trusted authority, or the host does not send its intermediate certificates.'

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const certificateFaults: Record<string, string> = {
  CERT_HAS_EXPIRED: 'The certificate of the host has expired.',
  CERT_NOT_YET_VALID: 'The certificate of the host is not valid yet.',
  CERT_REVOKED: 'The certificate of the host was revoked.',
  CERT_REJECTED: untrusted,
  CERT_UNTRUSTED: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the host is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: incomplete,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: incomplete,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: incomplete,
  CERT_SIGNATURE_FAILURE: 'The signature of the certificate of the host is not valid.',
  CERT_CHAIN_TOO_LONG: untrusted,
  INVALID_CA: untrusted,
  INVALID_PURPOSE: 'The certificate of the host is not for servers.',
  HOSTNAME_MISMATCH: 'The certificate of the host is for another host name.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the host is for another host name.',
}
