import { numbersIn } from '../../language/numbers.ts'

export const { number, decimal, listed } = numbersIn('ja')
