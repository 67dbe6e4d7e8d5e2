/** Whether a host is the computer of the browser. */
export const isThisComputer = (host: string) => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)
