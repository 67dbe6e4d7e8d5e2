/** What others have named may hold anything. Here it is one line of text and never an order to the terminal. */
export const plain = (text: string) => text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '?')
