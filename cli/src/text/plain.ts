/** Turns untrusted text into one line without terminal escape sequences. */
export const plain = (text: string) => text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '?')
