/** Requests of one address in so many seconds, in each process. What guesses passwords is held up sooner (guesses.ts). */
export const signInRates = {
  window: 60,
  max: 100,
  customRules: {
    '/sign-in/email': { window: 60, max: 200 },
    // An office goes to its provider from one address.
    '/sign-in/social': { window: 60, max: 200 },
    '/two-factor/*': { window: 60, max: 60 },
    '/reset-password': { window: 60, max: 20 },
    // It is asked for with every page.
    '/get-session': false as const,
  },
}
