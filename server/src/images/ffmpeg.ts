import { spawn } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import { DecodeError } from './decode-error.ts'
import { ffmpegBytesMax, ffmpegSecondsMax, hangFactor, soundSecondsMax } from './limits.ts'

/** A frame of a video as PNG, or the sound of a file as WAV. */
export type MediaKind = 'video' | 'audio'

/** Side of the frame in pixels. */
const frameSideMax = 1_920
/** Frames among which the most representative one is chosen. */
const framesCompared = 50

/**
 * Writes what shows a video or a sound, with the operator's ffmpeg: in a process of its own with limits of CPU time and
 * memory, the lowest priority, no environment, and no protocols but local files.
 * @throws {DecodeError} `damaged` when nothing can be read, `decoder_failed` for one that exceeds its limits.
 */
export async function extractMedia(
  ffmpeg: string,
  kind: MediaKind,
  path: string,
  output: string,
): Promise<void> {
  // The beginning is often black or a title; a short video has nothing at 3 s.
  const attempts =
    kind === 'audio' ? [soundTo(path, output)] : [frameTo(path, output, 3), frameTo(path, output, 0)]
  for (const args of attempts) {
    const isDone = await run(ffmpeg, args)
    const size = await stat(output).then(
      ({ size }) => size,
      () => 0,
    )
    if (isDone && size > 0) return
    await rm(output, { force: true })
  }
  throw new DecodeError('damaged')
}

const common = (path: string) => [
  '-nostdin',
  '-v',
  'error',
  '-threads',
  '1',
  '-protocol_whitelist',
  'file',
  '-i',
  `file:${path}`,
]

function frameTo(path: string, output: string, seconds: number): string[] {
  const side = `'min(${frameSideMax},iw)':'min(${frameSideMax},ih)':force_original_aspect_ratio=decrease`
  const filters = `thumbnail=${framesCompared},scale=${side}`
  return [
    ...['-ss', String(seconds), ...common(path)],
    ...[
      '-map',
      '0:v:0',
      '-an',
      '-sn',
      '-dn',
      '-vf',
      filters,
      '-frames:v',
      '1',
      '-f',
      'image2',
      '-c:v',
      'png',
    ],
    ...['-update', '1', '-y', `file:${output}`],
  ]
}

/** Sound of one channel: for a waveform this is enough. */
const soundTo = (path: string, output: string): string[] => [
  ...common(path),
  ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-ac', '1', '-ar', '8000', '-t', String(soundSecondsMax)],
  ...['-f', 'wav', '-c:a', 'pcm_s16le', '-y', `file:${output}`],
]

/** @returns whether it succeeded. */
function run(ffmpeg: string, args: string[]): Promise<boolean> {
  const limits = `ulimit -c 0; ulimit -t ${ffmpegSecondsMax}; ulimit -v ${Math.ceil(ffmpegBytesMax / 1024)}`
  const [program, all] =
    process.platform === 'linux'
      ? ['/bin/sh', ['-c', `${limits}; exec nice -n 19 "$0" "$@"`, ffmpeg, ...args]]
      : [ffmpeg, args]
  return new Promise((resolve, reject) => {
    const child = spawn(program as string, all as string[], {
      stdio: 'ignore',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
      timeout: ffmpegSecondsMax * hangFactor * 1_000,
      killSignal: 'SIGKILL',
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (isMissing(code)) reject(new Error(`FFMPEG_PATH is no program that can run: ${ffmpeg}`))
      // The limit of CPU time ends it by SIGXCPU or SIGKILL. A file that it cannot read ends it by a code.
      else if (signal !== null) reject(new DecodeError('decoder_failed'))
      else resolve(code === 0)
    })
  })
}

/** As the shell reports it. */
const isMissing = (code: number | null) => process.platform === 'linux' && (code === 126 || code === 127)
