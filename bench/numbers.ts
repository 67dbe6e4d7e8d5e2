/** Formats a number without decimals, with thousands separators. */
export const whole = (value: number) => Math.round(value).toLocaleString('en')
