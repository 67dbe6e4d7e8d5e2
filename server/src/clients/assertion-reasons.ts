const reasons: Record<string, string> = {
  assertion_algorithm: 'The algorithm of the client assertion is not supported.',
  assertion_aud: 'The aud claim of the client assertion is not this server, or it names other servers too.',
  assertion_exp: 'The exp claim of the client assertion is missing or too far in the future.',
  assertion_expired: 'The client assertion had expired. An assertion is valid for at most an hour.',
  assertion_iat: 'The iat claim of the client assertion is in the future. Check the clock.',
  assertion_iss: 'The iss claim of the client assertion is not the client ID.',
  assertion_jti: 'The jti claim of the client assertion is not a string.',
  assertion_malformed: 'The client assertion is not a JWT, or it is too long.',
  assertion_nbf: 'The nbf claim of the client assertion is in the future. Check the clock.',
  assertion_replayed: 'The client assertion was used before. Create one for each request.',
  assertion_signature:
    'The client assertion is not signed with a key of the client. Compare the key and its kid.',
  assertion_sub: 'The sub claim of the client assertion is not the client ID.',
  assertion_type: 'The client_assertion_type is not urn:ietf:params:oauth:client-assertion-type:jwt-bearer.',
}

export const assertionReason = (code: string): string | undefined => reasons[code]
