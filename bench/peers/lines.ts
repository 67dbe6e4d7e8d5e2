import type { Engine } from '../engines/engine.ts'
import type { Line, Options } from '../lines.ts'
import { directusLines } from './directus.ts'
import { oauthLines } from './oauth.ts'

/** Comparisons with other products on the same machine in the same run. */
export const peerLines = async (engine: Engine, options: Options): Promise<Line[]> => [
  ...(await oauthLines(engine, options)),
  ...(await directusLines(engine, options)),
]
