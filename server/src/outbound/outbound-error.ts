const faults = {
  not_a_url: 'The URL is invalid.',
  not_https: 'The URL must be an https URL.',
  has_credentials: 'The URL must not contain a user name or a password.',
  not_public: 'The IP address is not public.',
  not_found: 'The host name has no IP address in DNS.',
  unreachable: 'The host could not be reached.',
  refused: 'The host refused the connection.',
  closed: 'The host closed the connection before its response was complete.',
  bad_certificate: 'The certificate of the host is not valid.',
  not_tls: 'The host does not accept HTTPS on this port.',
  not_http: 'The response is not valid HTTP.',
  too_slow: 'The response took too long.',
  too_large: 'The response is too large.',
  too_many_redirects: 'There are too many redirects.',
  busy: 'Too many requests to the IP address are open.',
  stopped: 'The server is stopping.',
} as const

export type OutboundFault = keyof typeof faults

/** The message is for the owner of the URL. By default, it is the message of the code. */
export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly code: OutboundFault

  constructor(code: OutboundFault, cause?: unknown, message: string = faults[code]) {
    super(message, { cause })
    this.code = code
  }
}
