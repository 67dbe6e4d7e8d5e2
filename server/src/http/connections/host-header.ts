/**
 * Whether `Host` is empty, or a name or IP address with an optional port (RFC 9110 §7.2). Servers interpret lists,
 * paths and user names in it differently.
 */
export const isHostName = (value: string) => !/[^!$%&'*+.:;=\w\-~[\]]/.test(value)
