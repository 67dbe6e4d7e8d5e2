/** Whether the keyboard is that of a Mac. */
export const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)
