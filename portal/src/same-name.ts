const collator = new Intl.Collator('en', { sensitivity: 'base' })

/** Whether the server takes two names for one: whatever the case and the accents. */
export const isSameName = (one: string, other: string) => collator.compare(one, other) === 0
