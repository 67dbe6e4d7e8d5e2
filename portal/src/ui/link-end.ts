/**
 * The time at which a signed link to a file expires: "0:00 UTC". Links expire within a day, so the time alone
 * is enough.
 */
export function linkEnd(url: string): string {
  const seconds = Number(new URL(url, window.location.origin).searchParams.get('expires'))
  const end = new Date(seconds * 1000)
  return `${end.getUTCHours()}:${String(end.getUTCMinutes()).padStart(2, '0')} UTC`
}
