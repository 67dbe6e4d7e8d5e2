/** A number without decimals, with thousands separated. */
export const whole = (value: number) => Math.round(value).toLocaleString('en')
