/** Extensions of the picture formats that browsers display. */
const shown = ['png', 'jpg', 'webp', 'avif', 'gif', 'svg']

export const isShownByBrowser = (extension: string) => shown.includes(extension)
