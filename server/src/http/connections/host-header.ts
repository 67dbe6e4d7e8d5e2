/**
 * Whether `Host` holds a name or an IP address with a port, or nothing (RFC 9110 §7.2). A list, a path, or a user in it is
 * read differently by different servers.
 */
export const isHostName = (value: string) => !/[^!$%&'*+.:;=\w\-~[\]]/.test(value)
