import { numbersIn } from '../../language/numbers.ts'

export const { number, decimal, counted, listed } = numbersIn('es')
