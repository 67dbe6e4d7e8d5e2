export const languagesMax = 50
/** Maximum size of all translations of a resource as JSON, in bytes of UTF-8, because a list returns them for 100 resources. */
export const bytesMax = 64 * 1024
