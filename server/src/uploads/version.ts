import { ApiError } from '../errors.ts'

export const tusVersion = '1.0.0'

/** @throws {ApiError} `wrong_protocol`, with the supported version. */
export function assertTus(asked: string | string[] | undefined): void {
  if (asked !== tusVersion) throw new ApiError('wrong_protocol', { headers: { 'Tus-Version': tusVersion } })
}
