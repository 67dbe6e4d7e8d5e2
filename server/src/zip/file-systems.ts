/**
 * Windows reserves these device names, with any extension and with spaces before it (learn.microsoft.com,
 * "Naming Files").
 */
const devices = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d\u00b9\u00b2\u00b3]) *(\.|$)/i

export const isDeviceName = (name: string): boolean => devices.test(name)

/** Converts a name to a key that is equal for names that some file systems do not distinguish. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/**
 * A key that is equal for all names which any file system treats as the same: APFS treats `ß` like `SS`, and
 * `ſ` like `s`.
 */
export const collisionKey = (name: string): string => nameKey(nameKey(name).toUpperCase())
